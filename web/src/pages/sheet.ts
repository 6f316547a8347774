// The score sheet's arithmetic: lines from what the acts brought about, and deals from the match so far. Knows no game.
import type { ActLine, HappeningInfo, TableInfo, View } from '../protocol';
import { ownSide } from '../table/seats';

export interface SheetLine {
  code: string;
  clause: string;
  side: number;
  cards: string[];
  points: number;
  trick: number; // the trick it came from, from 1; the tricks of a deal so far for what is counted after the play
  sums: number[]; // each side's total after this line
}

export interface MatchRow {
  number: number;
  dealer: number;
  points: number[];
  totals: number[];
  game: number; // from 1: totals start again with each game
  ends: boolean; // the last deal of its game
}

/** What a match pays at its end; it is no part of a deal's points. */
const BONUS = new Set(['rubber']);

type Scored = HappeningInfo & { trick: number };

/** The lines of this deal in the order in which they happened, each with the totals after it. */
export function sheetLines(view: View): SheetLine[] {
  const sums = totalsBefore(view);
  return scored(view.acts).map(({ code, clause, side, cards, points, trick }) => {
    sums[side] = (sums[side] ?? 0) + points;
    return { code, clause, side, cards, points, trick, sums: [...sums] };
  });
}

/** Each side's total before this deal. */
export function totalsBefore(view: View): number[] {
  const lines = scored(view.acts);
  return totalsNow(view).map((total, side) => total - sum(lines.filter((line) => line.side === side).map((line) => line.points)));
}

/** Each side's total as it stands. */
export function totalsNow(view: View): number[] {
  return numbers(view.state['totals']);
}

/** What the end of the match paid, null before. */
export function bonusOf(view: View): HappeningInfo | null {
  return view.acts.flatMap((act) => act.happenings).find((each) => BONUS.has(each.code)) ?? null;
}

/** What the deal's last act decided beyond points: a game won, a tie. */
export function endings(view: View): HappeningInfo[] {
  if (view.turn >= 0) return [];
  return (view.acts.at(-1)?.happenings ?? []).filter((each) => each.points === 0 && each.cards.length === 0);
}

/** The match so far, one row a finished deal. */
export function matchRows(view: View): MatchRow[] {
  let game = 1;
  return view.deals.map(({ dealer, points, totals }, at) => {
    const next = view.deals[at + 1];
    const ends = next ? next.totals.some((total, side) => total - (next.points[side] ?? 0) !== totals[side]) : endsNow(view);
    const row = { number: at + 1, dealer, points, totals, game, ends };
    if (ends) game += 1;
    return row;
  });
}

/** The sides in the order of a score sheet: the viewer's first. */
export function sidesFor(table: TableInfo): number[] {
  const own = ownSide(table) ?? 0;
  return [own, ...table.sides.map((_, side) => side).filter((side) => side !== own)];
}

/** The list of numbers that a field of the state is, empty if it is none. */
export function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
}

/** A field of a match's result: a number each side, whichever the game has. */
export function resultNumbers(view: View, field: string): number[] {
  return numbers(view.result?.[field]);
}

function endsNow(view: View): boolean {
  return view.result !== null || (view.state['game_over'] === true && view.turn < 0);
}

function scored(acts: ActLine[]): Scored[] {
  let trick = 0;
  return acts
    .flatMap((act) => act.happenings)
    .map((each) => {
      if (each.code === 'trick' || each.code === 'cachette') trick += 1;
      return { ...each, trick };
    })
    .filter((each) => each.points !== 0 && !BONUS.has(each.code));
}

function sum(all: number[]): number {
  return all.reduce((one, other) => one + other, 0);
}
