/** Pitch's state as the page reads it (PitchState and `reckon` in src/tefuda/games/pitch.py), and what of it lies on the table. */
import type { HappeningInfo, TableEvent, TableInfo, View } from '../../protocol';
import { isCard, isJoker, RANKS, suitOf, type Suit } from '../../table/cards';
import type { Beat } from '../../table/pace';

export const STAGE = { deal: 0, auction: 1, trump: 2, call: 3, leftovers: 4, burn: 5, play: 6, over: 7 } as const;
export const SUITS: readonly Suit[] = ['S', 'H', 'C', 'D'];
export const STOCK = 5; // the place of the stock, after the five hands

/** The fields of the state that the page shows. */
export interface Pitch {
  hands: string[][];
  sizes: number[];
  left: number;
  thrown: string[][];
  kept: number[];
  stage: number;
  dealer: number | null;
  deals: number;
  bids: (string | null)[];
  bid: string | null;
  bidder: number | null;
  partner: number | null;
  called: string | null;
  trump: Suit | null;
  burnt: string[][];
  leader: number | null;
  trick: (string | null)[];
  tricks: number;
  last_leader: number | null;
  last_winner: number | null;
  last_trick: (string | null)[];
  out: boolean[];
  misdealer: number | null;
  totals: number[];
}

/** What the rules make of it. */
export interface Reckoned {
  /** The trumps of each suit that may still be named, or of the one that has been, from the highest. */
  trumps: Partial<Record<Suit, string[]>>;
  /** What their point cards are worth. */
  worth: Partial<Record<Suit, Record<string, number>>>;
  /** The points that each side has taken in this deal. */
  taken: number[];
  /** How many cards the seat whose turn it is has to burn. */
  burn: number;
  /** Of the bid, once a card can be led: the points of the bidder's side, those still to be taken, and those that it lacks. */
  bidding?: number;
  open?: number;
  missing?: number;
}

export function read(view: View): Pitch {
  return view.state as unknown as Pitch;
}

export function reckoned(view: View): Reckoned {
  return view.reckoned as unknown as Reckoned;
}

/** The first word of an act, and what it is about: `bid 6`. */
export function parts(act: string): [verb: string, about: string] {
  const [verb = '', about = ''] = act.split(' ');
  return [verb, about];
}

/** All bids of a table but the pass, in their order (TV6, TC17). */
export function bidsOf(rules: TableInfo['rules']): string[] {
  const [lowest, points] = [Number(rules['min_bid']), Number(rules['points'])];
  return [...Array.from({ length: points - lowest + 1 }, (_, at) => `bid ${lowest + at}`), 'moon'];
}

/** A hand with the trumps first, from the highest, then the other cards by suits; by suits alone while none is in mind. */
export function sorted(cards: readonly string[], trumps: readonly string[]): string[] {
  const place = (card: string): number => (trumps.includes(card) ? trumps.indexOf(card) : 100 + bySuit(card));
  return [...cards].sort((one, other) => place(one) - place(other));
}

function bySuit(card: string): number {
  return isJoker(card) ? (card === 'X1' ? 0 : 1) : 10 + 13 * SUITS.indexOf(suitOf(card)) + 12 - RANKS.indexOf(card.charAt(0));
}

/** How many cards of a hand would be trumps, and their points. */
export interface Prospect {
  trumps: string[];
  points: number;
}

export function promiseOf(hand: readonly string[], suit: Suit, { trumps, worth }: Reckoned): Prospect {
  const held = sorted(hand, trumps[suit] ?? []).filter((card) => trumps[suit]?.includes(card));
  return { trumps: held, points: pointsIn(held, worth[suit]) };
}

export function pointsIn(cards: readonly string[], worth: Record<string, number> = {}): number {
  return cards.reduce((points, card) => points + (worth[card] ?? 0), 0);
}

/**
 * The beats of an event: once trumps are named all throw away and fill up; what is left, or the blind, is taken and then thrown away;
 * the last card of a trick leaves the full trick on the table.
 */
export function beats({ act, happenings }: TableEvent, view: View): readonly Beat[] {
  if (act === null) return [];
  const [verb] = parts(act);
  if (verb === 'trump') return read(view).stage === STAGE.call ? ['call'] : ['call', 'discard', 'draw'];
  if (verb === 'call' || verb === 'take' || verb === 'give') return ['call', 'draw', 'discard'];
  if (verb === 'burn') return ['card'];
  if (!isCard(act)) return ['call'];
  return trickOf(happenings) ? ['card', 'trick'] : ['card'];
}

/** A card is chosen for one trick, a bid against one that stands. */
export function situation(view: View): string {
  const { deals, stage, tricks, leader, bid } = read(view);
  return [deals, stage, tricks, leader, stage === STAGE.auction ? bid : ''].join(' ');
}

export interface Laid {
  seat: number;
  card: string;
}

/** The cards that each seat has played, in the order of play. */
export function laid(cards: readonly (string | null)[], leader: number | null, seats: number): Laid[] {
  if (leader === null) return [];
  const order = Array.from({ length: seats }, (_, at) => (leader + at) % seats);
  return order.flatMap((seat) => (cards[seat] ? [{ seat, card: cards[seat] }] : []));
}

