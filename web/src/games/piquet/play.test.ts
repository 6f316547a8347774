import { describe, expect, it } from 'vitest';
import type { ActLine, TableInfo, View } from '../../protocol';
import { event, happening, TABLE as QUINTO, VIEW as SAMPLE } from '../../table/sample';
import { answers } from './answers';
import { beats, bonusOf, exchangeOf, exchanging, knownOf, middle, offersOf, parse, rowsOf, sceneOf, silenceOf, situation, sorted, STAGE, type Holding, type Piquet } from './play';
import { actOf, inFull, inShort, reasonOf } from './said';

const TABLE: TableInfo = { ...QUINTO, game: 'piquet', preset: 'seed', seats: QUINTO.seats.slice(0, 2), sides: [[0], [1]] };
const HEARTS = ['QH', 'JH', 'TH', '9H', '8H', '7H'];
const HAND = ['7S', ...HEARTS, 'JC', 'TC', '9C', '8C', '7C'];

/** Anna, in seat 0, is younger and answers: the hands are those of the rulebook's example. */
const STATE: Piquet = {
  hands: [HAND, [], [], [], []],
  sizes: [12, 12, 3, 3, 5],
  stage: STAGE.answer,
  dealer: 0,
  deals: 2,
  dealt: [HAND, []],
  own_discards: [['8S', '9S', 'TS'], []],
  drew: [3, 5],
  looked: [[], []],
  known: [[], []],
  item: 0,
  later: [0, 0],
  shown: [[], ['AD', 'KD', 'QD', '7D']],
  carte_shown: [[], []],
  leader: null,
  trick: [null, null],
  trick_size: 0,
  led: null,
  last_leader: null,
  last_winner: null,
  last_trick: [null, null],
  played: [],
  leftover: [],
  tricks: [0, 0],
  points: [0, 0],
  totals: [20, 31],
  games: [0, 0],
};

const holding = (cards: string[], value: number, points: number): Holding => ({ cards, value, points });
const HOLDINGS = [
  { 'point S': holding(['7S'], 7, 1), 'point H': holding(HEARTS, 54, 6), 'point C': holding(['JC', 'TC', '9C', '8C', '7C'], 44, 5) },
  { 'point D': holding(['AD', 'KD', 'QD', '7D'], 38, 4) },
];
const not_better = { reason: 'not_better', clause: 'P11' };

function viewOf(state: Partial<Piquet> = {}, acts: ActLine[] = [], view: Partial<View> = {}): View {
  return {
    ...SAMPLE,
    state: { ...STATE, ...state },
    reckoned: { holdings: HOLDINGS, deals: 6, exchange: { least: 0, most: 3, full: { reason: 'talon_used_up', clause: 'P7' } } },
    legal: ['point H', 'point C', 'good'],
    refused: { 'point S': not_better },
    acts,
    ...view,
  };
}

const act = (seat: number, words: string, ...happenings: ActLine['happenings']): ActLine => ({ seat, act: words, happenings });
const score = (code: string, seat: number, cards: string[], points: number): ActLine['happenings'][number] => happening(code, { seat, side: seat, cards, points });

/** The rulebook's example up to younger's second sequence. */
const DIALOGUE = [
  act(1, 'draw'),
  act(1, 'point D'),
  act(0, 'point H', score('point', 0, HEARTS, 6)),
  act(1, 'sequence AS 3'),
  act(0, 'sequence QH 6', score('sequence', 0, HEARTS, 16)),
  act(0, 'also sequence JC 5', score('sequence', 0, ['JC', 'TC', '9C', '8C', '7C'], 15), happening('repique', { seat: 0, side: 0, points: 60, clause: 'P15' })),
  act(1, 'set A 4'),
  act(0, 'good', score('set', 1, ['AS', 'AH', 'AD', 'AC'], 14)),
];

describe('the exchange (P6, P7)', () => {
  it('is chosen by oneself, also while the other is still at it, until one has drawn', () => {
    expect(exchanging(viewOf({ stage: STAGE.exchange, drew: [0, 0], sizes: [12, 12, 8, 0, 0] }, [], { turn: 1 }))).toBe(true);
    expect(exchanging(viewOf({ stage: STAGE.exchange, drew: [3, 5] }))).toBe(false);
    expect(exchanging(viewOf())).toBe(false);
  });

  it('is a row of acts: the cards, then the draw', () => {
    expect(exchangeOf(['7S', '8D'])).toEqual(['discard 7S', 'discard 8D', 'draw']);
    expect(exchangeOf([])).toEqual(['draw']);
  });
});

