// Generated from src/tefuda/server/protocol.py by `make protocol`. Do not edit.

export interface Protocol {
  GameInfo: GameInfo;
  Seating: Seating;
  TableInfo: TableInfo;
  Welcome: Welcome;
  Happened: Happened;
  Presence: Presence;
  Advice: Advice;
  Fault: Fault;
  Problem: Problem;
  RulesWish: RulesWish;
  NewTable: NewTable;
  SitDown: SitDown;
  Act: Act;
  Next: Next;
  Undo: Undo;
  Hint: Hint;
  Claim: Claim;
  Level: Level;
}
/**
 * A game on the front page. `seats` and `sides` are those of the default rules; Seating has those of others.
 */
export interface GameInfo {
  name: string;
  seats: number;
  sides: number[][];
  options: OptionInfo[];
  presets: {
    [k: string]: {
      [k: string]: boolean | number | string;
    };
  };
  bots: string[];
  levels: string[];
  usual: string;
  clauses: string[];
}
/**
 * One house rule as the new-table form shows it; words are `option.GAME.NAME` and `option.GAME.NAME.CHOICE`.
 */
export interface OptionInfo {
  name: string;
  kind: 'choice' | 'flag' | 'number';
  default: boolean | number | string;
  clause: string;
  choices: string[];
  low: number;
  high: number;
  numbers: number[];
}
/**
 * What house rules ask for: every option with its value, how many seats, and who scores together.
 */
export interface Seating {
  rules: {
    [k: string]: boolean | number | string;
  };
  seats: number;
  sides: number[][];
}
/**
 * A table as everybody sees it; `you` is the viewer's seat, null for a spectator.
 */
export interface TableInfo {
  table: string;
  game: string;
  rules: {
    [k: string]: boolean | number | string;
  };
  preset: string | null;
  seats: SeatInfo[];
  sides: number[][];
  you: number | null;
}
/**
 * A seat as everybody sees it. `stand_in`: a bot plays for a person who is away. A bot has no name and is always present.
 */
export interface SeatInfo {
  name: string | null;
  bot: string | null;
  open: boolean;
  present: boolean;
  stand_in: boolean;
}
/**
 * The first message on a socket: where the table stands, and the events after `since` (none without `since`).
 */
export interface Welcome {
  type: 'welcome';
  table: TableInfo;
  view: View;
  events: TableEvent[];
}
/**
 * What one viewer sees after an event. It holds nothing that the viewer's seat may not know.
 *
 * `state` has the game's fields by name (games/NAME.py says what each means): sets of cards as lists of words, nobody as null.
 * `reckoned` is what the rules make of them (the game's `reckon`), so that no page needs to know the rules; often empty.
 * `turn` is a seat, -1 while a deal is due, -2 when the match is over. `legal` and `refused` are there for the seat to act only.
 */
export interface View {
  seat: number | null;
  number: number;
  asks: number;
  turn: number;
  state: {
    [k: string]: unknown;
  };
  reckoned: {
    [k: string]: unknown;
  };
  legal: string[];
  refused: {
    [k: string]: Refused;
  };
  acts: ActLine[];
  deals: DealScore[];
  result: {
    [k: string]: unknown;
  } | null;
  commitment: string | null;
  open: OpenDeal | null;
  ready: number[];
  can_undo: boolean;
  can_hint: boolean;
  can_claim: boolean;
  can_level: boolean;
  claiming: boolean;
}
/**
 * Why the rules refuse an act; words are `refusal.GAME.REASON`, the clause is an anchor in the rulebook.
 */
export interface Refused {
  reason: string;
  clause: string;
}
/**
 * One act of a deal with what it brought about.
 */
export interface ActLine {
  seat: number;
  act: string;
  happenings: HappeningInfo[];
}
/**
 * One thing that an act brought about; words are `happening.GAME.CODE`. `side` and `seat` are -1 for nobody.
 */
export interface HappeningInfo {
  code: string;
  clause: string;
  side: number;
  seat: number;
  cards: string[];
  points: number;
}
/**
 * A finished deal in the score sheet, in the order of the sides.
 */
export interface DealScore {
  dealer: number;
  points: number[];
  totals: number[];
}
/**
 * A deal that is over, all cards open. `hands` has every place at its start: the hands, then what lay face down.
 *
 * `seed` is the text whose SHA-256 was `View.commitment`; tefuda.core.chance says how the pack's order follows from it.
 */
