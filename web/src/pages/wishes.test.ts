import { describe, expect, test } from 'vitest';
import type { OptionInfo, SeatWish } from '../protocol';
import { zwicken } from './examples';
import { defaultRules, differing, firstSeats, fitted, numbersOf, presetOf, presetRules, request, reseated, strengthened, strengthOf } from './wishes';

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

const CLUB = { bots: 'club', partner: 'club' };
const bot = (level: string): SeatWish => ({ kind: 'bot', bot: level });

describe('seats', () => {
  test('are for the opener and bots, or for friends', () => {
    expect(firstSeats(zwicken, false, CLUB)).toEqual([{ kind: 'me' }, bot('club'), bot('club')]);
    expect(firstSeats(zwicken, true, CLUB)).toEqual([{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }]);
  });

  test('hold the opener once: whoever was there changes places', () => {
    const seats = firstSeats(zwicken, false, CLUB);
    expect(reseated(seats, 2, { kind: 'me' })).toEqual([bot('club'), bot('club'), { kind: 'me' }]);
    expect(reseated(seats, 1, { kind: 'open' })).toEqual([{ kind: 'me' }, { kind: 'open' }, bot('club')]);
  });
});

describe('the strength of bots', () => {
  test('is the usual level until another is chosen that the game has', () => {
    expect(strengthOf(zwicken, { level: '', partner: '' })).toEqual(CLUB);
    expect(strengthOf(zwicken, { level: 'genius', partner: 'genius' })).toEqual(CLUB);
    expect(strengthOf(zwicken, { level: 'beginner', partner: '' })).toEqual({ bots: 'beginner', partner: 'beginner' });
    expect(strengthOf(zwicken, { level: 'beginner', partner: 'master' })).toEqual({ bots: 'beginner', partner: 'master' });
  });

  test('is one for the opener’s partner and one for all others', () => {
    const seats = [bot('club'), { kind: 'me' as const }, { kind: 'open' as const }, bot('club')];
    const strength = { bots: 'beginner', partner: 'master' };
    expect(strengthened(seats, [[0, 2], [1, 3]], strength)).toEqual([bot('beginner'), seats[1], seats[2], bot('master')]);
    expect(strengthened([bot('club'), bot('club')], [[0, 1]], strength)).toEqual([bot('beginner'), bot('beginner')]); // nobody's partner
  });
});

describe('another number of seats', () => {
  const bot = { kind: 'bot' as const, bot: 'club' };

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
  const wish = request(zwicken, '  Aya ', firstSeats(zwicken, true, CLUB), presetRules(zwicken, 'town'));
  expect(wish).toEqual({ game: 'zwicken', name: 'Aya', seats: firstSeats(zwicken, true, CLUB), preset: 'town', rules: {} });
});
