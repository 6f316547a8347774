import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../words.svelte';
import { actWords, cardsOf, playedCards } from './acts';

vi.mock('../games/about', () => ({
  aboutOf: (game: string) => (game === 'widder' ? { act: (act: string) => (act === 'play 4S 4D' ? 'A pair of fours' : null) } : {}),
}));

describe('acts in words', () => {
  it.each([
    ['pass', 'Pass'],
    ['TD', 'ten of diamonds'],
    ['bid 6', 'Bid 6'],
    ['trump H', 'Trumps: hearts'],
    ['burn 7H', 'Burn seven of hearts'],
    ['no such words', 'act.no_such_words'],
  ])('%s is %s', (act, said) => expect(actWords('zwicken', act)).toBe(said));

  it('are those that the game has for it', () => {
    expect(actWords('widder', 'play 4S 4D')).toBe('A pair of fours');
    expect(actWords('widder', 'pass')).toBe('Pass');
  });

  it('are there in Japanese', async () => {
    await setLanguage('ja');
    expect(actWords('zwicken', 'pass')).toBe('パス');
    await setLanguage('en');
  });
});

describe('the cards of an act', () => {
  it('are those that it names', () => {
    expect(cardsOf('discard 7H')).toEqual(['7H']);
    expect(cardsOf('sequence QH 6')).toEqual(['QH']);
    expect(cardsOf('bid 6')).toEqual([]);
  });

  it('are played when it is a card, or says so', () => {
    expect([playedCards('X1'), playedCards('play 4S 4D')]).toEqual([['X1'], ['4S', '4D']]);
    expect(['discard 7H', 'pass', 'play'].map(playedCards)).toEqual([null, null, null]);
  });
});
