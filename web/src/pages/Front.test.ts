import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { go, here } from '../router.svelte';
import { settings } from '../settings.svelte';
import { table, zwicken } from './examples';
import Front from './Front.svelte';
import { recent, remember } from './recent';

let front: ReturnType<typeof mount>;
const asked: [string, unknown][] = [];

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  settings.name = '';
  go('/');
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await unmount(front);
});

/** The front page over a server that gives these answers, by address. */
async function show(answers: Record<string, [number, unknown]>): Promise<void> {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    asked.push([address, body ? JSON.parse(String(body)) : null]);
    const [status, said] = answers[address] ?? [404, { code: 'no_such_table', text: '' }];
    if (status === 0) throw new TypeError('network');
    return new Response(JSON.stringify(said), { status });
  });
  front = mount(Front, { target: document.body });
  await settled();
}

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done, 5));
  await tick();
  flushSync();
}

async function press(selector: string): Promise<void> {
  document.querySelector<HTMLElement>(selector)?.click();
  await settled();
}

test('one click opens a table with bots in all other seats, and goes there', async () => {
  await show({ '/api/games': [200, [zwicken]], '/api/tables': [201, { ...table, table: 'new1' }] });
  await press('article .primary');
  expect(asked.at(-1)).toEqual([
    '/api/tables',
    {
      game: 'zwicken',
      name: 'You',
      seats: [{ kind: 'me' }, { kind: 'bot', bot: 'club' }, { kind: 'bot', bot: 'club' }],
      preset: 'village',
      rules: {},
    },
  ]);
  expect(here()).toEqual({ page: 'table', id: 'new1' });
});

test('the bots play as one has chosen, the partner perhaps otherwise', async () => {
  const partners = { ...zwicken, sides: [[0, 2], [1]] };
  await show({ '/api/games': [200, [partners]], '/api/tables': [201, table] });
  const [bots, partner] = [...document.querySelectorAll<HTMLSelectElement>('.strength select')] as [HTMLSelectElement, HTMLSelectElement];
  expect([bots.value, partner.value]).toEqual(['club', '']);
  for (const [select, value] of [[bots, 'beginner'], [partner, 'master']] as const) {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await press('article .primary');
  expect(asked.at(-1)?.[1]).toMatchObject({ seats: [{ kind: 'me' }, { kind: 'bot', bot: 'beginner' }, { kind: 'bot', bot: 'master' }] });
  expect([settings.level, settings.partner]).toEqual(['beginner', 'master']);
  Object.assign(settings, { level: '', partner: '' });
});

test('the name used last sits down again', async () => {
  settings.name = 'Aya';
  await show({ '/api/games': [200, [zwicken]], '/api/tables': [201, table] });
  await press('article .primary');
  expect(asked.at(-1)?.[1]).toMatchObject({ name: 'Aya' });
});

test('a refusal is said where one clicked, and one can click again', async () => {
  await show({ '/api/games': [200, [zwicken]], '/api/tables': [500, { code: 'not_stored', text: '' }] });
  await press('article .primary');
  expect(document.querySelector('article [role=status]')?.textContent).toContain('nothing was changed');
  expect(here()).toEqual({ page: 'front' });
  expect(document.querySelector('article .primary')?.getAttribute('aria-disabled')).toBe('false');
});

test('a server that is away is said so, and asked again on demand', async () => {
  const answers: Record<string, [number, unknown]> = { '/api/games': [0, null] };
  await show(answers);
  expect(document.querySelector('[role=alert]')?.textContent).toContain('can\'t be reached');
  answers['/api/games'] = [200, [zwicken]];
  await press('[role=alert] button');
  expect(document.querySelector('article h2')?.textContent).toBe('game.zwicken');
});

test('tables visited are shown with their company; one that is gone is forgotten', async () => {
  remember('gone', 1);
  remember('abc', Date.now());
  await show({ '/api/games': [200, [zwicken]], '/api/tables/abc': [200, table] });
  const links = [...document.querySelectorAll('section[aria-labelledby=recent] a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/table/abc']);
  expect(links[0]?.textContent).toContain('with Ken');
  expect(recent().map((visit) => visit.id)).toEqual(['abc']);
});
