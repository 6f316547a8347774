import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TableInfo } from '../protocol';
import { setLanguage } from '../words.svelte';
import { TABLE } from './sample';
import { clockwise, direction, laidAt, placeName, placeOf, seatName, sideGetting, sideName } from './seats';

vi.mock('../games/about', () => ({ aboutOf: (game: string) => (game === 'widder' ? { counterclockwise: true } : {}) }));

/** A table of an invented game: bots in all seats but `you`, each for himself. */
function alone(count: number, you: number | null, game = 'zwicken'): TableInfo {
  const bot = { name: null, bot: 'simple', open: false, present: true, stand_in: false };
  const seats = Array.from({ length: count }, (_, seat) => (seat === you ? { ...bot, bot: null, name: 'Anna' } : bot));
  return { ...TABLE, game, seats, sides: seats.map((_, seat) => [seat]), you };
}

describe('the places of a table', () => {
  afterEach(() => setLanguage('en'));

  it.each([
    [2, ['Opponent', 'You']],
    [3, ['Right', 'You', 'Left']],
    [4, ['Right', 'You', 'Left', 'Across']],
    [5, ['Right', 'You', 'Left', 'Far left', 'Far right']],
  ])('of %i seats have names, from seat 0 on for a viewer in seat 1', (count, names) => {
    const table = alone(count, 1);
    expect(table.seats.map((_, seat) => seatName(table, seat))).toEqual(names);
  });

  it('have names in Japanese', async () => {
    await setLanguage('ja');
    const table = alone(5, 0);
    expect(table.seats.map((_, seat) => seatName(table, seat))).toEqual(['あなた', '左', '左奥', '右奥', '右']);
  });

  it('run the other way round where the next to act sits at the right', () => {
    const table = alone(3, 0, 'widder');
    expect([0, 1, 2].map((seat) => placeOf(table, seat))).toEqual([0, 2, 1]);
    expect(clockwise(table)).toEqual([0, 2, 1]);
    expect([1, 2].map((seat) => placeName(table, seat))).toEqual(['Right', 'Left']);
    expect(clockwise(alone(4, 1, 'widder'))).toEqual([1, 0, 3, 2]);
    expect(clockwise(alone(4, 1))).toEqual([1, 2, 3, 0]);
  });

  it('are numbered for a spectator, at a table for four by the compass', () => {
    expect(placeName(alone(5, null), 3)).toBe('Seat 4');
    expect(placeName(alone(4, null), 3)).toBe('East');
    expect(placeName(alone(4, null, 'widder'), 3)).toBe('West');
  });

  it('lie around the cloth, each somewhere else, one’s own at the bottom', () => {
    for (const count of [2, 3, 4, 5]) {
      const places = Array.from({ length: count }, (_, place) => direction(place, count));
      expect(places[0]).toEqual({ x: 0, y: 1 });
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
    }
  });

  it('lay their cards so that no card covers the corner of another', () => {
    const CORNER = { across: 0.38, down: 0.6 }; // of a card 1 wide and 1.4 high
    for (const count of [2, 3, 4, 5]) {
      const laid = Array.from({ length: count }, (_, place) => laidAt(place, count));
      for (const [at, { x, y }] of laid.entries()) {
        const covering = laid.filter((other, place) => place !== at && other.x < x + CORNER.across && other.x + 1 > x && other.y < y + CORNER.down && other.y + 1.4 > y);
        expect(covering, `place ${at} of ${count}`).toEqual([]);
      }
      const row = laid.map((each) => each.row).sort((one, other) => one - other);
      for (const [at, place] of row.slice(1).entries()) expect(place - (row[at] as number)).toBeCloseTo(1.1);
    }
  });
});

describe('the sides of a table', () => {
  it('are we and they where there are partners', () => {
    expect([sideName(TABLE, 0), sideName(TABLE, 1), sideGetting(TABLE, 0)]).toEqual(['We', 'They', 'us']);
  });

  it('are the players themselves where there are none', () => {
    const two = alone(2, 0);
    expect([sideName(two, 0), sideName(two, 1), sideGetting(two, 0), sideGetting(two, 1)]).toEqual(['You', 'Opponent', 'you', 'Opponent']);
    expect(sideName(alone(5, 0), 4)).toBe('Right');
  });
});