describe('a declaration in its parts', () => {
  it('is read from its words, and from what the rules make of it', () => {
    expect(parse('point H', HOLDINGS[0])).toEqual({ item: 'point', suit: 'H', rank: null, count: 6, value: 54 });
    expect(parse('also sequence JC 5')).toEqual({ item: 'sequence', suit: 'C', rank: 'J', count: 5, value: 0 });
    expect(parse('set Q 3')).toEqual({ item: 'set', suit: null, rank: 'Q', count: 3, value: 0 });
    expect([parse('no point'), parse('good'), parse('TD')]).toEqual([null, null, null]);
  });

  it('is read as it is heard where the cards are not shown (PA8)', () => {
    expect(parse('point 5 49')).toMatchObject({ suit: null, count: 5, value: 49 });
    expect(parse('point 5')).toMatchObject({ count: 5, value: 0 });
    expect(parse('sequence 4 Q')).toMatchObject({ suit: null, rank: 'Q', count: 4 });
    expect(parse('sequence 4')).toMatchObject({ rank: null, count: 4 });
  });

  it.each([
    ['point 5 49', 'Point of 5, making 49', '5, making 49'],
    ['point 5', 'Point of 5', '5 cards'],
    ['sequence QH 6', 'Sequence of 6, queen high', '6 to the queen'],
    ['set A 4', 'Four aces', 'Four aces'],
  ])('%s is said in full and in short', (words, full, short) => {
    const named = parse(words);
    expect(named && [inFull(named), inShort(named)]).toEqual([full, short]);
  });

  it('has words as an act where the catalogue has none for it', () => {
    expect(['also set Q 3', 'sequence QH 6', 'also sequence 4', 'discard'].map(actOf)).toEqual([
      'Also: Three queens',
      'Sequence of 6 from the queen of hearts',
      'Also a sequence of 4',
      'Lays away a card',
    ]);
    expect(actOf('good')).toBeNull();
  });
});

describe('the rows of the dialogue (P11)', () => {
  it('have what each said, the answer, and what it scored', () => {
    const [point, sequence, set] = rowsOf(viewOf({ item: 2 }, DIALOGUE));
    expect(point?.said[1]).toMatchObject([{ word: null, named: { suit: 'D', count: 4, value: 38 }, points: 0 }]);
    expect(point?.said[0]).toMatchObject([{ word: 'not good', named: { suit: 'H', count: 6 }, points: 6 }]);
    expect(sequence?.said[0]).toMatchObject([{ word: 'not good', points: 16 }, { word: null, named: { suit: 'C', count: 5 }, points: 15 }]);
    expect(set?.said[1]).toMatchObject([{ named: { rank: 'A', count: 4 }, points: 14 }]);
    expect(set?.said[0]).toMatchObject([{ word: 'good', named: null, points: 0 }]);
  });

  it('keep what was sunk, and what was equal', () => {
    const equal = [act(1, 'point D'), act(0, 'point H', happening('equal', { seat: 0 })), act(1, 'no sequence'), act(0, 'no sequence')];
    const [point, sequence] = rowsOf(viewOf({}, equal));
    expect(point?.said[0]?.[0]).toMatchObject({ word: 'equal', points: 0 });
    expect(sequence?.said.flat().map(({ word }) => word)).toEqual(['no sequence', 'no sequence']);
  });

  it('learn with the first lead what younger declared (PA7)', () => {
    const lines = [act(1, 'point D'), act(0, 'not good'), act(1, 'AS', score('point', 0, HEARTS, 6), score('lead', 1, ['AS'], 1))];
    const [point] = rowsOf(viewOf({}, lines));
    expect(point?.said[0]).toMatchObject([{ word: 'not good', named: null }, { word: null, named: { count: 6 }, points: 6 }]);
  });
});

describe('what one can say', () => {
  it('is the best first, and the word for nothing', () => {
    expect(offersOf(viewOf()).map(({ act: words, points, refused }) => [words, points, refused])).toEqual([
      ['point H', 6, false],
      ['point C', 5, false],
    ]);
    expect(silenceOf(viewOf())).toBe('good');
    expect(silenceOf(viewOf({}, [], { legal: ['no set', 'set A 4'] }))).toBe('no set');
    expect(silenceOf(viewOf({}, [], { legal: ['AS'] }))).toBeNull();
  });

  it('is where nothing is good enough the best that one holds, refused', () => {
    const view = viewOf({}, [], { legal: ['good'], refused: { 'point S': not_better, 'point H': not_better, 'point C': not_better } });
    expect(offersOf(view).map(({ act: words, refused }) => [words, refused])).toEqual([['point H', true]]);
  });

  it('is nothing while the other speaks', () => expect(offersOf(viewOf({}, [], { turn: 1 }))).toEqual([]));
});

describe('a repique (P15)', () => {
  it('has its reason: what its player had while the other had none', () => {
    const bonus = bonusOf(viewOf({}, DIALOGUE));
    expect(bonus).toMatchObject({ code: 'repique', side: 0, points: 60, reached: 37 });
    expect(bonus && reasonOf(bonus, TABLE)).toBe('Repique: 37 points while Opponent had none');
    expect(bonusOf(viewOf({}, DIALOGUE.slice(0, 5)))).toBeNull();
  });
});

