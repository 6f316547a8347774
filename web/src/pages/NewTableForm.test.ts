import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { here } from '../router.svelte';
import { settings } from '../settings.svelte';
import { zwicken } from './examples';
import NewTableForm from './NewTableForm.svelte';

let form: ReturnType<typeof mount>;

beforeEach(() => {
  settings.name = '';
  answer(201, {});
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
  await settled();
}

/** The server's answer to the wish for a table, and to questions about seats. */
function answer(status: number, body: unknown, seating: [number, unknown] = [200, { rules: {}, seats: 3, sides: zwicken.sides }]): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(async (address: string, _request: RequestInit) => {
    const [as, said] = address === '/api/tables' ? [status, body] : seating;
    return new Response(JSON.stringify(said), { status: as });
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
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
    const seats = [...document.querySelectorAll<HTMLSelectElement>('.sides select')];
    expect(seats.map((each) => each.value)).toEqual(['me', 'bot:club', 'bot:club']);
    expect([...(seats[0]?.options ?? [])].map((each) => each.value)).toEqual(['me', 'bot:beginner', 'bot:club', 'bot:master', 'open']);
  });

  test('lets all bots play alike, and remembers how', async () => {
    type('.sides label:last-child select', 'bot:beginner', 'change');
    type('.strength select', 'master', 'change');
    const seats = [...document.querySelectorAll<HTMLSelectElement>('.sides select')];
    expect(seats.map((each) => each.value)).toEqual(['me', 'bot:master', 'bot:master']);
    expect(field<HTMLSelectElement>('.strength select').selectedOptions[0]?.textContent).toBe('Master: weighs more, thinks longest');
    expect(document.querySelectorAll('.strength select')).toHaveLength(1); // nobody has a partner here
    expect(settings.level).toBe('master');
    const fetched = answer(201, { table: 'xyz' });
    await submit();
    const [, { body }] = fetched.mock.calls.at(-1) as [string, RequestInit];
    expect(JSON.parse(String(body)).seats).toEqual([{ kind: 'me' }, { kind: 'bot', bot: 'master' }, { kind: 'bot', bot: 'master' }]);
    settings.level = '';
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
    const [address, { body }] = fetched.mock.calls.at(-1) as [string, RequestInit];
    expect(address).toBe('/api/tables');
    expect(JSON.parse(String(body))).toEqual({
      game: 'zwicken',
      name: 'Aya',
      seats: [{ kind: 'open' }, { kind: 'bot', bot: 'club' }, { kind: 'bot', bot: 'club' }],
      preset: null,
      rules: { kitty: 'large', target: 60 },
    });
    expect(here()).toEqual({ page: 'table', id: 'xyz' });
    expect(settings.name).toBe('Aya');
  });

  test('says what the server refused, and can be sent again', async () => {
    answer(422, { code: 'wrong_rules', text: 'no' });
    await submit();
    expect(field('[role=alert]').textContent).toBe('These house rules don\'t go together with this game. (no)');
    expect(field('.end button').getAttribute('aria-disabled')).toBe('false');
  });

  test('says when the server is away', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    await submit();
    expect(field('[role=alert]').textContent).toContain('can\'t be reached');
  });

  test('has the seats that the rules ask for, and partners where there are any', async () => {
    const sides = [[0, 2], [1, 3], [4]];
    const fetched = answer(201, { table: 'xyz' }, [200, { rules: {}, seats: 5, sides }]);
    press('.presets button:nth-child(2)');
    await settled();
    expect(fetched.mock.calls.map(([address, { body }]) => [address, JSON.parse(String(body))])).toEqual([
      ['/api/games/zwicken/seating', { preset: 'town', rules: {} }],
    ]);
    expect([...document.querySelectorAll('.sides h3')].map((each) => each.textContent)).toEqual(['Partners: seats 1 · 3', 'Partners: seats 2 · 4']);
    const seats = (): string[] => [...document.querySelectorAll<HTMLSelectElement>('.sides select')].map((each) => each.value);
    expect(seats()).toEqual(['me', 'bot:club', 'bot:club', 'bot:club', 'bot:club']); // side by side
    type('.sides .group:last-child select', 'me', 'change');
    answer(201, { table: 'xyz' }, [200, { rules: {}, seats: 2, sides: [[0], [1]] }]);
    press('.presets button:nth-child(1)');
    await settled();
    expect(seats()).toEqual(['me', 'bot:club']);
    expect(document.querySelectorAll('.sides h3')).toHaveLength(0);
  });

  test('says at once that rules don\'t go together, until they do', async () => {
    answer(201, {}, [422, { code: 'wrong_rules', text: 'the kitty is too large' }]);
    press('input[value=large]');
    await settled();
    expect(field('.rules [role=alert]').textContent).toBe('These house rules don\'t go together with this game. (the kitty is too large)');
    answer(201, {});
    press('input[value=small]');
    await settled();
    expect(document.querySelector('.rules [role=alert]')).toBeNull();
  });

  test('folds away the rules beyond the first, and offers numbers that are few as choices', async () => {
    await unmount(form);
    const number = { kind: 'number' as const, default: 1, clause: 'Z5', choices: [], low: 0, high: 1, numbers: [] };
    const more = ['one', 'two', 'three', 'four', 'five'].map((name) => ({ ...number, name }));
    const points = { ...number, name: 'points', default: 10, low: 5, high: 16, numbers: [5, 10, 16] };
    const fetched = answer(201, { table: 'xyz' });
    form = mount(NewTableForm, { target: document.body, props: { game: { ...zwicken, presets: {}, options: [points, ...zwicken.options, ...more] }, friends: false } });
    flushSync();
    expect([...document.querySelectorAll('details legend')].map((each) => each.textContent?.split(' ')[0]?.trim())).toHaveLength(2);
    const choices = [...document.querySelectorAll<HTMLInputElement>('input[name=points]')];
    expect(choices.map((each) => each.value)).toEqual(['5', '10', '16']);
    expect(choices.map((each) => each.checked)).toEqual([false, true, false]);
    expect([...document.querySelectorAll('input[name=five]')]).toHaveLength(2);
    press('input[name=points][value="16"]');
    await settled();
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toEqual({ preset: null, rules: { points: 16 } });
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
