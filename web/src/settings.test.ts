import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test } from 'vitest';
import { kept, settings } from './settings.svelte';

beforeEach(() => localStorage.clear());

describe('settings', () => {
  test('have their defaults where nothing is kept', () => {
    expect(kept()).toEqual({ deck: 'four', motion: 'normal', tap: 'two', sound: false, letters: true, name: '', level: '', partner: '' });
  });

  test('hold how strong the bots of new tables are', () => {
    Object.assign(settings, { level: 'expert', partner: 'master' });
    flushSync();
    expect(kept()).toMatchObject({ level: 'expert', partner: 'master' });
    Object.assign(settings, { level: '', partner: '' });
  });

  test('are kept at once, and colour the page', () => {
    settings.deck = 'two';
    settings.sound = true;
    settings.letters = false;
    flushSync();
    expect(kept()).toMatchObject({ deck: 'two', sound: true, letters: false });
    expect(document.documentElement.dataset['deck']).toBe('two');
  });

  test.each(['no json', 'null', '{"deck":"five","motion":1,"sound":"yes","letters":0,"name":7,"level":1}'])('survive what somebody else wrote: %s', (written) => {
    localStorage.setItem('tefuda.settings', written);
    expect(kept()).toEqual({ deck: 'four', motion: 'normal', tap: 'two', sound: false, letters: true, name: '', level: '', partner: '' });
  });
});
