import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import en from '../../src/tefuda/words/en.json';
import ja from '../../src/tefuda/words/ja.json';
import { cardName, hasWords, language, setLanguage, startLanguage, t, words } from './words.svelte';

const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();

beforeEach(() => localStorage.clear());
afterEach(() => setLanguage('en'));

describe('the catalogue', () => {
  test('has the same keys in both languages', () => {
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
  });

  test.each(Object.keys(en) as (keyof typeof en)[])('%s has words, and the same places to fill in', (key) => {
    expect(en[key].trim()).not.toBe('');
    expect(ja[key].trim()).not.toBe('');
    expect(places(ja[key])).toEqual(places(en[key]));
  });
});

describe('the language', () => {
  test('is kept, told to the browser, and spoken again at the next start', async () => {
    await setLanguage('ja');
    expect(document.documentElement.lang).toBe('ja');
    expect(t('act.pass')).toBe('パス');
    await setLanguage('en');
    localStorage.setItem('tefuda.language', 'ja');
    await startLanguage();
    expect(language()).toBe('ja');
  });

  test('is English for a browser that speaks neither', async () => {
    localStorage.setItem('tefuda.language', 'xx');
    await startLanguage();
    expect(language()).toBe('en');
  });
});

describe('words', () => {
  test('fill in their places, numbers as the language writes them', () => {
    expect(t('happening.quinto.trick', { who: 'Aya' })).toBe('Aya takes the trick');
    expect(t('ui.sheet.total_after', { total: 1250 })).toBe('makes 1,250');
  });

  test('leave a place that nobody filled', () => {
    expect(t('happening.quinto.trick')).toContain('{who}');
  });

  test('of a key from the server fall back to the key', () => {
    expect(words('bot.unheard_of')).toBe('bot.unheard_of');
    expect(hasWords('bot.unheard_of')).toBe(false);
    expect(words('bot.simple')).toBe(en['bot.simple']);
  });

  test('name the cards in both languages', async () => {
    expect([cardName('TD'), cardName('AS'), cardName('X1')]).toEqual(['ten of diamonds', 'ace of spades', 'Joker']);
    await setLanguage('ja');
    expect([cardName('TD'), cardName('X1')]).toEqual(['ダイアモンドの10', 'ジョーカー']);
  });
});
