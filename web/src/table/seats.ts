/** Where the seats are as the viewer sees the table, and what they are called. For two to five seats. */
import { aboutOf } from '../games/about';
import type { TableInfo } from '../protocol';
import { t, type Key } from '../words.svelte';

/** The places clockwise from the bottom of the screen. */
const PLACES: Record<number, Key[]> = {
  2: ['ui.table.you', 'ui.table.opponent'],
  3: ['ui.table.you', 'ui.table.left', 'ui.table.right'],
  4: ['ui.table.you', 'ui.table.left', 'ui.table.across', 'ui.table.right'],
  5: ['ui.table.you', 'ui.table.left', 'ui.table.far_left', 'ui.table.far_right', 'ui.table.right'],
};
const COMPASS: Key[] = ['ui.table.south', 'ui.table.west', 'ui.table.north', 'ui.table.east'];

type Point = readonly [x: number, y: number];

const AROUND: Record<number, readonly Point[]> = {
  2: [[0, 1], [0, -1]],
  3: [[0, 1], [-1, -0.5], [1, -0.5]],
  4: [[0, 1], [-1, 0], [0, -1], [1, 0]],
  5: [[0, 1], [-1, 0.2], [-0.55, -1], [0.55, -1], [1, 0.2]],
};

/** So far apart that no card hides another's corner, whoever leads. */
const LAID: Record<number, readonly Point[]> = {
  2: [[0, 0.73], [0, -0.73]],
  3: [[0, 0.73], [-0.85, -0.68], [0.85, -0.68]],
  4: [[0, 0.73], [-1.12, 0], [0, -0.73], [1.12, 0]],
  5: [[0, 0.68], [-1.12, 0.62], [-0.58, -0.8], [0.58, -0.8], [1.12, 0.62]],
};

const IN_A_ROW: Record<number, readonly number[]> = {
  2: [0.55, -0.55],
  3: [0, -1.1, 1.1],
  4: [0.55, -1.65, -0.55, 1.65],
  5: [0, -2.2, -1.1, 1.1, 2.2],
};

/** How many places clockwise from the bottom of the screen a seat is; a spectator sees seat 0 at the bottom. */
export function placeOf(table: TableInfo, seat: number): number {
  const count = table.seats.length;
  const away = (seat - (table.you ?? 0) + count) % count; // in the order of play
  return aboutOf(table.game).counterclockwise ? (count - away) % count : away;
}

/** The seats from the bottom of the screen clockwise. */
export function clockwise(table: TableInfo): number[] {
  return table.seats.map((_, seat) => seat).sort((one, other) => placeOf(table, one) - placeOf(table, other));
}

/** The direction of a place from the middle of the table: x to the right, y down, each from -1 to 1. */
export function direction(place: number, count: number): { x: number; y: number } {
  const [x, y] = AROUND[count]?.[place] ?? [0, 0];
  return { x, y };
}

/** Where a place's card lies in a trick, in widths of a card from the middle; `row`: where all lie side by side instead. */
export function laidAt(place: number, count: number): { x: number; y: number; row: number } {
  const [x, y] = LAID[count]?.[place] ?? [0, 0];
  return { x, y, row: IN_A_ROW[count]?.[place] ?? 0 };
}

export function sideOf(table: TableInfo, seat: number): number {
  return table.sides.findIndex((side) => side.includes(seat));
}

/** The viewer's side, null for a spectator. */
export function ownSide(table: TableInfo): number | null {
  return table.you === null ? null : sideOf(table, table.you);
}

/** Whether anybody plays with a partner. */
export function hasPartners(table: TableInfo): boolean {
  return table.sides.some((side) => side.length > 1);
}

/** What a seat is called: a person's name, or the place where a bot sits. */
export function seatName(table: TableInfo, seat: number): string {
  if (seat === table.you) return t('ui.table.you');
  return table.seats[seat]?.name ?? placeName(table, seat);
}

/** The place of a seat in words: left, partner, right; for a spectator the points of the compass. */
export function placeName(table: TableInfo, seat: number): string {
  const place = placeOf(table, seat);
  const count = table.seats.length;
  if (table.you === null) return count === 4 ? t(COMPASS[place] as Key) : t('ui.table.seat', { number: seat + 1 });
  if (place > 0 && sideOf(table, seat) === ownSide(table)) return t('ui.table.partner');
  const word = PLACES[count]?.[place];
  return word ? t(word) : t('ui.table.seat', { number: seat + 1 });
}

/** A side as the subject of a sentence: we, they; without partners and for a spectator the names of its seats. */
export function sideName(table: TableInfo, side: number): string {
  return named(table, side, 'ui.table.we', 'ui.table.they') ?? seatNames(table, side);
}

/** A side as those who get something: us, them; you. */
export function sideGetting(table: TableInfo, side: number): string {
  const alone = !hasPartners(table) && side === ownSide(table);
  return named(table, side, 'ui.table.us', 'ui.table.them') ?? (alone ? t('ui.table.to_you') : seatNames(table, side));
}

function named(table: TableInfo, side: number, own: Key, others: Key): string | null {
  if (table.you === null || table.sides.length > 2 || !hasPartners(table)) return null;
  return t(side === ownSide(table) ? own : others);
}

function seatNames(table: TableInfo, side: number): string {
  return (table.sides[side] ?? []).map((seat) => seatName(table, seat)).join(t('ui.table.and'));
}
