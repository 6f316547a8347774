import { beforeEach, describe, expect, test } from 'vitest';
import { commitment } from '../chance';
import type { View } from '../protocol';
import { view } from './examples';
import { check, witness } from './fairness';

// The order of the seed 'tefuda' in tests/test_chance.py, in words: card 36 is the queen of diamonds, 52 the Joker.
const ORDER = [
  36, 19, 11, 47, 16, 27, 48, 32, 5, 33, 37, 2, 45, 20, 43, 40, 4, 50, 44, 42, 1, 9, 7, 28, 39, 26, 51, 52, 35, 25, 0, 22, 41, 15, 34, 18,
  38, 10, 14, 8, 46, 29, 23, 6, 30, 21, 31, 17, 49, 3, 12, 24, 13,
];
const SUITS = ['S', 'H', 'D', 'C'];
const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
const PACK = ORDER.map((card) => (card === 52 ? 'X1' : `${RANKS[card % 13]}${SUITS[Math.floor(card / 13)]}`)).join(' ');

let over: View;
let playing: View;

beforeEach(async () => {
  sessionStorage.clear();
  over = { ...view, commitment: await commitment('tefuda'), open: { hands: [], pack: PACK, seed: 'tefuda' } };
  playing = { ...over, turn: 0, open: null, deals: view.deals.slice(0, -1) };
});

describe('a deal', () => {
  test('agrees when seed, commitment and pack belong together', async () => {
    expect(PACK.startsWith('QD 8H KS')).toBe(true);
    expect(await check('abc', over)).toEqual({ committed: true, follows: true, witnessed: false });
  });

  test('is witnessed by a browser that saw the commitment in time', async () => {
    witness('abc', playing);
    expect(await check('abc', over)).toEqual({ committed: true, follows: true, witnessed: true });
    expect((await check('another', over)).witnessed).toBe(false);
  });

  test('fails when the commitment was changed after the browser saw it', async () => {
    witness('abc', { ...playing, commitment: await commitment('another seed') });
    witness('abc', playing); // the first one counts
    expect((await check('abc', over)).committed).toBe(false);
  });

  test('fails with another seed', async () => {
    const swapped = { ...over, open: { hands: [], pack: PACK, seed: 'Tefuda' } };
    expect(await check('abc', swapped)).toEqual({ committed: false, follows: false, witnessed: false });
  });

  test('fails when two cards changed places', async () => {
    const pack = PACK.replace('QD 8H', '8H QD');
    expect(await check('abc', { ...over, open: { hands: [], pack, seed: 'tefuda' } })).toMatchObject({ committed: true, follows: false });
  });
});
