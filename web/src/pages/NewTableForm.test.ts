import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { here } from '../router.svelte';
import { settings } from '../settings.svelte';
import { zwicken } from './examples';
import NewTableForm from './NewTableForm.svelte';

let form: ReturnType<typeof mount>;

beforeEach(() => {
  settings.name = '';
  form = mount(NewTableForm, { target: document.body, props: { game: zwicken, friends: false } });
  flushSync();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await unmount(form);
});

function field<T extends HTMLElement>(selector: string): T {
  const found = document.body.querySelector<T>(selector);
  if (!found) throw new Error(`the form has no ${selector}`);
  return found;
}

function press(selector: string): void {
  field(selector).click();
  flushSync();
}

function type(selector: string, value: string, event = 'input'): void {
  field<HTMLInputElement>(selector).value = value;
  field(selector).dispatchEvent(new Event(event, { bubbles: true }));
  flushSync();
}

async function submit(): Promise<void> {
  field('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await new Promise((done) => setTimeout(done));
  flushSync();
}

function answer(status: number, body: unknown): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(async (_address: string, _request: RequestInit) => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

describe('the form of an invented game', () => {
  test('has a group for every option, with its clause and its default chosen', () => {
    const legends = [...document.querySelectorAll('legend')].map((each) => each.textContent);
    expect(legends).toHaveLength(2);
    expect([...document.querySelectorAll('.rules a')].map((each) => each.getAttribute('href'))).toEqual([
      '/rules/zwicken#z3',
      '/rules/zwicken#za1',
      '/rules/zwicken#z9',
    ]);
    expect([...document.querySelectorAll<HTMLInputElement>('input:checked')].map((each) => each.value)).toEqual(['small', 'false']);
    const number = field<HTMLInputElement>('input[type=number]');
    expect([number.value, number.min, number.max]).toEqual(['51', '21', '101']);
  });

  test('has a choice for every seat: me, each bot, open', () => {
    const seats = [...document.querySelectorAll('select')];
    expect(seats.map((each) => each.value)).toEqual(['me', 'bot:simple', 'bot:simple']);
    expect([...(seats[0]?.options ?? [])].map((each) => each.value)).toEqual(['me', 'bot:random', 'bot:simple', 'open']);
  });

  test('shows a preset as pressed while its rules hold, and follows it', () => {
    press('.presets button:nth-child(2)');
    expect([...document.querySelectorAll<HTMLInputElement>('input:checked')].map((each) => each.value)).toEqual(['large', 'true']);
    type('input[type=number]', '77');
    expect([...document.querySelectorAll('.presets [aria-pressed=true]')]).toHaveLength(0);
    type('input[type=number]', '51');
    expect(field('.presets [aria-pressed=true]').textContent).toContain('preset.zwicken.town');
  });

  test('sends the wish and goes to the table', async () => {
    const fetched = answer(201, { table: 'xyz' });
    type('input[autocomplete=nickname]', 'Aya');
    type('.sides select', 'open', 'change');
    press('input[value=large]');
    type('input[type=number]', '60');
    await submit();
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/tables');
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toEqual({
      game: 'zwicken',
      name: 'Aya',
      seats: [{ kind: 'open' }, { kind: 'bot', bot: 'simple' }, { kind: 'bot', bot: 'simple' }],
      preset: null,
      rules: { kitty: 'large', target: 60 },
    });
    expect(here()).toEqual({ page: 'table', id: 'xyz' });
    expect(settings.name).toBe('Aya');
  });

  test('says what the server refused, and can be sent again', async () => {
    answer(422, { code: 'wrong_rules', text: 'no' });
    await submit();
    expect(field('[role=alert]').textContent).toBe('These house rules don\'t go together with this game.');
    expect(field('.end button').getAttribute('aria-disabled')).toBe('false');
  });

  test('says when the server is away', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    await submit();
    expect(field('[role=alert]').textContent).toContain('can\'t be reached');
  });

  test('asks for a name first', async () => {
    const fetched = answer(201, { table: 'xyz' });
    type('input[autocomplete=nickname]', '   ');
    await submit();
    expect(fetched).not.toHaveBeenCalled();
    expect(field('[role=alert]').textContent).toContain('name');
    expect(document.activeElement).toBe(field('input[autocomplete=nickname]'));
  });
});
