import { describe, expect, it } from 'vitest';
import type { TableInfo, View } from '../../protocol';
import { event as quintoEvent, happening, TABLE as QUINTO, VIEW as QUINTO_VIEW } from '../../table/sample';
import { answers } from './answers';
import { about } from './about';
import { beats, bidsOf, held, laid, middle, pointsOf, promiseOf, reckoned, situation, sorted, STAGE, stepOf } from './play';
import { rulesInForce } from './rules';

// Hearts as trumps, the ten-point game (T3, T4).
const HEARTS = ['AH', 'KH', 'QH', 'JH', 'JD', 'X1', 'X2', 'TH', '9H', '8H', '7H', '6H', '5H', '4H', '3H', '2H'];
const WORTH = { AH: 1, JH: 1, JD: 1, X1: 1, X2: 1, TH: 1, '3H': 3, '2H': 1 };
const HAND = ['2S', 'JD', '3H', 'AH', 'KC', 'X2', '4H', 'JC', '9D'];

const TABLE: TableInfo = {
  ...QUINTO,
  game: 'pitch',
  rules: { points: 10, players: 4, dirty: false, reverse: false, min_bid: 4, target: 52 },
  preset: 'ten-point',
};

const STATE = {
  hands: [HAND, [], [], [], [], [], []],
  sizes: [9, 9, 9, 9, 0, 18, 0],
  left: 0,
  thrown: [[], [], [], [], []],
  kept: [0, 0, 0, 0, 0],
  stage: STAGE.auction as number,
  dealer: 0,
  deals: 1,
  bids: [null, null, null, null, null],
  bid: null as string | null,
  bidder: null as number | null,
  partner: null,
  called: null,
  trump: null as string | null,
  burnt: [[], [], [], [], []],
  leader: null as number | null,
  trick: [null, null, null, null, null] as (string | null)[],
  tricks: 0,
  last_leader: null as number | null,
  last_winner: null as number | null,
  last_trick: [null, null, null, null, null] as (string | null)[],
  out: [false, false, false, false, false],
  misdealer: null as number | null,
  totals: [12, -3, 0, 0, 0],
};

function view(state: Partial<Record<keyof typeof STATE, unknown>> = {}, more: Partial<View> = {}): View {
  const reckoning = { trumps: { H: HEARTS }, worth: { H: WORTH }, taken: [4, 1], burn: 0 };
  return { ...QUINTO_VIEW, legal: ['pass', 'bid 4'], refused: {}, reckoned: reckoning, ...more, state: { ...STATE, ...state } };
}

const act = (words: string, ...happenings: ReturnType<typeof happening>[]): ReturnType<typeof quintoEvent> => quintoEvent(31, { act: words, happenings });

describe('a hand', () => {
  it('has the trumps first, in the order that the server says (T3)', () => {
    expect(sorted(HAND, HEARTS)).toEqual(['AH', 'JD', 'X2', '4H', '3H', '2S', 'KC', 'JC', '9D']);
  });

  it('lies by suits while no suit is in mind', () => {
    expect(sorted(HAND, [])).toEqual(['X2', '2S', 'AH', '4H', '3H', 'KC', 'JC', 'JD', '9D']);
  });

  it('promises its trumps and their points', () => {
    expect(promiseOf(HAND, 'H', reckoned(view()))).toEqual({ trumps: ['AH', 'JD', 'X2', '4H', '3H'], points: 6 });
  });
});

describe('the bids in fixed places', () => {
  it('go from the lowest to all points, then the moon (TC17, TV6)', () => {
    expect(bidsOf(TABLE.rules)).toEqual(['bid 4', 'bid 5', 'bid 6', 'bid 7', 'bid 8', 'bid 9', 'bid 10', 'moon']);
    expect(bidsOf({ points: 5, min_bid: 2 })).toEqual(['bid 2', 'bid 3', 'bid 4', 'bid 5', 'moon']);
  });
});

