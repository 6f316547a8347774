import { describe, expect, it } from 'vitest';
import { byRank, keyOf, nameOf, offersFor, playName, stackName, stacksOf } from './combinations';

const cards = (text: string): string[] => text.split(' ');

describe('a hand', () => {
  it('goes from the fours to the threes, equal ranks in one stack', () => {
    expect(byRank(cards('3S 2H AD KC 4S TD'))).toEqual(cards('4S TD KC AD 2H 3S'));
    expect(stacksOf(cards('KS 4H KD 3C KC'))).toEqual([
      { rank: '4', cards: ['4H'] },
      { rank: 'K', cards: ['KS', 'KD', 'KC'] },
      { rank: '3', cards: ['3C'] },
    ]);
  });

  it('names each stack with its suits', () => {
    expect(stackName({ rank: 'K', cards: ['KS', 'KD'] })).toBe('king × 2 (spades, diamonds)');
    expect(stackName({ rank: 'T', cards: ['TC'] })).toBe('ten (clubs)');
  });
});

describe('combinations', () => {
  it.each([
    ['9H', 'Single nine'],
    ['KS KD', 'Pair of kings'],
    ['6S 6D 6C', 'Three sixes'],
    ['2S 2H 2D 2C', 'Four twos'],
    ['9S 5H 6D 8C 7C', 'Run of 5 up to the nine'],
    ['4S 4H 5D 5C 6C 6S', 'Pair run of 3 up to the six'],
    ['7S 7H 7D 8S 8H 8D 9S 9H 9D', 'Triple run of 3 up to the nine'],
    ['JS JH JD JC QS QH QD QC KS KH KD KC', 'Quad run of 3 up to the king'],
  ])('%s is called %s', (play, name) => expect(nameOf(cards(play))).toBe(name));

  it('are the same whatever their suits and their order, but for the called card', () => {
    expect(keyOf(cards('KS KD'), null)).toBe(keyOf(cards('KC KH'), null));
    expect(keyOf(cards('7S 5D 6C'), null)).toBe(keyOf(cards('5H 6H 7H'), null));
    expect(keyOf(cards('KS KD'), 'KS')).not.toBe(keyOf(cards('KC KH'), 'KS'));
    expect(keyOf(cards('KS'), null)).not.toBe(keyOf(cards('KS KD'), null));
  });

  it('name the called card where it is among them', () => {
    expect(playName('play KS KD', 'KS')).toBe('Pair of kings, with the king of spades');
    expect(playName('play KD KC', 'KS')).toBe('Pair of kings');
    expect(playName('play KS', 'KS')).toBe('king of spades');
  });

  it('are offered with the largest first, of the same size the more of a rank, then the higher', () => {
    const plays = ['play 7S', 'play 8S', 'play 6S 7S 8S', 'play 7S 8S 9S', 'play 7S 7D', 'play 7S 7D 7C', 'play 5S 6S 7S 8S', 'play 2S'];
    expect(offersFor('7', plays)).toEqual(['play 5S 6S 7S 8S', 'play 7S 7D 7C', 'play 7S 8S 9S', 'play 6S 7S 8S', 'play 7S 7D', 'play 7S']);
    expect(offersFor('2', plays)).toEqual(['play 2S']);
    expect(offersFor('4', plays)).toEqual([]);
  });
});
