/** Quinto's state as the page reads it (QuintoState in src/tefuda/games/quinto.py), and what of it lies on the table. */
import type { HappeningInfo, TableEvent, TableInfo, View } from '../../protocol';
import { isCard, isJoker, RANKS, suitOf, type Suit } from '../../table/cards';
import type { Beat } from '../../table/pace';

export type Call = 'pass' | 'double' | 'redouble';
export const CALLS: readonly Call[] = ['pass', 'double', 'redouble'];
export const CACHETTE_PLACE = 4;

export const STAGE = { deal: 0, calls: 1, play: 2, over: 3 } as const;

/** The fields of the state that the page shows. */
export interface Quinto {
  hands: string[][];
  sizes: number[];
  stage: number;
  dealer: number | null;
  deals: number;
  calls: (Call | null)[];
  factors: number[];
  leader: number | null;
  trick: (string | null)[];
  trick_size: number;
  led: Suit | null;
  last_leader: number | null;
  last_winner: number | null;
  last_trick: (string | null)[];
  cachette: string[];
  tricks: number[];
  totals: number[];
  games: number[];
  tied: boolean | number;
}

export function read(view: View): Quinto {
  return view.state as unknown as Quinto;
}

/** The suits of this table, strongest first (QA1). */
export function chain(rules: TableInfo['rules']): Suit[] {
  return [...String(rules['suit_order']).toUpperCase()] as Suit[];
}

/** A hand in the order of the chain: the strongest suit first, in it the ace first; the Joker last (Q5). */
export function sorted(cards: readonly string[], rules: TableInfo['rules']): string[] {
  const suits = chain(rules);
  const place = (card: string): number => (isJoker(card) ? 99 : 13 * suits.indexOf(suitOf(card)) + 12 - RANKS.indexOf(card.charAt(0)));
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** The beats of an event: a fourth card leaves the full trick on the table, the last one turns up the cachette. */
export function beats({ act, happenings }: TableEvent): readonly Beat[] {
  if (act === null) return [];
  if (!isCard(act)) return ['call'];
  if (!has(happenings, 'trick')) return ['card'];
  return has(happenings, 'cachette') ? ['card', 'trick', 'reveal'] : ['card', 'trick'];
}

/** A card chosen ahead is meant for one trick, and for the suit led to it. */
export function situation(view: View): string {
  const { deals, stage, tricks, led, trick_size } = read(view);
  return [deals, stage, tricks, led ?? (trick_size > 0 ? 'joker' : '')].join(' ');
}

export interface Laid {
  seat: number;
  card: string;
}

/** What lies in the middle: the trick so far; or the full trick with its winner; or the cachette. */
export interface Middle {
  trick: Laid[];
  winner: number | null;
  cachette: string[];
  flashes: HappeningInfo[];
}

/** The middle of the table at a beat of an event; `lingering`: what was there last stays until another card is played. */
export function middle(view: View, event: TableEvent | null, beat: Beat | null, lingering: boolean): Middle {
  const state = read(view);
  const done = event?.kind === 'act' && has(event.happenings, 'trick');
  const last = (): Laid[] => laid(state.last_trick, state.last_leader);
  if (done && beat === 'card') return { trick: last(), winner: null, cachette: [], flashes: [] };
  if (done && beat === 'trick') return { trick: last(), winner: state.last_winner, cachette: [], flashes: quints(event.happenings)[0] };
  if (beat === 'reveal' || (beat === null && state.cachette.length > 0)) return turnedUp(view);
  const rests = beat === null && lingering && state.trick_size === 0 && state.last_winner !== null;
  if (rests) return { trick: last(), winner: state.last_winner, cachette: [], flashes: quints(lastHappenings(view))[0] };
  return { trick: laid(state.trick, state.leader), winner: null, cachette: [], flashes: [] };
}

function turnedUp(view: View): Middle {
  return { trick: [], winner: read(view).last_winner, cachette: read(view).cachette, flashes: quints(lastHappenings(view))[1] };
}

/** Cards in the order of play, each with who laid it. */
export function laid(cards: readonly (string | null)[], leader: number | null): Laid[] {
  return cards.flatMap((card, at) => (card === null || leader === null ? [] : [{ seat: (leader + at) % cards.length, card }]));
}

/** What the last act that completed a trick brought about. */
function lastHappenings(view: View): HappeningInfo[] {
  return view.acts.findLast(({ happenings }) => has(happenings, 'trick'))?.happenings ?? [];
}

/** The quints of a trick, and those of the cachette after it. */
export function quints(happenings: readonly HappeningInfo[]): [HappeningInfo[], HappeningInfo[]] {
  const turn = happenings.findIndex(({ code }) => code === 'cachette');
  const of = (some: readonly HappeningInfo[]): HappeningInfo[] => some.filter(({ code }) => code.startsWith('quint_'));
  return turn < 0 ? [of(happenings), []] : [of(happenings.slice(0, turn)), of(happenings.slice(turn))];
}

function has(happenings: readonly HappeningInfo[], code: string): boolean {
  return happenings.some((each) => each.code === code);
}