/** What lies in the middle: the trick so far, or the full trick with its winner; and what there is to say of it. */
export interface Middle {
  trick: Laid[];
  winner: number | null;
  happened: HappeningInfo[];
}

/** The middle of the table at a beat of an event; `lingering`: the last trick stays until another card is played. */
export function middle(view: View, event: TableEvent | null, beat: Beat | null, seats: number, lingering: boolean): Middle {
  const state = read(view);
  const last = (winner: number | null, happened: HappeningInfo[]): Middle => ({ trick: laid(state.last_trick, state.last_leader, seats), winner, happened });
  const done = event?.kind === 'act' && trickOf(event.happenings) !== undefined;
  if (done && beat === 'card') return last(null, []);
  if (done && beat === 'trick') return last(state.last_winner, telling(event.happenings));
  const trick = laid(state.trick, state.leader, seats);
  const rests = beat === null && lingering && trick.length === 0 && state.last_winner !== null;
  if (rests) return last(state.last_winner, telling(view.acts.findLast(({ happenings }) => trickOf(happenings))?.happenings ?? []));
  return { trick, winner: null, happened: beat === 'card' ? telling(event?.happenings ?? []) : [] };
}

const TELLING = ['trick', 'two', 'partner', 'alone', 'point_burnt'];

/** What is worth a word beside the trick. */
function telling(happenings: readonly HappeningInfo[]): HappeningInfo[] {
  return happenings.filter(({ code }) => TELLING.includes(code));
}

export function trickOf(happenings: readonly HappeningInfo[]): HappeningInfo | undefined {
  return happenings.find(({ code }) => code === 'trick');
}

/** What something that happened in a trick is worth: of the trick itself all cards but those that stay with their players. */
export function pointsOf(happening: HappeningInfo, all: readonly HappeningInfo[], worth: Record<string, number>): number {
  const staying = all.filter(({ code }) => code === 'two').flatMap(({ cards }) => cards);
  if (happening.code === 'two') return pointsIn(happening.cards, worth);
  return happening.code === 'trick' ? pointsIn(happening.cards.filter((card) => !staying.includes(card)), worth) : 0;
}

/** A seat's own cards and everybody's counts as they were seen last. */
export interface Held {
  number: number;
  hand: string[];
  thrown: string[];
  sizes: number[];
}

export function held(view: View): Held {
  const { hands, thrown, sizes } = read(view);
  const own = view.seat ?? -1;
  return { number: view.number, hand: hands[own] ?? [], thrown: thrown[own] ?? [], sizes };
}

/** A step of throwing away or filling up: the cards in sight with those on the move, and each place's count, now and before. */
export interface Step {
  cards: string[];
  moving: string[];
  sizes: number[];
  were: number[];
}

/** The cards at a beat of an event that moves them. `before`: what was seen last. */
export function stepOf(view: View, event: TableEvent | null, beat: Beat | null, before: Held): Step {
  const now = held(view);
  const still = { cards: now.hand, moving: [], sizes: now.sizes, were: now.sizes };
  if (event?.act == null || beat === null || !moves(event.act)) return still;
  if (beat === 'call') return { cards: before.hand, moving: [], sizes: before.sizes, were: before.sizes };
  return parts(event.act)[0] === 'trump' ? refill(view, beat, before, now) : pickUp(view, beat, before, now);
}

/** Whether cards are thrown away or taken after an act. */
function moves(act: string): boolean {
  return ['trump', 'call', 'take', 'give'].includes(parts(act)[0]);
}

/** First everybody throws away, then everybody fills up. */
function refill(view: View, beat: Beat, before: Held, now: Held): Step {
  const { kept } = read(view);
  const between = before.sizes.map((size, place) => (place < STOCK ? (kept[place] ?? size) : size));
  if (beat === 'draw') return { cards: now.hand, moving: without(now.hand, before.hand), sizes: now.sizes, were: between };
  return { cards: before.hand, moving: without(before.hand, now.hand), sizes: between, were: before.sizes };
}

/** First somebody takes what is left, then non-trumps are thrown away. */
function pickUp(view: View, beat: Beat, before: Held, now: Held): Step {
  const thrown = without(now.thrown, before.thrown);
  const drawn = without([...now.hand, ...thrown], before.hand);
  const cards = [...before.hand, ...drawn];
  const taker = takerOf(view);
  const between = before.sizes.map((size, place) => (place === taker ? size + read(view).left : place === STOCK ? 0 : size));
  if (beat === 'discard') return { cards, moving: thrown, sizes: now.sizes, were: between };
  return { cards, moving: drawn, sizes: between, were: before.sizes };
}

/** Who has taken the last cards of the stock, or the blind. */
export function takerOf(view: View): number | null {
  return view.acts.flatMap(({ happenings }) => happenings).findLast(({ code }) => code === 'leftovers' || code === 'blind')?.seat ?? null;
}

function without(cards: readonly string[], those: readonly string[]): string[] {
  return cards.filter((card) => !those.includes(card));
}