describe('the beats of an event', () => {
  it('lets cards be thrown away and drawn', () => {
    expect(beats(act('bid 6'), view())).toEqual(['call']);
    expect(beats(act('trump H'), view({ stage: STAGE.leftovers }))).toEqual(['call', 'discard', 'draw']);
    expect(beats(act('take'), view({ stage: STAGE.burn }))).toEqual(['call', 'draw', 'discard']);
    expect(beats(act('burn 7H'), view({ stage: STAGE.burn }))).toEqual(['card']);
  });

  it('has the call before the discards where five play (TF3, TF6)', () => {
    expect(beats(act('trump H'), view({ stage: STAGE.call }))).toEqual(['call']);
    expect(beats(act('call AH'), view({ stage: STAGE.play }))).toEqual(['call', 'draw', 'discard']);
  });

  it('keeps a full trick on the table', () => {
    expect(beats(act('TH'), view())).toEqual(['card']);
    expect(beats(act('TH', happening('trick')), view())).toEqual(['card', 'trick']);
    expect(beats(quintoEvent(1, { kind: 'dealt', act: null }), view())).toEqual([]);
  });
});

describe('throwing away and filling up', () => {
  const before = held(view());
  const hand = ['AH', 'JD', 'X2', '4H', '3H', '7H'];
  const thrown = ['2S', 'KC', 'JC', '9D'];
  const after = view({ hands: [hand], thrown: [thrown], kept: [5, 3, 2, 7, 0], sizes: [6, 6, 6, 7, 0, 10, 23], trump: 'H', stage: STAGE.leftovers });

  it('first shows what goes, with what each hand keeps (T9)', () => {
    const step = stepOf(after, act('trump H'), 'discard', before);
    expect(step).toMatchObject({ cards: HAND, moving: ['2S', 'KC', 'JC', '9D'] });
    expect(step.sizes.slice(0, 6)).toEqual([5, 3, 2, 7, 0, 18]);
    expect(step.were).toEqual(before.sizes);
  });

  it('then what comes (T10)', () => {
    const step = stepOf(after, act('trump H'), 'draw', before);
    expect(step).toMatchObject({ cards: hand, moving: ['7H'] });
    expect(step.sizes).toEqual([6, 6, 6, 7, 0, 10, 23]);
    expect(step.were.slice(0, 4)).toEqual([5, 3, 2, 7]);
  });

  it('shows the leftovers before what is thrown away of them (T11)', () => {
    const taken = view(
      { hands: [[...hand, 'QH']], thrown: [[...thrown, '5S', '6S']], sizes: [7, 6, 6, 7, 0, 0, 32], left: 3, stage: STAGE.burn },
      { acts: [{ seat: 0, act: 'take', happenings: [happening('leftovers', { seat: 0 })] }] },
    );
    const draw = stepOf(taken, act('take'), 'draw', held(after));
    expect(draw).toMatchObject({ cards: [...hand, 'QH', '5S', '6S'], moving: ['QH', '5S', '6S'] });
    expect([draw.sizes[0], draw.sizes[5]]).toEqual([9, 0]);
    const discard = stepOf(taken, act('take'), 'discard', held(after));
    expect(discard).toMatchObject({ moving: ['5S', '6S'], sizes: [7, 6, 6, 7, 0, 0, 32] });
  });

  it('shows the old hand while trumps are being named, and nothing moves at rest', () => {
    expect(stepOf(after, act('trump H'), 'call', before).cards).toEqual(HAND);
    expect(stepOf(after, act('trump H'), null, before)).toMatchObject({ cards: hand, moving: [] });
    expect(stepOf(after, act('TH'), 'card', before)).toMatchObject({ cards: hand, moving: [] });
  });
});

