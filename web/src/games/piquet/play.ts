/** Piquet's state as the page reads it (PiquetState and `reckon` in src/tefuda/games/piquet.py), and what of it lies on the table. */
import type { HappeningInfo, TableEvent, View } from '../../protocol';
import { isCard, RANKS, suitOf, type Suit } from '../../table/cards';
import type { Beat } from '../../table/pace';

export const STAGE = { deal: 0, carte: 1, exchange: 2, declare: 3, answer: 4, show: 5, play: 6, over: 7 } as const;
export const SUITS: readonly Suit[] = ['S', 'H', 'C', 'D'];
export const TALON = 2; // the place of the talon, after the two hands
export const DISCARDS = 3; // the first of the places for what is laid away

/** What is declared, in its order; also the codes of the happenings that score it. */
export const ITEMS = ['point', 'sequence', 'set'] as const;
export type Item = (typeof ITEMS)[number];

/** The fields of the state that the page shows. */
export interface Piquet {
  hands: string[][];
  sizes: number[];
  stage: number;
  dealer: number | null;
  deals: number;
  dealt: string[][];
  own_discards: string[][];
  drew: number[];
  looked: string[][];
  known: string[][];
  item: number;
  later: number[];
  shown: string[][];
  carte_shown: string[][];
  leader: number | null;
  trick: (string | null)[];
  trick_size: number;
  led: Suit | null;
  last_leader: number | null;
  last_winner: number | null;
  last_trick: (string | null)[];
  played: string[];
  leftover: string[];
  tricks: number[];
  points: number[];
  totals: number[];
  games: number[];
}

/** A point, a sequence or a set that a seat holds: its cards, the value of a point, and what it scores if it is good. */
export interface Holding {
  cards: string[];
  value: number;
  points: number;
}

/** What the rules make of it. */
export interface Reckoned {
  /** For each seat what it declares or could declare, by its words. */
  holdings: Record<string, Holding>[];
  /** How many deals the partie has; 0 for games to 100. */
  deals: number;
  /** How many cards the seat whose turn it is lays away at least and at most, and why not more. */
  exchange?: { least: number; most: number; full: { reason: string; clause: string } };
  /** While cards are exchanged: what each seat has seen of the talon, the top card first. */
  looked?: string[][];
  /** After a partie: the rubicon, and whether the loser has crossed it. */
  rubicon?: { line: number; crossed: boolean };
}

export function read(view: View): Piquet {
  return view.state as unknown as Piquet;
}

export function reckoned(view: View): Reckoned {
  return view.reckoned as unknown as Reckoned;
}

