// A deal trick by trick, or round by round, from its acts. Knows no game: what ends a trick the game's Sheet says.
import type { ActLine, HappeningInfo } from '../protocol';
import { playedCards } from '../table/acts';
import { isJoker, RANKS } from '../table/cards';
import { isEnd, isOne, lieIn, type Sheet } from './sheet';

export interface Play {
  seat: number;
  cards: string[]; // one in a trick
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

/** The acts of one seat in a row. */
export interface Said {
  seat: number;
  acts: string[];
}

/** The tricks of a deal, a last one that was not completed included. */
export function tricksOf(acts: readonly ActLine[], sheet: Sheet = {}): Trick[] {
  const tricks: Trick[] = [];
  let plays: Play[] = [];
  let happened: HappeningInfo[] = [];
  for (const { seat, act, happenings } of acts.slice(firstPlay(acts))) {
    const cards = playedCards(act);
    if (cards) plays.push({ seat, cards });
    happened.push(...beforeTurning(happenings, sheet));
    const end = happenings.find((each) => isEnd(each, sheet));
    if (!end) continue;
    tricks.push({ plays, winner: end.seat, scored: worth(happened, cardsIn(plays)) });
    [plays, happened] = [[], []];
  }
  return plays.length > 0 ? [...tricks, { plays, winner: null, scored: [] }] : tricks;
}

/** The cards that were turned up at the end, with what they were worth; null if none were. */
export function turnedUp(acts: readonly ActLine[], sheet: Sheet = {}): Turned | null {
  const happenings = acts.flatMap((act) => act.happenings);
  const at = happenings.findIndex((each) => isOne(each, sheet.turned));
  const turned = happenings[at];
  return turned ? { seat: turned.seat, cards: turned.cards, scored: worth(happenings.slice(at), turned.cards) } : null;
}

/** What was said and done before the first card was played: calls, bids, an exchange; the acts of a seat in a row together. */
export function beforePlay(acts: readonly ActLine[]): Said[] {
  const said: Said[] = [];
  for (const { seat, act } of acts.slice(0, firstPlay(acts))) {
    const last = said.at(-1);
    if (last?.seat === seat) last.acts.push(act);
    else said.push({ seat, acts: [act] });
  }
  return said;
}

/** All cards of a trick. */
export function cardsIn(plays: readonly Play[]): string[] {
  return plays.flatMap((play) => play.cards);
}

/** Which suits stand first: the table's own order if it has one, else spades, hearts, diamonds, clubs. */
export function suitOrder(rules: Record<string, unknown>): string {
  const named = String(rules['suit_order'] ?? '').toUpperCase();
  return [...named].sort().join('') === 'CDHS' ? named : 'SHDC';
}

/** A hand sorted by suit and from the ace down, jokers last. */
export function sorted(hand: readonly string[], suits: string): string[] {
  const weight = (card: string): number => (isJoker(card) ? 99 : suits.indexOf(card.charAt(1)) * 13 + 12 - RANKS.indexOf(card.charAt(0)));
  return [...hand].sort((one, other) => weight(one) - weight(other));
}

/** The points that happenings brought. */
export function pointsOf(scored: readonly HappeningInfo[]): number {
  return scored.reduce((points, each) => points + each.points, 0);
}

function firstPlay(acts: readonly ActLine[]): number {
  const at = acts.findIndex(({ act }) => playedCards(act) !== null);
  return at < 0 ? acts.length : at;
}

function beforeTurning(happenings: readonly HappeningInfo[], sheet: Sheet): readonly HappeningInfo[] {
  const at = happenings.findIndex((each) => isOne(each, sheet.turned));
  return at < 0 ? happenings : happenings.slice(0, at);
}

function worth(happenings: readonly HappeningInfo[], cards: readonly string[]): HappeningInfo[] {
  return happenings.filter((each) => each.points !== 0 && lieIn(each.cards, cards));
}