describe('what takes time to be seen', () => {
  it.each([
    ['discard 7H', [], []],
    ['draw', [], ['draw']],
    ['carte', ['carte_blanche'], ['reveal']],
    ['point H', ['point'], ['call']],
    ['set A 4', ['set', 'repique'], ['call', 'reveal']],
    ['TD', ['lead'], ['card']],
    ['TD', ['point', 'lead'], ['card', 'reveal']],
    ['TD', ['trick'], ['card', 'trick']],
  ])('%s with %j', (words, codes, seen) => expect(beats(event(1, { act: words, happenings: codes.map((code) => happening(code)) }))).toEqual(seen));

  it('is the talon, then the dialogue until a card is led, then the trick', () => {
    expect(sceneOf(viewOf({ stage: STAGE.exchange }), null, null)).toBe('exchange');
    expect(sceneOf(viewOf({ stage: STAGE.declare }), event(1, { act: 'draw' }), 'draw')).toBe('exchange');
    expect(sceneOf(viewOf(), null, null)).toBe('declare');
    expect(sceneOf(viewOf({ stage: STAGE.play }), null, null)).toBe('declare');
    expect(sceneOf(viewOf({ stage: STAGE.play, played: ['AS'] }), null, null)).toBe('trick');
    expect(sceneOf(viewOf({ stage: STAGE.play, played: ['AS'] }), event(1, { happenings: [happening('point')] }), 'reveal')).toBe('declare');
    expect(sceneOf(viewOf({ stage: STAGE.deal }, DIALOGUE), null, null)).toBe('declare'); // a game au cent has ended before the play
  });

  it('keeps the full trick with what it brought', () => {
    const taken = event(9, { happenings: [happening('trick'), happening('capot', { points: 40 })] });
    const view = viewOf({ stage: STAGE.play, last_leader: 1, last_winner: 0, last_trick: ['8D', '9D'] });
    const lying = [
      { seat: 1, card: '8D' },
      { seat: 0, card: '9D' },
    ];
    expect(middle(view, taken, 'card', false)).toEqual({ trick: lying, winner: null, flashes: [] });
    expect(middle(view, taken, 'trick', false)).toMatchObject({ trick: lying, winner: 0, flashes: [{ code: 'capot' }] });
    expect(middle(view, null, null, false).trick).toEqual([]);
  });
});

describe('what one knows', () => {
  it('has the hand by suits of changing colours', () => expect(sorted(['7D', 'AC', '8S', 'TH', 'AS'])).toEqual(['AS', '8S', 'TH', 'AC', '7D']));

  it('is what the other has shown, and what elder saw before it was drawn', () => {
    expect(knownOf(viewOf(), 1, null)).toEqual(['AD', 'KD', 'QD', '7D']);
    const elder = { dealer: 1, shown: [[], ['AD']], known: [['KH', '9H'], []], played: ['9H'] };
    expect(knownOf(viewOf(elder), 1, null)).toEqual(['KH', 'AD']);
  });

  it('is a carte blanche for as long as it is shown', () => {
    const flash = viewOf({ shown: [[], []], carte_shown: [[], ['7S', 'AS']] });
    expect(knownOf(flash, 1, 'reveal')).toEqual(['AS', '7S']);
    expect(knownOf(flash, 1, null)).toEqual([]);
  });
});

describe('the situation a card was chosen for', () => {
  it('changes with the stage, the suit led and the own exchange, not with the other’s', () => {
    const before = situation(viewOf({ stage: STAGE.exchange, drew: [0, 0] }));
    expect(situation(viewOf({ stage: STAGE.exchange, drew: [0, 5] }))).toBe(before);
    expect(situation(viewOf({ stage: STAGE.exchange, drew: [3, 5] }))).not.toBe(before);
    expect(situation(viewOf({ stage: STAGE.declare, drew: [0, 0] }))).not.toBe(before);
  });
});

describe('the answers to the keys', () => {
  it('say what elder has declared and what one is to do', () => {
    expect(answers.turn(viewOf({}, [act(1, 'point D')]), TABLE)).toBe('Opponent: Point of 4, making 38, diamonds. Good, or yours?');
    expect(answers.turn(viewOf({ item: 1 }, [], { legal: ['no sequence'] }), TABLE)).toBe('Your sequence, or say nothing');
    expect(answers.turn(viewOf({ item: 1 }, [], { legal: ['done', 'also sequence JC 5'] }), TABLE)).toBe('Yours is good: show another sequence?');
    expect(answers.turn(viewOf({ stage: STAGE.exchange }), TABLE)).toBe('Lay away up to 3 cards, or none, and draw as many');
    expect(answers.turn(viewOf({ stage: STAGE.play, led: 'D' }, [], { legal: ['7S'] }), TABLE)).toBe('No diamonds: play any card');
  });

  it('name the hand suit by suit, and what the other is known to hold', () => {
    expect(answers.hand(viewOf(), TABLE)).toBe(
      'Cards in your hand: 12. spades: seven. hearts: queen, jack, ten, nine, eight, seven. clubs: jack, ten, nine, eight, seven. ' +
        'Opponent is known to hold diamonds: ace, king, queen, seven',
    );
    expect(answers.score(viewOf({ points: [6, 0] }), TABLE)).toBe('You: 6 in this deal, 20 in all. Opponent: 0 in this deal, 31 in all.');
  });
});
