import { describe, expect, it } from 'vitest';
import type { ActLine, TableInfo, View } from '../../protocol';
import { sentences } from '../../table/speech';
import { placeOf } from '../../table/seats';
import { event, happening, TABLE as QUINTO, VIEW as ANY } from '../../table/sample';
import { answers } from './answers';
import { beats, bidsOf, holeOf, meant, passed, piles, playsOf, refusedOf, roleOf, situation, type Dasan } from './play';

const TABLE: TableInfo = { ...QUINTO, game: 'dasan', rules: { four_player: 'off', match: 'deals', deals: 9 }, seats: QUINTO.seats.slice(0, 3), sides: [[0], [1], [2]] };

/** Seat 2 is landlord at 2 and has put down a pair of nines; Anna, seat 0, is to beat it. */
const STATE: Dasan = {
  hands: [['KD', '4S', '9C', 'KH', '3C', 'KS'], [], [], [], []],
  sizes: [6, 8, 2, 0, 0],
  stage: 3,
  deals: 1,
  opener: 1,
  opening: '4H',
  calls: ['pass', 'pass', 'bid 2', null],
  bid: 2,
  bidder: 2,
  landlord: 2,
  dug: [[], [], [], []],
  hole: [],
  called: null,
  partner: null,
  kind: 2,
  length: 1,
  bottom: 5,
  winning: 2,
  shown: [[], ['8S', '8H'], ['9S', '9D'], []],
  last_winner: 1,
  last_play: ['6S', '4C', '5D'],
  out: null,
  totals: [4, -2, -2, 0],
  tally: [0, 0, 0, 0],
};

const higher = { reason: 'not_higher', clause: 'W11' };
const other = { reason: 'other_type', clause: 'W11' };

function view(change: Partial<Dasan> = {}, more: Partial<View> = {}): View {
  const legal = ['play KH KD', 'pass'];
  const refused = { 'play 4S': other, 'play 9C': other, 'play KH': other, 'play KS KH KD': other, 'play 3C': other };
  return { ...ANY, turn: 0, state: { ...STATE, ...change }, legal, refused, acts: [], deals: [], ...more };
}

const act = (seat: number, words: string, happenings = [] as ActLine['happenings']): ActLine => ({ seat, act: words, happenings });

describe('what cards that were picked are', () => {
  it('is the legal act with these ranks, whatever its suits', () => {
    expect(meant(view(), ['KS', 'KH'])).toEqual({ act: 'play KH KD', refused: false });
  });

  it('is the refused act where the rules refuse it, and nothing where they form none', () => {
    expect(meant(view(), ['KD', 'KH', 'KS'])).toEqual({ act: 'play KS KH KD', refused: true });
    expect(meant(view(), ['KD', '4S'])).toBeNull();
  });

  it('keeps a play with the called card and one without apart', () => {
    const acts = { legal: ['play KH KD', 'play KS KH', 'pass'] };
    expect(meant(view({ called: 'KS' }, acts), ['KD', 'KS'])?.act).toBe('play KS KH');
    expect(meant(view({ called: 'KS' }, acts), ['KD', 'KH'])?.act).toBe('play KH KD');
  });
});

describe('a rank that can’t be played', () => {
  it('says it with an act of as many cards as lie there, if there is one', () => {
    const refused = { 'play 4S': other, 'play 4S 4D': higher };
    expect(refusedOf(view({}, { refused }), '4')).toBe('play 4S 4D');
    expect(refusedOf(view({}, { refused: { 'play 4S': other } }), '4')).toBe('play 4S');
    expect(refusedOf(view(), '5')).toBeNull();
  });
});

