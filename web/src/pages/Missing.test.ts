import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Missing from './Missing.svelte';

let shown: ReturnType<typeof mount>;

afterEach(async () => {
  vi.unstubAllGlobals();
  await unmount(shown);
});

async function said(fetched: () => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', fetched);
  shown = mount(Missing, { target: document.body });
  await new Promise((done) => setTimeout(done));
  flushSync();
  return document.querySelector('[role=alert]')?.textContent ?? '';
}

test('a part that is missing while the server answers is of an older page: one is to reload', async () => {
  expect(await said(() => Promise.resolve(new Response('{"ok": true}')))).toContain('Please reload');
  expect(document.querySelector('button')?.textContent).toBe('Reload');
});

test('else the server is away', async () => {
  expect(await said(() => Promise.reject(new TypeError('network')))).toContain("can't be reached");
});
