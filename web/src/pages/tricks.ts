// A deal trick by trick, from its acts. Knows no game but this: a happening `trick` ends a trick.
import type { ActLine, HappeningInfo } from '../protocol';
import { isCard, isJoker, RANKS } from '../table/cards';

export interface Play {
  seat: number;
  card: string;
}

export interface Trick {
  plays: Play[]; // in the order of play; the first one led
  winner: number | null;
  scored: HappeningInfo[]; // what its cards were worth
}

export interface Turned {
  seat: number;
  cards: string[];
  scored: HappeningInfo[];
}

/** The tricks of a deal, a last one that was not completed included. */
export function tricksOf(acts: ActLine[]): Trick[] {
  const tricks: Trick[] = [];
  let plays: Play[] = [];
  for (const { seat, act, happenings } of acts.filter((each) => isCard(each.act))) {
    plays.push({ seat, card: act });
    const taken = happenings.find((each) => each.code === 'trick');
    if (!taken) continue;
    tricks.push({ plays, winner: taken.seat, scored: worth(beforeTurning(happenings)) });
    plays = [];
  }
  return plays.length > 0 ? [...tricks, { plays, winner: null, scored: [] }] : tricks;
}

/** The cards that were turned up at the end, with what they were worth; null if none were. */
export function turnedUp(acts: ActLine[]): Turned | null {
  const happenings = acts.flatMap((act) => act.happenings);
  const at = happenings.findIndex((each) => each.code === 'cachette');
  const turned = happenings[at];
  return turned ? { seat: turned.seat, cards: turned.cards, scored: worth(happenings.slice(at)) } : null;
}

/** The acts that were no cards: calls, in order. */
export function callsOf(acts: ActLine[]): ActLine[] {
  return acts.filter((each) => !isCard(each.act));
}

/** Which suits stand first: the table's own order if it has one, else spades, hearts, diamonds, clubs. */
export function suitOrder(rules: Record<string, unknown>): string {
  const named = String(rules['suit_order'] ?? '').toUpperCase();
  return [...named].sort().join('') === 'CDHS' ? named : 'SHDC';
}

/** A hand sorted by suit and from the ace down, jokers last. */
export function sorted(hand: string[], suits: string): string[] {
  const weight = (card: string): number => (isJoker(card) ? 99 : suits.indexOf(card.charAt(1)) * 13 + 12 - RANKS.indexOf(card.charAt(0)));
  return [...hand].sort((one, other) => weight(one) - weight(other));
}

/** The points that happenings brought. */
export function pointsOf(scored: HappeningInfo[]): number {
  return scored.reduce((points, each) => points + each.points, 0);
}

function beforeTurning(happenings: HappeningInfo[]): HappeningInfo[] {
  const at = happenings.findIndex((each) => each.code === 'cachette');
  return at < 0 ? happenings : happenings.slice(0, at);
}

function worth(happenings: HappeningInfo[]): HappeningInfo[] {
  return happenings.filter((each) => each.points !== 0 && each.cards.length > 0);
}
