import { describe, expect, test } from 'vitest';
import type { OptionInfo } from '../protocol';
import { zwicken } from './examples';
import { defaultRules, differing, firstSeats, fitted, numbersOf, presetOf, presetRules, request, reseated, usualBot } from './wishes';

describe('house rules', () => {
  test('begin with the defaults, which are a preset here', () => {
    expect(defaultRules(zwicken)).toEqual({ kitty: 'small', misere: false, target: 51 });
    expect(presetOf(zwicken, defaultRules(zwicken))).toBe('village');
  });

  test('of a preset are the defaults but for what it sets', () => {
    expect(presetRules(zwicken, 'town')).toEqual({ kitty: 'large', misere: true, target: 51 });
  });

  test('that no preset has are nobody’s', () => {
    expect(presetOf(zwicken, { ...defaultRules(zwicken), target: 60 })).toBeNull();
  });

  test('are sent only where they differ', () => {
    expect(differing(zwicken, { kitty: 'large', misere: true, target: 60 }, 'town')).toEqual({ target: 60 });
    expect(differing(zwicken, { kitty: 'large', misere: false, target: 51 }, null)).toEqual({ kitty: 'large' });
  });
});

describe('seats', () => {
  test('are for the opener and bots, or for friends', () => {
    expect(firstSeats(zwicken, false)).toEqual([{ kind: 'me' }, { kind: 'bot', bot: 'simple' }, { kind: 'bot', bot: 'simple' }]);
    expect(firstSeats(zwicken, true)).toEqual([{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }]);
  });

  test('hold the opener once: whoever was there changes places', () => {
    const seats = firstSeats(zwicken, false);
    expect(reseated(seats, 2, { kind: 'me' })).toEqual([{ kind: 'bot', bot: 'simple' }, { kind: 'bot', bot: 'simple' }, { kind: 'me' }]);
    expect(reseated(seats, 1, { kind: 'open' })).toEqual([{ kind: 'me' }, { kind: 'open' }, { kind: 'bot', bot: 'simple' }]);
  });

  test('take the simple bot if there is one, else the first', () => {
    expect(usualBot(zwicken)).toBe('simple');
    expect(usualBot({ ...zwicken, bots: ['deep', 'random'] })).toBe('deep');
    expect(usualBot({ ...zwicken, bots: [] })).toBeNull();
  });
});

describe('another number of seats', () => {
  const bot = { kind: 'bot' as const, bot: 'simple' };

  test('keeps those who sit there, and finds somebody for the others', () => {
    expect(fitted([{ kind: 'me' }, { kind: 'open' }], 4, bot)).toEqual([{ kind: 'me' }, { kind: 'open' }, bot, bot]);
    expect(fitted([{ kind: 'me' }, { kind: 'open' }, bot], 2, bot)).toEqual([{ kind: 'me' }, { kind: 'open' }]);
  });

  test('never loses the opener', () => {
    expect(fitted([bot, { kind: 'open' }, { kind: 'me' }], 2, bot)).toEqual([{ kind: 'me' }, { kind: 'open' }]);
    expect(fitted([bot, bot, bot], 2, bot)).toEqual([bot, bot]);
  });
});

test('numbers are a choice where they are few, or not all in a row', () => {
  const target = zwicken.options[2] as OptionInfo;
  expect(numbersOf(target)).toEqual([]);
  expect(numbersOf({ ...target, low: 30, high: 31 })).toEqual([30, 31]);
  expect(numbersOf({ ...target, numbers: [5, 7, 10] })).toEqual([5, 7, 10]);
});

test('the request names the preset, and the name without spaces to spare', () => {
  const wish = request(zwicken, '  Aya ', firstSeats(zwicken, true), presetRules(zwicken, 'town'));
  expect(wish).toEqual({ game: 'zwicken', name: 'Aya', seats: firstSeats(zwicken, true), preset: 'town', rules: {} });
});
