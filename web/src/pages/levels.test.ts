import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../words.svelte';
import { botName, levelWords } from './levels';

afterEach(() => setLanguage('en'));

test('a level has words in every language', async () => {
  expect([botName('club'), levelWords('club')]).toEqual(['Club', 'Club: sound, remembers the cards']);
  await setLanguage('ja');
  expect(botName('club')).not.toBe('Club');
});

test('a bot of others has the name that it was given', async () => {
  expect([botName('My bot'), levelWords('My bot')]).toEqual(['My bot', 'My bot']);
  await setLanguage('ja');
  expect([botName('quick'), levelWords('quick')]).toEqual(['quick', 'quick']);
});
