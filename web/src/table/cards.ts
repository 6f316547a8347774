/** Cards by their words: `TD` is the ten of diamonds, `X1` and `X2` are jokers. */

export type Suit = 'S' | 'H' | 'D' | 'C';

export const RANKS = '23456789TJQKA';
const CARD = /^([2-9TJQKA][SHDC]|X[12])$/;

/** Whether an act's words name a card. */
export function isCard(word: string): boolean {
  return CARD.test(word);
}

export function isJoker(card: string): boolean {
  return card.startsWith('X');
}

/** The suit of a card that isn't a joker. */
export function suitOf(card: string): Suit {
  return card.charAt(1) as Suit;
}

/** What the index in the corner says: a ten reads 10. */
export function indexOf(card: string): string {
  return card.startsWith('T') ? '10' : card.charAt(0);
}

/** A suit's sign in running text. */
export const SIGNS: Record<Suit, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** The outlines of the suits' pips, in a square from -50 to 50. */
export const PIPS: Record<Suit, string> = {
  S: 'M0-48C10-28 44-8 44 16C44 30 34 38 23 38C15 38 9 34 5 28C6 38 10 44 16 48L-16 48C-10 44-6 38-5 28C-9 34-15 38-23 38C-34 38-44 30-44 16C-44-8-10-28 0-48Z',
  H: 'M0 46C-18 24-46 6-46-18C-46-35-35-44-23-44C-12-44-4-37 0-27C4-37 12-44 23-44C35-44 46-35 46-18C46 6 18 24 0 46Z',
  D: 'M0-49C9-29 21-13 38 0C21 13 9 29 0 49C-9 29-21 13-38 0C-21-13-9-29 0-49Z',
  C: 'M-22-25A22 22 0 1 1 22-25A22 22 0 1 1-22-25ZM-46 11A22 22 0 1 1-2 11A22 22 0 1 1-46 11ZM2 11A22 22 0 1 1 46 11A22 22 0 1 1 2 11ZM-11-12L11-12L11 16L-11 16ZM5 8C5 28 9 42 17 48L-17 48C-9 42-5 28-5 8Z',
};

const [LEFT, MIDDLE, RIGHT] = [50, 68, 86];
const column = (x: number, ...heights: number[]): [number, number][] => heights.map((y) => [x, y]);
const both = (...heights: number[]): [number, number][] => [...column(LEFT, ...heights), ...column(RIGHT, ...heights)];

/** Where the pips of a two to a ten lie on a face 100 wide and 140 high; those in the lower half stand on their heads. */
export const LAYOUT: Record<string, [number, number][]> = {
  2: column(MIDDLE, 28, 112),
  3: column(MIDDLE, 28, 70, 112),
  4: both(28, 112),
  5: [...both(28, 112), [MIDDLE, 70]],
  6: both(28, 70, 112),
  7: [...both(28, 70, 112), [MIDDLE, 49]],
  8: [...both(28, 70, 112), [MIDDLE, 49], [MIDDLE, 91]],
  9: [...both(26, 55, 85, 114), [MIDDLE, 70]],
  T: [...both(26, 55, 85, 114), [MIDDLE, 40], [MIDDLE, 100]],
};
