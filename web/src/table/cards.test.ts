import { describe, expect, it } from 'vitest';
import { indexOf, isCard, LAYOUT } from './cards';

describe('the faces', () => {
  it.each(['2', '3', '4', '5', '6', '7', '8', '9', 'T'])('%s has as many pips as it says', (rank) => {
    expect(LAYOUT[rank]).toHaveLength(rank === 'T' ? 10 : Number(rank));
  });

  it('reads a ten as 10', () => {
    expect(indexOf('TD')).toBe('10');
    expect(indexOf('QS')).toBe('Q');
  });

  it('tells cards from calls', () => {
    expect(['TD', 'AS', 'X1'].every(isCard)).toBe(true);
    expect(['pass', 'double', 'TT', '10D', ''].some(isCard)).toBe(false);
  });
});
