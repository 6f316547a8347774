import { describe, expect, test } from 'vitest';
import { commitment, order } from './chance';

// The same vectors as in tests/test_chance.py: page and server must shuffle alike.
const ORDERS: [string, number, number[]][] = [
  [
    'tefuda',
    53,
    [
      36, 19, 11, 47, 16, 27, 48, 32, 5, 33, 37, 2, 45, 20, 43, 40, 4, 50, 44, 42, 1, 9, 7, 28, 39, 26, 51, 52, 35, 25, 0, 22, 41, 15, 34,
      18, 38, 10, 14, 8, 46, 29, 23, 6, 30, 21, 31, 17, 49, 3, 12, 24, 13,
    ],
  ],
  [
    '手札/7',
    53,
    [
      0, 39, 52, 1, 29, 46, 38, 37, 41, 24, 22, 34, 20, 23, 11, 42, 12, 6, 10, 43, 2, 5, 9, 15, 45, 30, 51, 26, 44, 33, 28, 17, 13, 35, 31,
      18, 19, 14, 47, 48, 27, 32, 8, 4, 7, 36, 21, 40, 50, 3, 25, 16, 49,
    ],
  ],
  [
    '0123456789abcdef0123456789abcdef',
    32,
    [14, 16, 9, 13, 26, 10, 29, 6, 22, 31, 27, 30, 5, 18, 2, 19, 20, 17, 4, 3, 15, 11, 8, 25, 0, 1, 23, 21, 7, 24, 28, 12],
  ],
];

describe('the order of the pack', () => {
  test.each(ORDERS)('of the seed %s is the published one', async (seed, n, expected) => {
    expect(await order(seed, n)).toEqual(expected);
  });

  test('of a single card is that card', async () => {
    expect(await order('tefuda', 1)).toEqual([0]);
  });
});

test('a commitment is the SHA-256 of the seed in hex', async () => {
  // FIPS 180-4, the example of one block
  expect(await commitment('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
