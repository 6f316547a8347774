/** Da San's state as the page reads it (DasanState in src/tefuda/games/dasan.py), and what of it lies on the table. */
import type { TableEvent, TableInfo, View } from '../../protocol';
import { cardsOf } from '../../table/acts';
import type { Beat } from '../../table/pace';
import { byRank, keyOf } from './combinations';

export const STAGE = { deal: 0, auction: 1, call: 2, play: 3, over: 4 } as const;

/** The fields of the state that the page shows. */
export interface Dasan {
  hands: string[][];
  sizes: number[];
  stage: number;
  deals: number;
  opener: number | null;
  opening: string | null;
  calls: (string | null)[];
  bid: number;
  bidder: number | null;
  landlord: number | null;
  dug: string[][]; // the viewer's own cell only
  hole: string[];
  called: string | null;
  partner: number | null;
  kind: number;
  length: number;
  bottom: number;
  winning: number | null;
  shown: string[][];
  last_winner: number | null;
  last_play: string[];
  out: number | null;
  totals: number[];
  tally: number[];
}

export function read(view: View): Dasan {
  return view.state as unknown as Dasan;
}

/** The viewer's hand, from the lowest; nothing for a spectator. */
export function handOf(view: View): string[] {
  return view.seat === null ? [] : byRank(read(view).hands[view.seat] ?? []);
}

/** All bids of a table but the pass. */
export function bidsOf(rules: TableInfo['rules']): string[] {
  return Array.from({ length: rules['four_player'] === 'one_vs_three' ? 4 : 3 }, (_, at) => `bid ${at + 1}`);
}

/** The legal acts of play, as they are offered; none while it is somebody else's turn. */
export function playsOf(view: View): string[] {
  return view.legal.filter((act) => act.startsWith('play '));
}

/** What the cards chosen would be: the act of `legal` or `refused` that is the same combination, null where they are none. */
export function meant(view: View, cards: readonly string[]): { act: string; refused: boolean } | null {
  const { called } = read(view);
  const key = keyOf(cards, called);
  const same = (act: string): boolean => act.startsWith('play ') && keyOf(cardsOf(act), called) === key;
  const legal = view.legal.find(same);
  if (legal !== undefined) return { act: legal, refused: false };
  const refused = Object.keys(view.refused).find(same);
  return refused === undefined ? null : { act: refused, refused: true };
}

/** The refused act that best says why a rank can't be played now: one of as many cards as lie on the table, if there is one. */
export function refusedOf(view: View, rank: string): string | null {
  const acts = Object.keys(view.refused).filter((act) => cardsOf(act).some((card) => card.startsWith(rank)));
  const { kind, length } = read(view);
  return acts.find((act) => cardsOf(act).length === kind * length) ?? acts[0] ?? null;
}

/** The beats of an event: a call, the hole where all see it, cards that are played, a round that is over. */
export function beats({ act, happenings }: TableEvent): readonly Beat[] {
  if (act === null) return [];
  if (act.startsWith('play ')) return ['card'];
  if (happenings.some(({ code }) => code === 'round')) return ['call', 'trick'];
  return happenings.some(({ code, cards }) => code === 'dug' && cards.length > 0) ? ['call', 'reveal'] : ['call'];
}

/** Cards are chosen for one combination to beat; a bid against the one that stands. */
export function situation(view: View): string {
  const { deals, stage, kind, length, bottom, bid } = read(view);
  return [deals, stage, kind, length, bottom, stage === STAGE.auction ? bid : ''].join(' ');
}

/** What a seat has put down. */
export interface Pile {
  seat: number;
  cards: string[];
  /** Whether these are the cards to beat, or those that won the round. */
  best: boolean;
}

/** What lies on the table at a beat: each seat's last cards of this round; a round that is over stays until its beat ends. */
export function piles(view: View, event: TableEvent | null, beat: Beat | null): Pile[] {
  if (beat !== null && event?.happenings.some(({ code }) => code === 'round')) return lastRound(view);
  const { shown, winning } = read(view);
  return shown.flatMap((cards, seat) => (cards.length > 0 ? [{ seat, cards: byRank(cards), best: seat === winning }] : []));
}

/** The cards that won the round before. */
export function lastRound(view: View): Pile[] {
  const { last_winner: seat, last_play: cards } = read(view);
  return seat === null ? [] : [{ seat, cards: byRank(cards), best: true }];
}

/** The seats whose last act in this round was a pass. */
export function passed(view: View): number[] {
  if (read(view).stage !== STAGE.play) return [];
  const begin = view.acts.findLastIndex(({ happenings }) => happenings.some(({ code }) => ['round', 'landlord', 'called'].includes(code)));
  const last = new Map(view.acts.slice(begin + 1).map(({ seat, act }) => [seat, act]));
  return [...last].flatMap(([seat, act]) => (act === 'pass' ? [seat] : []));
}

/** What a seat is in this deal, as the viewer knows it: `secret` is the partner's own knowledge before anybody else's. */
export function roleOf(view: View, seat: number): 'landlord' | 'partner' | 'secret' | null {
  const { landlord, partner, called } = read(view);
  if (seat === landlord) return 'landlord';
  if (seat === partner) return 'partner';
  return called !== null && seat === view.seat && handOf(view).includes(called) ? 'secret' : null;
}

/** The cards of the hole as far as the viewer knows them: those that all see, or that he took himself. */
export function holeOf(view: View): string[] {
  const { hole, dug } = read(view);
  return byRank(hole.length > 0 ? hole : view.seat === null ? [] : (dug[view.seat] ?? []));
}
