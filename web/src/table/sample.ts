/** A table of Quinto for the tests: Anna in seat 0 with three bots, in the middle of a trick. */
import type { Happened, HappeningInfo, TableEvent, TableInfo, View, Welcome } from '../protocol';
import type { Socket } from './connection.svelte';

const bot = { name: null, bot: 'club', open: false, present: true, stand_in: false };
const person = { name: 'Anna', bot: null, open: false, present: true, stand_in: false };

export const TABLE: TableInfo = {
  table: 'abc',
  game: 'quinto',
  rules: { suit_order: 'hdcs', tie_deal: 'full', double_scope: 'both', cachette_from: 'last', tricks_on_quint_finish: 'ignored' },
  preset: 'hoffmann',
  seats: [person, bot, bot, bot],
  sides: [
    [0, 2],
    [1, 3],
  ],
  you: 0,
};

/** West has led the ten of diamonds; Anna holds diamonds, so hearts are refused (Q8), the Joker is not (Q10). */
export const STATE = {
  hands: [['X1', '5D', 'AS', 'KD', '2H'], [], [], [], []],
  sizes: [5, 4, 4, 4, 5],
  stage: 2,
  turn: 0,
  dealer: 3,
  deals: 1,
  calls: ['pass', 'double', 'pass', 'pass'],
  factors: [2, 2],
  doubler: 1,
  redoubler: null,
  leader: 1,
  trick: ['TD', 'QD', '3C', null],
  trick_size: 3,
  led: 'D',
  last_leader: 2,
  last_winner: 1,
  last_trick: ['4S', '5S', '2S', 'JH'],
  void: [[], [], [], ['D']],
  played: [],
  cachette: [],
  piles: [[], []],
  tricks: [3, 4],
  quints: [0, 5],
  trick_points: [0, 0],
  totals: [40, 65],
  games: [0, 1],
  rubber: [0, 0],
  tied: false,
  game_over: false,
  winner: null,
};

const follow = { reason: 'must_follow', clause: 'Q8' };

export const VIEW: View = {
  seat: 0,
  number: 30,
  asks: 30,
  turn: 0,
  state: STATE,
  reckoned: {},
  legal: ['KD', '5D', 'X1'],
  refused: { AS: follow, '2H': follow, pass: { reason: 'calls_over', clause: 'Q6' } },
  acts: [],
  deals: [],
  result: null,
  commitment: null,
  open: null,
  ready: [],
  can_undo: true,
  can_hint: true,
  can_claim: false,
  can_level: true,
  claiming: false,
};

/** The view with some fields of the state, and perhaps of the view, replaced. */
export function viewWith(state: Partial<Record<keyof typeof STATE, unknown>>, view: Partial<View> = {}): View {
  return { ...VIEW, ...view, state: { ...STATE, ...state } };
}

export function welcome(view: View = VIEW, events: TableEvent[] = []): Welcome {
  return { type: 'welcome', table: TABLE, view, events };
}

/** Event `number`: seat 1 plays the ten of diamonds, unless said otherwise. */
export function event(number: number, fields: Partial<TableEvent> = {}): TableEvent {
  return { number, kind: 'act', seat: 1, act: 'TD', bot: null, stand_in: false, happenings: [], ...fields };
}

export function happened(number: number, fields: Partial<TableEvent> = {}, view: Partial<View> = {}): Happened {
  return { type: 'event', event: event(number, fields), view: { ...VIEW, number, asks: number, ...view }, table: TABLE };
}

export function happening(code: string, fields: Partial<HappeningInfo> = {}): HappeningInfo {
  return { code, clause: 'Q12', side: -1, seat: -1, cards: [], points: 0, ...fields };
}

/** A socket without a network: what is sent is kept, and the test speaks for the server. */
export class FakeSocket implements Socket {
  readyState = 1;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly sent: unknown[] = [];

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.({} as CloseEvent);
  }

  /** The server says something. */
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
}
