import { beforeEach, describe, expect, test } from 'vitest';
import { ago, forget, forgetAll, recent, remember } from './recent';

beforeEach(() => localStorage.clear());

describe('tables visited', () => {
  test('come newest first, each once, at most six', () => {
    for (const [at, id] of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c'].entries()) remember(id, at);
    expect(recent().map((visit) => visit.id)).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
  });

  test('can be forgotten', () => {
    remember('a', 1);
    remember('b', 2);
    forget('b');
    expect(recent()).toEqual([{ id: 'a', at: 1 }]);
    forgetAll();
    expect(recent()).toEqual([]);
  });

  test.each(['no json', '{"id":"a"}', '[1, null, {"id": 3, "at": 1}]'])('survive what somebody else wrote: %s', (written) => {
    localStorage.setItem('tefuda.tables', written);
    expect(recent()).toEqual([]);
  });
});

describe('how long ago', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');

  test.each([
    ['2026-11-29T11:59:50Z', 'this minute'],
    ['2026-11-29T11:15:00Z', '45 minutes ago'],
    ['2026-11-29T09:00:00Z', '3 hours ago'],
    ['2026-11-28T10:00:00Z', 'yesterday'],
  ])('%s is %s', (then, said) => {
    expect(ago(Date.parse(then), 'en', now)).toBe(said);
  });
});
