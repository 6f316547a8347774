import { describe, expect, it } from 'vitest';
import { event, happening, STATE, TABLE, VIEW, viewWith } from '../../table/sample';
import { answers } from './answers';
import { beats, middle, situation, sorted } from './play';

describe('the order of a hand (Q5, QA1)', () => {
  const hand = ['2S', 'AC', 'X1', '5H', 'TD', 'AH', 'KD', '9C'];

  it('follows the chain of the table, the Joker last', () => {
    expect(sorted(hand, { suit_order: 'hdcs' })).toEqual(['AH', '5H', 'KD', 'TD', 'AC', '9C', '2S', 'X1']);
    expect(sorted(hand, { suit_order: 'chds' })).toEqual(['AC', '9C', 'AH', '5H', 'KD', 'TD', '2S', 'X1']);
  });

  it('leaves the hand it was given alone', () => {
    const given = ['2S', 'AH'];
    sorted(given, TABLE.rules);
    expect(given).toEqual(['2S', 'AH']);
  });
});

describe('the beats of an event', () => {
  it('shows a full trick, and the cachette after the last one (Q14)', () => {
    expect(beats(event(1, { act: 'pass' }))).toEqual(['call']);
    expect(beats(event(1))).toEqual(['card']);
    expect(beats(event(1, { happenings: [happening('trick')] }))).toEqual(['card', 'trick']);
    expect(beats(event(1, { happenings: [happening('trick'), happening('cachette')] }))).toEqual(['card', 'trick', 'reveal']);
    expect(beats(event(1, { kind: 'dealt', act: null }))).toEqual([]);
  });
});

describe('the middle of the table', () => {
  const quint = happening('quint_five', { side: 1, seat: 1, cards: ['5S'], points: 5 });
  const inCachette = happening('quint_joker', { side: 1, seat: 1, cards: ['X1'], points: 25 });
  const taken = event(31, { happenings: [happening('trick', { seat: 1, side: 1 }), quint, happening('cachette', { cards: ['X1'] }), inCachette] });
  const last = [
    { seat: 2, card: '4S' },
    { seat: 3, card: '5S' },
    { seat: 0, card: '2S' },
    { seat: 1, card: 'JH' },
  ];

  it('has the trick so far, each card with its seat', () => {
    expect(middle(VIEW, event(31), 'card', false).trick).toEqual([
      { seat: 1, card: 'TD' },
      { seat: 2, card: 'QD' },
      { seat: 3, card: '3C' },
    ]);
  });

  it('keeps the full trick, then shows who took it with its quints, then the cachette with its own', () => {
    const view = viewWith({ trick: [null, null, null, null], trick_size: 0, cachette: ['X1', '2C'] }, { acts: [{ seat: 1, act: 'JH', happenings: taken.happenings }] });
    expect(middle(view, taken, 'card', false)).toEqual({ trick: last, winner: null, cachette: [], flashes: [] });
    expect(middle(view, taken, 'trick', false)).toEqual({ trick: last, winner: 1, cachette: [], flashes: [quint] });
    expect(middle(view, taken, 'reveal', false)).toMatchObject({ trick: [], cachette: ['X1', '2C'], flashes: [inCachette] });
  });

  it('is empty between tricks, or keeps the last one where nothing moves', () => {
    const between = viewWith({ trick: [null, null, null, null], trick_size: 0, led: null });
    expect(middle(between, null, null, false).trick).toEqual([]);
    expect(middle(between, null, null, true)).toMatchObject({ trick: last, winner: 1 });
  });
});

describe('the situation a card was chosen for', () => {
  it('changes when a suit is led, and with the next trick', () => {
    const before = situation(viewWith({ led: null, trick_size: 0 }));
    expect(situation(viewWith({ led: 'D', trick_size: 1 }))).not.toBe(before);
    expect(situation(viewWith({ led: null, trick_size: 1 }))).not.toBe(before);
    expect(situation(viewWith({ led: 'D', trick_size: 1 }))).toBe(situation(viewWith({ led: 'D', trick_size: 2 })));
    expect(situation(viewWith({ led: null, trick_size: 0, tricks: [4, 4] }))).not.toBe(before);
  });
});

describe('the answers to the keys', () => {
  it('names the hand suit by suit', () => {
    expect(answers.hand(VIEW, TABLE)).toBe('Cards in your hand: 5. hearts: two. diamonds: king, five. spades: ace. Joker');
  });

  it('names the trick, the last trick, the score', () => {
    expect(answers.trick(VIEW, TABLE)).toBe('Left: ten of diamonds. Partner: queen of diamonds. Right: three of clubs. Suit led: diamonds.');
    expect(answers.last(VIEW, TABLE)).toBe('Partner: four of spades. Right: five of spades. You: two of spades. Left: jack of hearts. Taken by: Left.');
    expect(answers.score(VIEW, TABLE)).toBe('We: points 40, games 0, tricks times 2. They: points 65, games 1, tricks times 2.');
  });

  it('says what one is to do', () => {
    expect(answers.turn(VIEW, TABLE)).toBe('Follow suit: diamonds');
    expect(answers.turn({ ...VIEW, legal: ['2H', 'X1'] }, TABLE)).toBe('No diamonds: play any card');
    expect(answers.turn(viewWith({ led: null, trick_size: 0 }), TABLE)).toBe('You lead: any card');
    expect(answers.turn(viewWith({ led: null, trick_size: 1, trick: ['X1', null, null, null] }), TABLE)).toContain('The Joker was led');
    expect(answers.turn(viewWith({ stage: 1, led: null }), TABLE)).toBe('Your call: pass, double or redouble?');
    expect(answers.turn({ ...VIEW, turn: 2, state: STATE }, TABLE)).toBe('Waiting for Partner');
  });
});
