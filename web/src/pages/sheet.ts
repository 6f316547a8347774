// The score sheet's arithmetic: lines from what the acts brought about, and deals from the match so far. Knows no game.
import type { ActLine, HappeningInfo, TableInfo, View } from '../protocol';
import { playedCards } from '../table/acts';
import { ownSide } from '../table/seats';

/** What a game says of its happenings for the score sheet and the record of a deal. All of it may be left out. */
export interface Sheet {
  /** Happenings that pay at the end of the match; they are no part of a deal's points. */
  bonuses?: readonly string[];
  /** Happenings that turn up cards once all tricks are played; these cards count like one more trick. */
  turned?: readonly string[];
  /** Where cards are not played in tricks (which `trick` ends): the happenings that end a round. */
  rounds?: readonly string[];
  /** Happenings of the last act that are not worth a sentence under the deal. */
  quiet?: readonly string[];
  /** Each side's total as it stands, points of the deal included; `state.totals` where it isn't given. */
  totals?(view: View): number[];
  /** What a line is for, where the words of its happening don't say it all; null where they do. */
  line?(line: SheetLine, view: View, table: TableInfo): string | null;
  /** What there is to say of the result of the match, each with the rule behind it. */
  verdict?(view: View, table: TableInfo): readonly { text: string; clause: string }[];
  /** A hand in the order in which it is read; by suits where it isn't given. */
  hand?(cards: readonly string[], rules: TableInfo['rules']): string[];
}

export interface SheetLine {
  code: string;
  clause: string;
  side: number;
  seat: number;
  cards: string[];
  points: number;
  trick: number | null; // the trick in which its cards lay, from 1; null for anything else
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

type Scored = HappeningInfo & { trick: number | null };

/** The lines of this deal in the order in which they happened, each with the totals after it. */
export function sheetLines(view: View, sheet: Sheet = {}): SheetLine[] {
  const sums = totalsBefore(view, sheet);
  return scored(view.acts, sheet).map((line) => {
    sums[line.side] = (sums[line.side] ?? 0) + line.points;
    return { ...line, sums: [...sums] };
  });
}

/** Each side's total before this deal. */
export function totalsBefore(view: View, sheet: Sheet = {}): number[] {
  const lines = scored(view.acts, sheet);
  return totalsNow(view, sheet).map((total, side) => total - sum(lines.filter((line) => line.side === side).map((line) => line.points)));
}

/** Each side's total as it stands. */
export function totalsNow(view: View, sheet: Sheet = {}): number[] {
  return sheet.totals?.(view) ?? numbers(view.state['totals']);
}

/** What the end of the match paid, null before, and where it pays nothing. */
export function bonusOf(view: View, sheet: Sheet = {}): HappeningInfo | null {
  return view.acts.flatMap((act) => act.happenings).find((each) => isOne(each, sheet.bonuses)) ?? null;
}

/** What the deal's last act decided beyond points: a game won, a tie. */
export function endings(view: View, sheet: Sheet = {}): HappeningInfo[] {
  if (view.turn >= 0) return [];
  return (view.acts.at(-1)?.happenings ?? []).filter((each) => each.points === 0 && each.cards.length === 0 && !isOne(each, sheet.quiet));
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

/** The sides in the order of a score sheet: the viewer's first, then round the table. */
export function sidesFor(table: TableInfo): number[] {
  const own = ownSide(table) ?? 0;
  return table.sides.map((_, at) => (own + at) % table.sides.length);
}

/** The list of numbers that a field of the state is, empty if it is none. */
export function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
}

/** A field of a match's result: a number each side, whichever the game has. */
export function resultNumbers(view: View, field: string): number[] {
  return numbers(view.result?.[field]);
}

/** Points won or lost: `+15`, `−6`. */
export function signed(points: number): string {
  return points < 0 ? plain(points) : `+${points}`;
}

/** A total: `15`, `−6`. */
export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** Whether something that happened ends a trick, or a round. */
export function isEnd(happening: HappeningInfo, sheet: Sheet): boolean {
  return isOne(happening, sheet.rounds ?? ['trick']);
}

/** Whether something that happened is among those that the game names. */
export function isOne({ code }: HappeningInfo, codes: readonly string[] = []): boolean {
  return codes.includes(code);
}

/** Whether these are cards, and all of them lie among those. */
export function lieIn(cards: readonly string[], those: readonly string[]): boolean {
  return cards.length > 0 && cards.every((card) => those.includes(card));
}

function endsNow(view: View): boolean {
  return view.result !== null || (view.state['game_over'] === true && view.turn < 0);
}

/** Everything with points, each with the trick that its cards lay in. */
function scored(acts: readonly ActLine[], sheet: Sheet): Scored[] {
  const found: Scored[] = [];
  let trick = 1;
  let cards: string[] = []; // of the trick so far
  for (const { act, happenings } of acts) {
    cards = [...cards, ...(playedCards(act) ?? [])];
    for (const each of happenings) {
      if (isOne(each, sheet.turned)) [trick, cards] = [trick + 1, each.cards];
      found.push({ ...each, trick: lieIn(each.cards, cards) ? trick : null });
    }
    if (happenings.some((each) => isEnd(each, sheet))) [trick, cards] = [trick + 1, []];
  }
  return found.filter((each) => each.points !== 0 && !isOne(each, sheet.bonuses));
}

function sum(all: number[]): number {
  return all.reduce((one, other) => one + other, 0);
}