describe('the middle of the table', () => {
  const two = happening('two', { seat: 3, side: 1, cards: ['2H'] });
  const trick = happening('trick', { seat: 1, side: 1, cards: ['AH', '3H', '2H'] });
  const done = view({ stage: STAGE.play, leader: 1, last_leader: 1, last_winner: 1, last_trick: [null, 'AH', '3H', '2H', null] });

  it('has the cards in the order of play; who is out has none (T15)', () => {
    expect(laid(['4H', 'AH', null, '2H', null], 1, 4)).toEqual([
      { seat: 1, card: 'AH' },
      { seat: 3, card: '2H' },
      { seat: 0, card: '4H' },
    ]);
    expect(laid([null, null, null, null, null], null, 5)).toEqual([]);
  });

  it('keeps the full trick, then shows who took it', () => {
    const happened = act('2H', trick, two);
    expect(middle(done, happened, 'card', 4, false)).toMatchObject({ winner: null, happened: [] });
    expect(middle(done, happened, 'trick', 4, false)).toMatchObject({ winner: 1, happened: [trick, two] });
    expect(middle(done, happened, null, 4, false).trick).toEqual([]);
  });

  it('counts a two for its player, the rest for the trick (T16)', () => {
    expect(pointsOf(trick, [trick, two], WORTH)).toBe(4);
    expect(pointsOf(two, [trick, two], WORTH)).toBe(1);
    expect(pointsOf(trick, [trick], WORTH)).toBe(5); // dirty pitch (TX1)
  });
});

describe('the situation something was chosen for', () => {
  it('changes with a higher bid, and with the next trick', () => {
    expect(situation(view({ bid: 'bid 5' }))).not.toBe(situation(view()));
    expect(situation(view({ stage: STAGE.play, tricks: 1 }))).not.toBe(situation(view({ stage: STAGE.play })));
    expect(situation(view({ sizes: [8] }))).toBe(situation(view()));
  });
});

describe('the answers to the keys', () => {
  it('names the hand, trumps first', () => {
    expect(answers.hand(view({ hands: [['4H', 'JD', 'KC', 'X1']], trump: 'H' }), TABLE)).toBe(
      'Cards in your hand: 4. trumps: jack of diamonds, Joker, four of hearts. clubs: king',
    );
  });

  it('names the trick, the last trick, the score', () => {
    expect(answers.trick(view({ leader: 1, trick: [null, 'AH', '3H', null, null] }), TABLE)).toBe('Left: ace of hearts. Partner: three of hearts.');
    expect(answers.last(view({ last_leader: 3, last_winner: 3, last_trick: ['2H', null, null, '4H', null] }), TABLE)).toBe(
      'Right: four of hearts. You: two of hearts. Taken by: Right.',
    );
    expect(answers.score(view(), TABLE)).toBe('We: total 12, taken in this deal 4. They: total −3, taken in this deal 1.');
  });

  it('says what one is to do', () => {
    expect(answers.turn(view(), TABLE)).toBe('Your turn: bid, or pass');
    expect(answers.turn(view({ bid: 'bid 5' }), TABLE)).toBe('Your turn: bid more than 5, or pass');
    expect(answers.turn(view({}, { legal: ['bid 4'] }), TABLE)).toBe('All have passed: you must bid');
    expect(answers.turn(view({ stage: STAGE.trump }, { turn: 2 }), TABLE)).toBe('Partner is naming trumps');
    expect(answers.turn(view({ stage: STAGE.play, leader: 0 }), TABLE)).toBe('You lead: any trump');
    expect(answers.turn(view({ stage: STAGE.play, leader: 1, trick: [null, 'AH', null, null, null] }), TABLE)).toBe('Play a trump');
    expect(answers.turn(view({ misdealer: 1 }, { turn: -1 }), TABLE)).toBe('Misdeal: the same dealer deals again.');
  });
});

describe('the rules in force', () => {
  it('are told in one line', () => {
    expect(rulesInForce(TABLE.rules)).toBe('10 points · bids from 4 · to 52');
    expect(rulesInForce({ points: 16, players: 5, dirty: true, reverse: true, min_bid: 2, target: 42 })).toBe(
      'five players · 16 points · dirty · reversed order · bids from 2 · to 42',
    );
  });
});

describe('the score sheet', () => {
  it('names the bid that was made or not', () => {
    const line = { code: 'set', clause: 'T17', side: 0, seat: 0, cards: [], points: -7, trick: null, sums: [5, 0] };
    expect(about.sheet?.line?.(line, view({ bid: 'bid 7' }), TABLE)).toBe('We did not make the bid (Bid 7)');
    expect(about.sheet?.line?.({ ...line, code: 'defenders' }, view({ bid: 'bid 7' }), TABLE)).toBeNull();
  });
});
