/** Where the seats are as the viewer sees the table, and what they are called. */
import type { TableInfo } from '../protocol';
import { t, type Key } from '../words.svelte';

const PLACES: Record<number, Key[]> = {
  2: ['ui.table.you', 'ui.table.opponent'],
  3: ['ui.table.you', 'ui.table.left', 'ui.table.right'],
  4: ['ui.table.you', 'ui.table.left', 'ui.table.across', 'ui.table.right'],
};
const COMPASS: Key[] = ['ui.table.south', 'ui.table.west', 'ui.table.north', 'ui.table.east'];

/** How many places clockwise from the bottom of the screen a seat is; a spectator sees seat 0 at the bottom. */
export function placeOf(table: TableInfo, seat: number): number {
  const count = table.seats.length;
  return (seat - (table.you ?? 0) + count) % count;
}

/** The seats from the bottom of the screen clockwise. */
export function clockwise(table: TableInfo): number[] {
  const count = table.seats.length;
  return table.seats.map((_, at) => ((table.you ?? 0) + at) % count);
}

/** The direction of a place from the middle of the table: x to the right, y down, each from -1 to 1. */
export function direction(place: number, count: number): { x: number; y: number } {
  const angle = Math.PI / 2 + (2 * Math.PI * place) / count;
  const round = (length: number): number => Math.round(length * 1000) / 1000;
  return { x: round(Math.cos(angle)), y: round(Math.sin(angle)) };
}

export function sideOf(table: TableInfo, seat: number): number {
  return table.sides.findIndex((side) => side.includes(seat));
}

/** The viewer's side, null for a spectator. */
export function ownSide(table: TableInfo): number | null {
  return table.you === null ? null : sideOf(table, table.you);
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

/** A side as the subject of a sentence: we, they; for a spectator the names of its seats. */
export function sideName(table: TableInfo, side: number): string {
  return named(table, side, 'ui.table.we', 'ui.table.they');
}

/** A side as those who get something: us, them. */
export function sideGetting(table: TableInfo, side: number): string {
  return named(table, side, 'ui.table.us', 'ui.table.them');
}

function named(table: TableInfo, side: number, own: Key, others: Key): string {
  const seats = table.sides[side] ?? [];
  if (table.you === null || table.sides.length > 2) return seats.map((seat) => seatName(table, seat)).join(t('ui.table.and'));
  return t(side === ownSide(table) ? own : others);
}
