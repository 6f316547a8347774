// For the tests: a game that doesn't exist, and a deal of Quinto that was worked out by hand.
import type { ActLine, GameInfo, HappeningInfo, TableInfo, View } from '../protocol';

/** An invented game with every kind of option. */
export const zwicken: GameInfo = {
  name: 'zwicken',
  seats: 3,
  sides: [[0], [1], [2]],
  options: [
    { name: 'kitty', kind: 'choice', default: 'small', clause: 'Z3', choices: ['small', 'large'], low: 0, high: 0, numbers: [] },
    { name: 'misere', kind: 'flag', default: false, clause: 'ZA1', choices: [], low: 0, high: 0, numbers: [] },
    { name: 'target', kind: 'number', default: 51, clause: 'Z9', choices: [], low: 21, high: 101, numbers: [] },
  ],
  presets: { village: {}, town: { kitty: 'large', misere: true } },
  bots: ['random', 'simple', 'beginner', 'club', 'master'],
  levels: ['beginner', 'club', 'master'],
  usual: 'club',
  clauses: ['Z3', 'Z9', 'ZA1'],
};

/** A table of an invented game for five, each for himself: Aya sits in seat 1. */
export const five: TableInfo = {
  table: 'five',
  game: 'zwicken',
  rules: {},
  preset: null,
  seats: [person('Ken'), person('Aya'), bot(), bot(), bot()],
  sides: [[0], [1], [2], [3], [4]],
  you: 1,
};

/** The end of a deal of it: a bid, an exchange in secret, one trick, and a settlement in which the bidder loses. Before it all had 10. */
export const fiveView: View = {
  seat: 1,
  number: 12,
  asks: 12,
  turn: -1,
  state: { totals: [12, 3, 12, 12, 12] },
  reckoned: {},
  legal: [],
  refused: {},
  acts: [
    { seat: 1, act: 'bid 7', happenings: [] },
    { seat: 1, act: 'discard 7H', happenings: [] },
    { seat: 1, act: 'discard 8H', happenings: [] },
    { seat: 2, act: 'pass', happenings: [] },
    { seat: 1, act: 'KS', happenings: [happening('lead', 1, { clause: 'Z4', cards: ['KS'], points: 1 })] },
    { seat: 2, act: '2S', happenings: [] },
    { seat: 3, act: 'AS', happenings: [] },
    { seat: 4, act: '3S', happenings: [] },
    {
      seat: 0,
      act: '4S',
      happenings: [
        happening('trick', 3, { clause: 'Z5', cards: ['KS', '2S', 'AS', '3S', '4S'] }),
        happening('set', 1, { clause: 'Z7', cards: ['KS', 'QH'], points: -8 }),
        ...[0, 2, 3, 4].map((side) => happening('against', side, { clause: 'Z8', points: 2 })),
        happening('out', 2, { clause: 'Z9' }),
      ],
    },
  ],
  deals: [
    { dealer: 4, points: [10, 10, 10, 10, 10], totals: [10, 10, 10, 10, 10] },
    { dealer: 0, points: [2, -7, 2, 2, 2], totals: [12, 3, 12, 12, 12] },
  ],
  result: null,
  commitment: null,
  open: { hands: [['4S'], ['KS', 'QH'], ['2S'], ['AS'], ['3S'], [], ['7H', '8H']], pack: '', seed: '' },
  ready: [],
  can_undo: false,
  can_hint: false,
  can_claim: false,
  can_level: false,
  claiming: false,
};

/** A table of an invented game for two: Aya sits in seat 1, a bot in seat 0. */
export const two: TableInfo = { ...five, table: 'two', seats: [bot(), person('Aya')], sides: [[0], [1]] };

/** A Quinto table: Aya sits in seat 1 and looks on from there, Ken in seat 0, bots elsewhere. */
export const table: TableInfo = {
  table: 'abc',
  game: 'quinto',
  rules: { suit_order: 'hdcs' },
  preset: 'hoffmann',
  seats: [person('Ken'), person('Aya'), bot(), bot()],
  sides: [
    [0, 2],
    [1, 3],
  ],
  you: 1,
};

/** Something that happened, worth nothing unless said. */
export function happening(code: string, side: number, more: Partial<HappeningInfo> = {}): HappeningInfo {
  return { code, clause: 'Q12', side, seat: side, cards: [], points: 0, ...more };
}

/** The calls and the last trick of a doubled deal. Before it side 0 had 100, side 1 had 180 in this game. */
export const acts: ActLine[] = [
  { seat: 1, act: 'pass', happenings: [] },
  { seat: 2, act: 'double', happenings: [happening('doubled', 0, { clause: 'Q6', seat: 2 })] },
  { seat: 3, act: 'pass', happenings: [] },
  { seat: 0, act: 'pass', happenings: [] },
  { seat: 1, act: '2S', happenings: [] },
  { seat: 2, act: '3S', happenings: [] },
  { seat: 3, act: '5S', happenings: [] },
  {
    seat: 0,
    act: 'X1',
    happenings: [
      happening('trick', 1, { clause: 'Q9', seat: 3, cards: ['2S', '3S', '5S', 'X1'] }),
      happening('quint_joker', 1, { seat: 3, cards: ['X1'], points: 25 }),
      happening('quint_five', 1, { seat: 3, cards: ['5S'], points: 5 }),
      happening('quint_two_three', 1, { seat: 3, cards: ['3S', '2S'], points: 5 }),
      happening('cachette', 1, { clause: 'Q14', seat: 3, cards: ['AD', '4D', '2C', '3H', 'KS'] }),
      happening('quint_ace_four', 1, { seat: 3, cards: ['AD', '4D'], points: 15 }),
      happening('trick_points', 0, { clause: 'Q15', points: 110 }),
      happening('trick_points', 1, { clause: 'Q15', points: 20 }),
      happening('game', 1, { clause: 'Q18' }),
      happening('rubber', 1, { clause: 'Q19', points: 100 }),
    ],
  },
];

/** The view of seat 1 after that deal, which ended the second game and the rubber. */
export const view: View = {
  seat: 1,
  number: 20,
  asks: 20,
  turn: -2,
  state: { totals: [210, 250], tricks: [11, 2], factors: [2, 2], games: [0, 2], game_over: true },
  reckoned: {},
  legal: [],
  refused: {},
  acts,
  deals: [
    { dealer: 3, points: [60, 255], totals: [60, 255] },
    { dealer: 0, points: [100, 180], totals: [100, 180] },
    { dealer: 1, points: [110, 70], totals: [210, 250] },
  ],
  result: { totals: [270, 605], winner: 1, games: [0, 2] },
  commitment: null,
  open: { hands: [['X1'], ['2S'], ['3S'], ['5S'], ['AD', '4D', '2C', '3H', 'KS']], pack: '', seed: '' },
  ready: [],
  can_undo: false,
  can_hint: false,
  can_claim: false,
  can_level: false,
  claiming: false,
};

function person(name: string): TableInfo['seats'][number] {
  return { name, bot: null, open: false, present: true, stand_in: false };
}

function bot(): TableInfo['seats'][number] {
  return { name: null, bot: 'simple', open: false, present: true, stand_in: false };
}
