import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followHistory, go, here, routeOf, tableBehind } from './router.svelte';

describe('an address', () => {
  test.each([
    ['/', '', '', { page: 'front' }],
    ['/table/aB-3_x', '', '', { page: 'table', id: 'aB-3_x' }],
    ['/table/', '', '', { page: 'lost' }],
    ['/table/a/b', '', '', { page: 'lost' }],
    ['/new/quinto', '', '', { page: 'new', game: 'quinto', friends: false }],
    ['/new/quinto', '', '?friends', { page: 'new', game: 'quinto', friends: true }],
    ['/rules/quinto', '', '', { page: 'rules', game: 'quinto', clause: '' }],
    ['/rules/quinto/', '#Q6', '', { page: 'rules', game: 'quinto', clause: 'q6' }],
    ['/rules/%E6%9C%AD', '', '', { page: 'rules', game: '札', clause: '' }],
    ['/rules/%E6', '#%E6', '', { page: 'rules', game: '%E6', clause: '%e6' }],
    ['/elsewhere', '', '', { page: 'lost' }],
    ['/elsewhere/quinto', '', '', { page: 'lost' }],
  ])('%s%s%s names its page', (path, hash, search, route) => {
    expect(routeOf(path, hash, search)).toEqual(route);
  });
});

describe('links', () => {
  let end: () => void;

  beforeEach(() => {
    go('/');
    end = followHistory();
  });

  afterEach(() => {
    end();
    document.body.innerHTML = '';
  });

  function click(html: string, init: MouseEventInit = {}): boolean {
    document.body.innerHTML = html;
    // Not a MouseEvent: the test page follows those before anybody can stop it.
    const event = Object.assign(new Event('click', { bubbles: true, cancelable: true }), { button: 0, ...init });
    document.body.querySelector('a')?.firstChild?.dispatchEvent(event);
    return event.defaultPrevented;
  }

  test('within the page load nothing anew', () => {
    expect(click('<a href="/rules/quinto#q8"><b>Rules</b></a>')).toBe(true);
    expect(here()).toEqual({ page: 'rules', game: 'quinto', clause: 'q8' });
    expect(location.pathname + location.hash).toBe('/rules/quinto#q8');
  });

  test.each([
    ['to the server', '<a href="/api/tables/x/record"><b>Record</b></a>', {}],
    ['to another site', '<a href="https://example.org/"><b>Away</b></a>', {}],
    ['that download', '<a href="/rules/quinto" download><b>Save</b></a>', {}],
    ['for another window', '<a href="/rules/quinto" target="_blank"><b>New</b></a>', {}],
    ['with Ctrl held', '<a href="/rules/quinto"><b>Rules</b></a>', { ctrlKey: true }],
    ['to a place on this page', '<a href="#content"><b>Skip</b></a>', {}],
  ])('%s are left to the browser', (_, html, init) => {
    expect(click(html, init)).toBe(false);
    expect(here()).toEqual({ page: 'front' });
  });

  test('from a table to the rules remember the way back, from clause to clause', () => {
    go('/table/abc');
    expect(tableBehind()).toBeNull();
    go('/rules/quinto#q8');
    expect(tableBehind()).toBe('/table/abc');
    go('/rules/quinto#q9');
    expect(tableBehind()).toBe('/table/abc');
    go('/');
    go('/rules/quinto');
    expect(tableBehind()).toBeNull();
  });
});