/** A hand by suits of changing colours, each from the ace down. */
export function sorted(cards: readonly string[]): string[] {
  const place = (card: string): number => 13 * SUITS.indexOf(suitOf(card)) + 12 - RANKS.indexOf(card.charAt(0));
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** Who is elder: the seat that doesn't deal. */
export function elderOf(view: View): number {
  return 1 - (read(view).dealer ?? 1);
}

/** A seat's points of the deal, as the viewer knows them. */
export function pointsOf(view: View, seat: number): number {
  const { points, later } = read(view);
  return (points[seat] ?? 0) + (later[seat] ?? 0);
}

/** A seat's total of the match, or of the game to 100, as the viewer knows it. */
export function totalsOf(view: View): number[] {
  const { totals, later } = read(view);
  return totals.map((total, seat) => total + (later[seat] ?? 0));
}

// ---- the exchange

export function exchanging(view: View): boolean {
  const { stage, drew, sizes } = read(view);
  const seat = view.seat ?? -1;
  return stage === STAGE.exchange && seat >= 0 && drew[seat] === 0 && (view.turn === seat || sizes[DISCARDS + seat] === 0);
}

/** How many cards the viewer has laid away already; the choice of the others is not an act yet. */
export function laidAway(view: View): number {
  return view.seat === null ? 0 : (read(view).sizes[DISCARDS + view.seat] ?? 0);
}

/** The acts of an exchange: the cards one after another, then the draw. */
export function exchangeOf(cards: readonly string[]): string[] {
  return [...cards.map((card) => `discard ${card}`), 'draw'];
}

/** Whether a seat's exchange is over and nothing has been played yet: how many cards it drew is news. */
export function exchanged(view: View, seat: number): boolean {
  const { stage, played } = read(view);
  const begun = stage >= STAGE.declare && stage <= STAGE.play && played.length === 0;
  return begun || (stage === STAGE.exchange && seat === elderOf(view) && view.turn !== seat);
}

// ---- the declarations

/** What somebody has declared, as far as the viewer knows it: `count` is 0 where even that is not known. */
export interface Named {
  item: Item;
  suit: Suit | null;
  rank: string | null;
  count: number;
  value: number;
}

/** The item that an act names, null where it names none: `good`, `done`. */
export function itemOf(act: string): Item | null {
  return ITEMS.find((item) => act.split(' ').includes(item)) ?? null;
}

/** A declaration in its parts: `point H`, `sequence QH 6`, `also set K 4`; and as it is heard: `point 5 49`, `sequence 6 Q`. Else null. */
export function parse(act: string, holdings: Record<string, Holding> = {}): Named | null {
  const item = itemOf(act);
  const about = act.replace(/^also /, '').split(' ').slice(1);
  const [first = '', second = ''] = about;
  if (item === null || act.startsWith('no ')) return null;
  const named = { item, suit: null, rank: null, count: Number(first) || 0, value: 0 };
  if (item === 'set') return { ...named, rank: first, count: Number(second) };
  if (item === 'sequence') return isCard(first) ? { ...named, suit: suitOf(first), rank: first.charAt(0), count: Number(second) } : { ...named, rank: second || null };
  if (named.count > 0) return { ...named, value: Number(second) };
  const held = holdings[act];
  return { ...named, suit: first as Suit, count: held?.cards.length ?? 0, value: held?.value ?? 0 };
}

/** A declaration by the cards that it scored with. */
export function byCards(item: Item, cards: readonly string[]): Named {
  const [top = ''] = cards;
  const suit = item === 'set' || top === '' ? null : suitOf(top);
  return { item, suit, rank: item === 'point' ? null : top.charAt(0) || null, count: cards.length, value: 0 };
}

/** What a seat has said of an item: a word (an act such as `good` or `no point`), or a holding with what it scored. */
export interface Said {
  word: string | null;
  named: Named | null;
  points: number;
}

/** What has been said of an item, by each seat. */
export interface Row {
  item: Item;
  said: Said[][];
}

const ANSWERS = ['good', 'not good', 'equal', 'later'];

/** The dialogue of the declarations, item by item, as the viewer has heard it. */
export function rowsOf(view: View): Row[] {
  const rows = ITEMS.map((item) => ({ item, said: [[], []] as Said[][] }));
  let row = rows[0] as Row;
  for (const line of view.acts) {
    row = rows.find(({ item }) => item === itemOf(line.act)) ?? row;
    if (isCard(line.act)) announce(rows, line.happenings);
    else if (itemOf(line.act) !== null || ANSWERS.includes(line.act)) say(row, line, view);
  }
  return rows;
}

/** Adds an act to the row of its item: what it says, and what it scores, to whom. */
function say({ item, said }: Row, { seat, act, happenings }: View['acts'][number], view: View): void {
  const named = parse(act, reckoned(view).holdings[seat]);
  const scored = happenings.find(({ code }) => code === item);
  const answers = said[1 - seat]?.some((each) => each.named !== null) && said[seat]?.length === 0;
  const equal = happenings.some(({ code }) => code === 'equal');
  const word = named === null ? act : answers ? (equal ? 'equal' : 'not good') : null;
  said[seat]?.push({ word, named, points: scored?.seat === seat ? scored.points : 0 });
  const [first] = said[1 - seat] ?? [];
  if (first && scored?.seat === 1 - seat) first.points = scored.points;
}

/** What elder hears only once he has led (PA7). */
function announce(rows: Row[], happenings: readonly HappeningInfo[]): void {
  for (const { code, seat, cards, points } of happenings) {
    const row = rows.find(({ item }) => item === code);
    row?.said[seat]?.push({ word: null, named: byCards(row.item, cards), points });
  }
}

/** A holding that the viewer may declare, or may not. */
export interface Offer {
  act: string;
  named: Named;
  points: number;
  refused: boolean;
}

/** What the viewer can declare now, the best first; where nothing is good enough, the best that he holds, refused. */
export function offersOf(view: View): Offer[] {
  if (view.seat === null || view.turn !== view.seat) return [];
  const item = ITEMS[read(view).item];
  const holdings = Object.entries(reckoned(view).holdings[view.seat] ?? {}).filter(([act]) => itemOf(act) === item);
  const offers = holdings.map(([act, { points }]) => ({ act, named: parse(act, Object.fromEntries(holdings)) as Named, points, refused: act in view.refused }));
  offers.sort((one, other) => strength(other.named) - strength(one.named));
  const legal = offers.filter(({ refused }) => !refused);
  return legal.length > 0 ? legal : offers.filter(({ act }) => view.refused[act]?.reason === 'not_better').slice(0, 1);
}

/** For the order of one's own holdings on the screen. */
function strength({ count, value, rank }: Named): number {
  return 1000 * count + value + RANKS.indexOf(rank ?? '');
}

/** The word with which the viewer declares nothing, or nothing more: `no point`, `good`, `done`; null where there is none. */
export function silenceOf(view: View): string | null {
  return view.legal.find((act) => act.startsWith('no ') || act === 'good' || act === 'done') ?? null;
}

/** A repique or a pique, and the points that its player had while the other had none. */
export interface Bonus {
  code: string;
  clause: string;
  side: number;
  points: number;
  reached: number;
}

/** The repique or the pique of this deal; null while there is none. */
export function bonusOf(view: View): Bonus | null {
  const reached = [0, 0];
  for (const { code, clause, side, points } of view.acts.flatMap(({ happenings }) => happenings)) {
    if (code === 'repique' || code === 'pique') return { code, clause, side, points, reached: reached[side] ?? 0 };
    reached[side] = (reached[side] ?? 0) + points;
  }
  return null;
}

// ---- what takes time to be seen

/** The beats of an event: the second card completes a trick; what is shown at once is turned up for a moment. */
export function beats({ act, happenings }: TableEvent): readonly Beat[] {
  if (act === null || act.startsWith('discard')) return [];
  if (act === 'draw') return ['draw'];
  if (act === 'carte') return ['reveal'];
  const big = happenings.some(({ code }) => code === 'repique' || code === 'talon') || (isCard(act) && declared(happenings));
  const turnsUp: readonly Beat[] = big ? ['reveal'] : [];
  if (!isCard(act)) return ['call', ...turnsUp];
  return has(happenings, 'trick') ? ['card', 'trick'] : ['card', ...turnsUp];
}

/** Cards are chosen for one exchange, a card for one trick. */
export function situation(view: View): string {
  const { deals, stage, item, tricks, led, drew } = read(view);
  return [deals, stage, item, tricks, led ?? '', view.seat === null ? '' : drew[view.seat]].join(' ');
}

export type Scene = 'exchange' | 'declare' | 'trick';

/** What lies in the middle at a beat of an event. */
export function sceneOf(view: View, event: TableEvent | null, beat: Beat | null): Scene {
  const { stage, played, last_winner } = read(view);
  if (stage === STAGE.carte || stage === STAGE.exchange || beat === 'draw') return 'exchange';
  if (stage === STAGE.declare || stage === STAGE.answer || stage === STAGE.show) return 'declare';
  if (beat === 'reveal' && declared(event?.happenings ?? [])) return 'declare';
  if (stage === STAGE.play) return played.length === 0 ? 'declare' : 'trick';
  return last_winner === null && played.length === 0 && view.acts.length > 0 ? 'declare' : 'trick';
}

export interface Laid {
  seat: number;
  card: string;
}

/** The trick so far, or the full trick with its winner; and what there is to say of it. */
export interface Middle {
  trick: Laid[];
  winner: number | null;
  flashes: HappeningInfo[];
}

/** The trick at a beat of an event; `lingering`: the last one stays until another card is played. */
export function middle(view: View, event: TableEvent | null, beat: Beat | null, lingering: boolean): Middle {
  const state = read(view);
  const last = (winner: number | null, flashes: HappeningInfo[]): Middle => ({ trick: laid(state.last_trick, state.last_leader), winner, flashes });
  const done = event?.kind === 'act' && has(event.happenings, 'trick');
  if (done && beat === 'card') return last(null, []);
  if (done && beat === 'trick') return last(state.last_winner, telling(event.happenings));
  const rests = beat === null && lingering && state.trick_size === 0 && state.last_winner !== null;
  if (rests) return last(state.last_winner, telling(view.acts.at(-1)?.happenings ?? []));
  return { trick: laid(state.trick, state.leader), winner: null, flashes: beat === null ? [] : telling(event?.happenings ?? []) };
}

/** Cards in the order of play, each with who laid it. */
export function laid(cards: readonly (string | null)[], leader: number | null): Laid[] {
  return cards.flatMap((card, at) => (card === null || leader === null ? [] : [{ seat: (leader + at) % cards.length, card }]));
}

const TELLING = ['talon', 'pique', 'last_trick', 'cards', 'capot'];

/** What is worth a word beside the trick. */
function telling(happenings: readonly HappeningInfo[]): HappeningInfo[] {
  return happenings.filter(({ code }) => TELLING.includes(code));
}

/** Whether something that was declared is made known. */
function declared(happenings: readonly HappeningInfo[]): boolean {
  return happenings.some(({ code }) => ITEMS.some((item) => item === code));
}

function has(happenings: readonly HappeningInfo[], code: string): boolean {
  return happenings.some((each) => each.code === code);
}

/** The cards that the viewer knows another to hold: those shown to all, and those that elder saw before they were drawn. */
export function knownOf(view: View, seat: number, beat: Beat | null): string[] {
  const { shown, carte_shown, known, played } = read(view);
  const inHand = beat === 'reveal' && (shown[seat] ?? []).length === 0 ? (carte_shown[seat] ?? []) : (shown[seat] ?? []);
  const seen = view.seat === null || view.seat === seat ? [] : (known[view.seat] ?? []).filter((card) => !played.includes(card));
  return sorted([...new Set([...inHand, ...seen])]);
}
