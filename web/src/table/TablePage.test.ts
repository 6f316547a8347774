import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { View, Welcome } from '../protocol';
import { settings } from '../settings.svelte';
import { FakeSocket, happened, TABLE, VIEW, viewWith, welcome } from './sample';
import TablePage from './TablePage.svelte';

describe('the page of a table', () => {
  let socket: FakeSocket;
  let page: Record<string, unknown>;

  const hand = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('[data-hand] button')];
  const named = (name: string): HTMLButtonElement => {
    const found = [...document.querySelectorAll('button')].find((each) => (each.textContent ?? '').trim().startsWith(name));
    if (!found) throw new Error(`no button ${name}`);
    return found;
  };
  const text = (selector: string): string => document.querySelector(selector)?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
  const press = (key: string): void => {
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    flushSync();
  };
  const click = (button: HTMLButtonElement): void => {
    button.click();
    flushSync();
  };
  const say = (message: unknown): void => {
    socket.say(message);
    flushSync();
  };

  /** Comes to the table anew; the server says this first. */
  const arrive = (first: Welcome): void => {
    void unmount(page);
    page = mount(TablePage, { target: document.body, props: { id: 'abc' } });
    flushSync();
    say(first);
  };

  beforeEach(() => {
    settings.motion = 'off';
    settings.tap = 'two';
    settings.letters = true;
    vi.stubGlobal(
      'WebSocket',
      class extends FakeSocket {
        constructor(address: URL) {
          super(address.pathname);
          socket = this;
        }
      },
    );
    page = mount(TablePage, { target: document.body, props: { id: 'abc' } });
    flushSync();
    say(welcome());
  });

  afterEach(async () => {
    await unmount(page);
    vi.unstubAllGlobals();
  });

  it('lays out the hand in the order of the chain, each card a button with its name', () => {
    expect(hand().map((each) => each.querySelector('.spoken')?.textContent)).toEqual([
      'two of hearts, refused by the rules now',
      'king of diamonds',
      'five of diamonds',
      'ace of spades, refused by the rules now',
      'Joker',
    ]);
  });

  it('says why a dimmed card is refused, with its clause and a link, and plays nothing', () => {
    click(named('two of hearts'));
    expect(text('[role=status] .why')).toBe('You hold cards of the suit that was led: follow it, or play the Joker. Rule Q8');
    expect(document.querySelector('.why a')?.getAttribute('href')).toBe('/rules/quinto#q8');
    expect(socket.sent).toEqual([]);
  });

  it('dims nothing while it is not the turn of the hand', () => {
    say(happened(31, {}, { turn: 2, legal: [], refused: {} }));
    expect(hand().some((each) => each.classList.contains('refused'))).toBe(false);
  });

  it('raises a card at the first tap and plays it at the second', () => {
    click(named('five of diamonds'));
    expect(named('five of diamonds').getAttribute('aria-pressed')).toBe('true');
    expect(socket.sent).toEqual([]);
    click(named('five of diamonds'));
    expect(socket.sent).toEqual([{ type: 'act', seat: 0, act: '5D', answers: 30 }]);
  });

  it('plays the raised card with the Play button, and asks for one when there is none', () => {
    click(named('Play'));
    expect(text('[role=status] .why')).toBe('Choose a card first.');
    click(named('king of diamonds'));
    click(named('Play'));
    expect(socket.sent).toEqual([{ type: 'act', seat: 0, act: 'KD', answers: 30 }]);
  });

  it('plays at the first tap when so set', () => {
    settings.tap = 'one';
    click(named('Joker'));
    expect(socket.sent).toEqual([{ type: 'act', seat: 0, act: 'X1', answers: 30 }]);
  });

  it('lowers a card chosen ahead when a suit is led, and keeps it while the trick only grows', () => {
    const waiting = (state: Parameters<typeof viewWith>[0], number: number): Partial<View> => viewWith(state, { turn: 2, legal: [], refused: {}, number, asks: number });
    say(happened(31, {}, waiting({ led: null, trick_size: 0 }, 31)));
    click(named('five of diamonds'));
    say(happened(32, {}, waiting({ led: 'S', trick_size: 1 }, 32)));
    expect(hand().some((each) => each.classList.contains('raised'))).toBe(false);
    click(named('ace of spades'));
    say(happened(33, {}, waiting({ led: 'S', trick_size: 2 }, 33)));
    expect(named('ace of spades').classList.contains('raised')).toBe(true);
  });

  it('moves over the hand by arrows, raises and plays by Up, leaves by Escape', () => {
    press('h');
    expect(document.activeElement).toBe(hand()[0]);
    press('ArrowRight');
    press('ArrowUp');
    expect(named('king of diamonds').getAttribute('aria-pressed')).toBe('true');
    press('Escape');
    expect(named('king of diamonds').getAttribute('aria-pressed')).toBe('false');
    expect(document.activeElement).toBe(document.body);
    named('king of diamonds').focus();
    press('ArrowUp');
    press('ArrowUp');
    expect(socket.sent).toEqual([{ type: 'act', seat: 0, act: 'KD', answers: 30 }]);
  });

  it('has one card in the order of Tab', () => {
    expect(hand().filter((each) => each.tabIndex === 0)).toHaveLength(1);
  });

  it.each([
    ['t', 'Left: ten of diamonds.'],
    ['w', 'Follow suit: diamonds'],
    ['r', 'Order of suits: Hearts, diamonds, clubs, spades.'],
    ['l', 'Taken by: Left.'],
  ])('answers %s aloud', async (key, answer) => {
    press(key);
    await tick();
    flushSync();
    expect(text('main > p[role=status]')).toContain(answer);
  });

  it('leaves the letters alone where they are switched off, but not Escape', async () => {
    settings.letters = false;
    named('king of diamonds').click();
    press('w');
    press('?');
    await tick();
    expect(text('main > p[role=status]')).toBe('');
    expect(document.querySelector('dialog')).toBeNull();
    press('Escape');
    expect(named('king of diamonds').getAttribute('aria-pressed')).toBe('false');
  });

  it('lists the keys at ?', () => {
    press('?');
    expect(text('dialog h2')).toBe('Menu and help');
    expect([...document.querySelectorAll('kbd')].map((each) => each.textContent)).toContain('W');
  });

  it('calls the turn out once, assertively, and in the title', () => {
    expect(text('[aria-live=assertive]')).toBe('Your turn. Follow suit: diamonds');
    expect(document.title).toBe('● Your turn · Quinto');
    say(happened(31, {}, { turn: 2, legal: [], refused: {} }));
    expect(text('[aria-live=assertive]')).toBe('');
    expect(document.title).toBe('Quinto · Tefuda');
  });

  it('writes the play into the polite log', () => {
    say(happened(31, {}, { turn: 2 }));
    expect(document.querySelector('[role=log]')?.getAttribute('aria-live')).toBe('polite');
    expect(text('[role=log] p:last-child')).toBe('Left plays the ten of diamonds.');
  });

  it('shows and speaks what the server refuses', () => {
    say({ type: 'fault', code: 'stale', text: '', reason: null, clause: null });
    expect(text('[role=status] .why')).toBe('The table had moved on; nothing was played. Look again.');
    say({ type: 'fault', code: 'refused', text: '', reason: 'must_follow', clause: 'Q8' });
    expect(text('[role=status] .why')).toContain('Rule Q8');
  });

  it('says calmly that the line is down', () => {
    socket.close();
    flushSync();
    expect(text('[role=status] .calm')).toBe('The line is down. Reconnecting …');
  });

  it('has the three calls in their places, and says why one is refused', () => {
    const callsFirst = { reason: 'calls_first', clause: 'Q6' };
    const notDoubled = { reason: 'not_doubled', clause: 'Q6' };
    say(happened(31, {}, viewWith({ stage: 1, led: null, trick_size: 0 }, { number: 31, asks: 31, legal: ['pass', 'double'], refused: { redouble: notDoubled, KD: callsFirst } })));
    expect(named('king of diamonds').classList.contains('refused')).toBe(false);
    const calls = [...document.querySelectorAll<HTMLButtonElement>('.main button')];
    expect(calls.map((each) => each.textContent?.trim())).toEqual(['Pass', 'Double', 'Redouble']);
    expect(calls.map((each) => each.getAttribute('aria-disabled'))).toEqual(['false', 'false', 'true']);
    click(calls[2] as HTMLButtonElement);
    expect(text('[role=status] .why')).toBe('Nobody has doubled, so there is nothing to redouble. Rule Q6');
    click(calls[1] as HTMLButtonElement);
    expect(socket.sent).toEqual([{ type: 'act', seat: 0, act: 'double', answers: 31 }]);
  });

  it('shows the log of what was played before one came', () => {
    const acts = [{ seat: 1, act: 'TD', happenings: [] }];
    arrive(welcome({ ...VIEW, acts }));
    expect(text('[role=log]')).toBe('Left plays the ten of diamonds.');
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('asks a visitor to an open table to sit down, and sends the name to the seat chosen', async () => {
    const seats = TABLE.seats.map((seat, at) => (at === 2 ? { ...seat, bot: null, open: true } : seat));
    const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(TABLE))));
    vi.stubGlobal('fetch', fetched);
    arrive({ ...welcome({ ...VIEW, seat: null, turn: -1, legal: [], refused: {} }), table: { ...TABLE, you: null, seats } });
    expect(text('dialog label.seat')).toContain('North partner of Anna');
    const field = document.querySelector<HTMLInputElement>('dialog input[type=text]') as HTMLInputElement;
    field.value = 'Bob';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledWith('/api/tables/abc/seats/2', expect.objectContaining({ body: '{"name":"Bob"}' })));
  });

  const ADVICE = {
    type: 'advice',
    asks: 30,
    acts: [
      { act: '5D', points: 12.34, error: 0 },
      { act: 'KD', points: 9.1, error: 1.06 },
      { act: 'X1', points: -1, error: 0.01 },
      { act: 'QD', points: 12.33, error: 0.02 },
    ],
  };
  const hint = (): HTMLButtonElement => document.querySelector<HTMLButtonElement>('button[aria-label=Hint]') as HTMLButtonElement;

  it('asks for a hint once, and shows what every act costs, on the card and in a list', async () => {
    click(hint());
    click(hint());
    expect(socket.sent).toEqual([{ type: 'hint', seat: 0, answers: 30 }]);
    expect(text('[role=status] .calm')).toBe('The master is thinking …');
    say(ADVICE);
    expect([...document.querySelectorAll('.advice .cost')].map((each) => each.textContent?.trim())).toEqual(['best', '−3.2 ± 1.1', '−13.3', 'as good']);
    expect([...document.querySelectorAll('.advice .spoken')].map((each) => each.textContent)).toEqual([
      'five of diamonds: best',
      'king of diamonds: costs 3.2 points, give or take 1.1',
      'Joker: costs 13.3 points',
      'queen of diamonds: just as good',
    ]);
    expect(document.querySelectorAll('[data-hand] .advised')).toHaveLength(1);
    expect(named('five of diamonds, advised').querySelector('.mark')).not.toBeNull();
    await tick();
    flushSync();
    expect(text('main > p[role=status]')).toContain('five of diamonds: best. king of diamonds: costs 3.2 points');
  });

  it('puts a hint away by its button, by Escape, and with the position it was about', () => {
    const shown = (): number => document.querySelectorAll('.advice').length;
    say(ADVICE);
    expect(shown()).toBe(1);
    click(document.querySelector<HTMLButtonElement>('.advice button') as HTMLButtonElement);
    expect(shown()).toBe(0);
    say(ADVICE);
    press('Escape');
    expect(shown()).toBe(0);
    say(ADVICE);
    say(happened(31, {}, { turn: 2, can_hint: false, legal: [], refused: {} }));
    expect(shown()).toBe(0);
    expect(document.querySelectorAll('.mark')).toHaveLength(0);
    say({ ...ADVICE, asks: 29 }); // one that came too late
    expect(shown()).toBe(0);
  });

  it('asks for a hint by a key, and says why there is none', () => {
    press('a');
    expect(socket.sent).toEqual([{ type: 'hint', seat: 0, answers: 30 }]);
    say({ type: 'fault', code: 'not_ready', text: '', reason: null, clause: null });
    expect(text('[role=status] .why')).toContain('still getting ready');
    say(happened(31, {}, { turn: 2, can_hint: false, legal: [], refused: {} }));
    press('a');
    expect(text('[role=status] .why')).toContain('only where all others are bots');
    expect(socket.sent).toHaveLength(1);
  });

  it('marks a call that is advised', () => {
    say(happened(31, {}, viewWith({ stage: 1, led: null, trick_size: 0 }, { number: 31, asks: 31, legal: ['pass', 'double'], refused: {} })));
    say({ type: 'advice', asks: 31, acts: [{ act: 'double', points: 3, error: 0 }, { act: 'pass', points: 2, error: 0.5 }] });
    expect(named('Double').textContent?.replace(/\s+/g, ' ').trim()).toBe('Double , advised');
    expect(document.querySelectorAll('.main .mark')).toHaveLength(1);
  });

  it('has no hint among people', () => {
    say(happened(31, {}, { can_hint: false, can_level: false }));
    expect(hint()).toBeNull();
  });

  it('claims the rest once it is certain, and then only looks on', () => {
    expect(document.querySelector('.claim')).toBeNull();
    press('c');
    expect(text('[role=status] .why')).toContain('isn\'t certain');
    say({ type: 'presence', table: TABLE, view: { ...VIEW, can_claim: true } });
    press('Escape');
    click(named('Claim the rest'));
    expect(socket.sent).toEqual([{ type: 'claim', seat: 0, answers: 30 }]);
    say({ type: 'presence', table: TABLE, view: { ...VIEW, claiming: true, can_hint: false } });
    expect(text('[role=status] .calm')).toBe('The rest is being played out …');
    expect(text('[aria-live=assertive]')).toBe('');
    click(named('king of diamonds'));
    click(named('king of diamonds'));
    expect(socket.sent).toHaveLength(1);
  });

  it('shows how strong a bot is at its seat, and says when that changes', () => {
    const plate = document.querySelector('.plate[aria-label=Left]') as HTMLElement;
    expect(plate.querySelector('.level')?.textContent).toBe('Club');
    expect(plate.querySelector('.bot')?.getAttribute('title')).toBe('Club: sound, remembers the cards');
    expect(plate.textContent).toContain('bot: Club: sound, remembers the cards');
    say(happened(31, { kind: 'level', seat: 2, act: null, bot: 'master' }, { asks: 30 }));
    expect(text('[role=log] p:last-child')).toBe('From now on Partner plays like: Master.');
  });

  it('changes the strength of one bot, or of all', async () => {
    const levels = ['beginner', 'club', 'expert', 'master'];
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify([{ name: 'quinto', levels }]))));
    click(document.querySelector<HTMLButtonElement>('button[aria-label="Menu and help"]') ?? named('Menu and help'));
    click(named('Strength of the bots'));
    await vi.waitFor(() => {
      flushSync();
      expect(document.querySelectorAll('dialog select')).toHaveLength(4);
    });
    const selects = [...document.querySelectorAll<HTMLSelectElement>('dialog select')];
    expect(selects.map((each) => each.value)).toEqual(['club', 'club', 'club', 'club']);
    const choose = (at: number, level: string): void => {
      (selects[at] as HTMLSelectElement).value = level;
      selects[at]?.dispatchEvent(new Event('change', { bubbles: true }));
      flushSync();
    };
    choose(2, 'master');
    expect(socket.sent).toEqual([{ type: 'level', seat: 0, where: 2, bot: 'master' }]);
    choose(0, 'beginner');
    expect(socket.sent.slice(1)).toEqual([1, 2, 3].map((where) => ({ type: 'level', seat: 0, where, bot: 'beginner' })));
  });

  it('takes back, and goes on to the next deal', () => {
    click(named('Undo'));
    expect(socket.sent).toEqual([{ type: 'undo', seat: 0, answers: 30 }]);
    say(happened(31, {}, { ...VIEW, number: 31, asks: 31, turn: -1, deals: [{ dealer: 3, points: [0, 5], totals: [40, 65] }] }));
    click(named('Next deal'));
    expect(socket.sent.at(-1)).toEqual({ type: 'next', seat: 0, answers: 31 });
  });
});