export interface OpenDeal {
  hands: string[][];
  pack: string;
  seed: string;
}
/**
 * One numbered thing that happened at the table.
 *
 * `dealt` (a new deal), `act` (`seat` did `act`; `stand_in` if a bot did it for a person), `undone` (the table went back to before
 * `seat`'s last act), `seats` (a person sat down in `seat` or has it back; with `stand_in` a bot plays for that person now),
 * `level` (from now on `bot` plays in `seat`).
 */
export interface TableEvent {
  number: number;
  kind: 'dealt' | 'act' | 'undone' | 'seats' | 'level';
  seat: number | null;
  act: string | null;
  bot: string | null;
  stand_in: boolean;
  happenings: HappeningInfo[];
}
/**
 * Something happened.
 */
export interface Happened {
  type: 'event';
  event: TableEvent;
  view: View;
  table: TableInfo;
}
/**
 * Who is present, who is ready for the next deal, or whether you can claim the rest has changed.
 *
 * It has no number: it is of the moment and isn't stored.
 */
export interface Presence {
  type: 'presence';
  table: TableInfo;
  view: View;
}
/**
 * The answer to `hint`: every legal act, best first, as the seat's own view has it. `asks` is the position that it is about.
 *
 * Only the connections of the seat that asked get it. It has no number and is written down nowhere.
 */
export interface Advice {
  type: 'advice';
  asks: number;
  acts: AdviceLine[];
}
/**
 * One legal act, and what the strongest bot thinks it is worth.
 *
 * `points` are what it expects of the deal for the seat's side, less what the others get; `error` is the standard error of the
 * difference to the best act.
 */
export interface AdviceLine {
  act: string;
  points: number;
  error: number;
}
/**
 * A request that was not carried out; it changed nothing. Words are `fault.CODE`; `reason` and `clause` as in Refused.
 */
export interface Fault {
  type: 'fault';
  code:
    | 'garbled'
    | 'too_long'
    | 'too_many'
    | 'stale'
    | 'not_your_seat'
    | 'not_your_turn'
    | 'refused'
    | 'unknown_act'
    | 'no_deal_due'
    | 'no_undo'
    | 'no_hint'
    | 'not_ready'
    | 'no_claim'
    | 'no_level'
    | 'not_stored';
  text: string;
  reason: string | null;
  clause: string | null;
}
/**
 * An HTTP request that was not carried out; words are `problem.CODE`.
 */
export interface Problem {
  code:
    | 'garbled'
    | 'too_long'
    | 'no_such_page'
    | 'no_such_method'
    | 'no_such_game'
    | 'no_such_table'
    | 'no_such_seat'
    | 'no_such_bot'
    | 'wrong_rules'
    | 'wrong_seats'
    | 'wrong_name'
    | 'seat_taken'
    | 'seated_already'
    | 'other_site'
    | 'not_stored';
  text: string;
}
/**
 * House rules that somebody thinks of. `rules` holds only what differs from the preset (or the defaults).
 */
export interface RulesWish {
  preset?: string | null;
  rules?: {
    [k: string]: boolean | number | string;
  };
}
/**
 * A table to open; `name` is the opener's.
 */
export interface NewTable {
  preset?: string | null;
  rules?: {
    [k: string]: boolean | number | string;
  };
  game: string;
  name: string;
  seats: SeatWish[];
}
/**
 * Who shall sit in a seat of a new table: the person who opens it, a bot, or whoever follows the link.
 */
export interface SeatWish {
  kind: 'me' | 'bot' | 'open';
  bot?: string | null;
}
/**
 * A person takes an open seat.
 */
export interface SitDown {
  name: string;
}
/**
 * The person in `seat` acts.
 */
export interface Act {
  type: 'act';
  seat: number;
  act: string;
  answers: number;
}
/**
 * The person in `seat` wants the next deal; it is dealt when everybody present does.
 */
export interface Next {
  type: 'next';
  seat: number;
  answers: number;
}
/**
 * The person in `seat` takes back the last act; only where all others are bots.
 */
export interface Undo {
  type: 'undo';
  seat: number;
  answers: number;
}
/**
 * The person in `seat`, whose turn it is, asks what each act is worth; only where all others are bots.
 */
export interface Hint {
  type: 'hint';
  seat: number;
  answers: number;
}
/**
 * The person in `seat` claims the rest: the strongest bot plays the person's cards until the deal is over.
 */
export interface Claim {
  type: 'claim';
  seat: number;
  answers: number;
}
/**
 * The person in `seat` lets another bot play in the bot's seat `where`, from now on; only where all others are bots.
 */
export interface Level {
  type: 'level';
  seat: number;
  where: number;
  bot: string;
}