describe('the table', () => {
  it('shows what each seat put down last, the best of it marked', () => {
    expect(piles(view(), null, null)).toEqual([
      { seat: 1, cards: ['8S', '8H'], best: false },
      { seat: 2, cards: ['9S', '9D'], best: true },
    ]);
  });

  it('keeps a round that is over until it has been seen (W12)', () => {
    const ends = event(9, { act: 'pass', happenings: [happening('round', { clause: 'W12', seat: 1 })] });
    const cleared = view({ shown: [[], [], [], []], winning: null });
    expect(beats(ends)).toEqual(['call', 'trick']);
    expect(piles(cleared, ends, 'trick')).toEqual([{ seat: 1, cards: ['4C', '5D', '6S'], best: true }]);
    expect(piles(cleared, ends, null)).toEqual([]);
  });

  it('takes time for the hole only where all see it (WA4)', () => {
    const dug = (cards: string[]) => event(4, { act: 'bid 3', happenings: [happening('landlord'), happening('dug', { cards })] });
    expect(beats(dug(['4S', '7D', '7C', '2H']))).toEqual(['call', 'reveal']);
    expect(beats(dug([]))).toEqual(['call']);
    expect(beats(event(1, { kind: 'dealt', act: null }))).toEqual([]);
  });

  it('knows who has passed since he last played, in this round only', () => {
    const acts = [act(0, 'pass'), act(1, 'pass'), act(2, 'bid 2', [happening('landlord')]), act(2, 'play 8S'), act(0, 'pass'), act(1, 'play 9S'), act(2, 'pass')];
    expect(passed(view({}, { acts }))).toEqual([2, 0]);
    const played = [...acts, act(0, 'play TS'), act(1, 'pass'), act(2, 'pass', [happening('round')]), act(0, 'play 4S')];
    expect(passed(view({}, { acts: played }))).toEqual([]);
  });

  it('seats the next player at the right', () => {
    expect([0, 1, 2].map((seat) => placeOf(TABLE, seat))).toEqual([0, 2, 1]);
  });

  it('tells who is who as far as one knows', () => {
    expect([0, 1, 2].map((seat) => roleOf(view(), seat))).toEqual([null, null, 'landlord']);
    expect([0, 1].map((seat) => roleOf(view({ called: 'KS' }), seat))).toEqual(['secret', null]);
    expect([0, 1].map((seat) => roleOf(view({ called: 'QS', partner: 1 }), seat))).toEqual([null, 'partner']);
  });

  it('shows the hole to all where it is open, and to the landlord what he took', () => {
    expect(holeOf(view({ hole: ['2H', '4S', '7D', '7C'] }))).toEqual(['4S', '7D', '7C', '2H']);
    expect(holeOf(view({ dug: [['3S', '4D'], [], [], []] }))).toEqual(['4D', '3S']);
    expect(holeOf(view({ dug: [['3S', '4D'], [], [], []] }, { seat: null }))).toEqual([]);
  });
});

describe('choices', () => {
  it('has a bid of 4 where one plays against three (W7)', () => {
    expect(bidsOf({ four_player: 'off' })).toEqual(['bid 1', 'bid 2', 'bid 3']);
    expect(bidsOf({ four_player: 'one_vs_three' }).at(-1)).toBe('bid 4');
  });

  it('lowers what was chosen when the combination to beat is another', () => {
    expect(situation(view({ bottom: 6 }))).not.toBe(situation(view()));
    expect(situation(view({ sizes: [6, 7, 2, 0, 0] }))).toBe(situation(view()));
  });

  it('offers plays, not the pass', () => expect(playsOf(view())).toEqual(['play KH KD']));
});

describe('what is said', () => {
  it('names the hand, the table and the last round', () => {
    expect(answers.hand(view(), TABLE)).toBe('Cards in your hand: 6. four, nine, king × 3, three');
    expect(answers.trick(view(), TABLE)).toBe('Right: Pair of eights. Left: Pair of nines. To beat.');
    expect(answers.last(view(), TABLE)).toBe('Right won the last round: Run of 3 up to the six.');
    expect(answers.last(view({ last_winner: null }), TABLE)).toBe('No round has been won in this deal.');
    expect(answers.score(view(), TABLE)).toBe('You: 4. Right: −2. Left: −2.');
  });

  it('says what to beat, and who opens', () => {
    expect(answers.turn(view(), TABLE)).toBe('Left: Pair of nines. Beat it, or pass');
    expect(answers.turn(view({}, { legal: ['pass'] }), TABLE)).toBe("Left: Pair of nines. You can't beat it: pass");
    expect(answers.turn(view({ out: 2 }, { turn: -1 }), TABLE)).toBe('Left is out of cards first');
    expect(answers.turn(view({ winning: null }), TABLE)).toBe('You lead: any combination');
    expect(answers.turn(view({}, { turn: 1 }), TABLE)).toBe('Waiting for Right');
    expect(answers.turn(view({ stage: 1, bid: 0, opener: 0 }), TABLE)).toBe('You have the four of hearts and open: bid');
    expect(answers.turn(view({ stage: 1, bid: 2 }), TABLE)).toBe('Your turn: more than 2, or pass');
  });

  it('tells plays by their combination', () => {
    const said = (seat: number, words: string, happenings = [] as ActLine['happenings']): string[] => sentences(TABLE, event(5, { seat, act: words, happenings }), 0);
    expect(said(2, 'play 5S 6D 4C')).toEqual(['Left: Run of 3 up to the six.']);
    expect(said(0, 'bid 3', [happening('landlord', { seat: 0 })])).toEqual(['You: Bid 3.', 'You are the landlord.']);
  });
});
