import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Hooks } from './connection.svelte';
import { event, FakeSocket, happened, TABLE, VIEW, welcome } from './sample';

describe('the connection', () => {
  let sockets: FakeSocket[];
  let told: [number, boolean][];
  let there: boolean;
  let connection: Connection;
  const latest = (): FakeSocket => sockets.at(-1) as FakeSocket;

  const hooks = (stay = 0): Hooks => ({
    open: (address) => {
      sockets.push(new FakeSocket(address));
      return latest();
    },
    stay: () => stay,
    beats: () => ['card'],
    tell: ({ number }, _view, _table, live) => void told.push([number, live]),
    arrive: () => undefined,
    exists: () => Promise.resolve(there),
  });

  function begin(stay = 0): void {
    connection = new Connection('abc', hooks(stay));
    connection.open();
    latest().say(welcome());
  }

  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    told = [];
    there = true;
  });
  afterEach(() => {
    connection.close();
    vi.useRealTimers();
  });

  it('shows the table at the first welcome', () => {
    begin();
    expect(latest().address).toBe('/api/tables/abc/socket');
    expect(connection.line).toBe('open');
    expect(connection.view?.number).toBe(30);
  });

  it('shows events in order at their pace, the view with its event', () => {
    begin(250);
    latest().say(happened(31));
    latest().say(happened(32));
    expect(connection.view?.number).toBe(31);
    expect(connection.beat).toBe('card');
    vi.advanceTimersByTime(250);
    expect(connection.view?.number).toBe(32);
    vi.advanceTimersByTime(250);
    expect(connection.beat).toBeNull();
    expect(told).toEqual([
      [31, true],
      [32, true],
    ]);
  });

  it('comes back with the number it has heard, and tells what it missed once', () => {
    begin();
    latest().say(happened(31));
    latest().close();
    expect(connection.line).toBe('reconnecting');
    vi.advanceTimersByTime(700);
    expect(latest().address).toBe('/api/tables/abc/socket?since=31');
    latest().say(welcome({ ...VIEW, number: 33 }, [event(31), event(32), event(33)]));
    expect(told).toEqual([
      [31, true],
      [32, false],
      [33, false],
    ]);
    expect(connection.view?.number).toBe(33);
    expect(connection.line).toBe('open');
  });

  it('loses nothing that was still waiting to be shown when the line went down', () => {
    begin(1000);
    latest().say(happened(31));
    latest().say(happened(32));
    latest().close();
    vi.advanceTimersByTime(700);
    expect(latest().address).toContain('since=32');
    latest().say(welcome({ ...VIEW, number: 33 }, [event(33)]));
    expect(told.map(([number]) => number)).toEqual([31, 32, 33]);
    vi.advanceTimersByTime(5000);
    expect(connection.view?.number).toBe(33);
  });

  it('takes an event that comes twice once', () => {
    begin();
    latest().say(happened(31));
    latest().say(happened(31));
    expect(told).toEqual([[31, true]]);
  });

  it('asks again when an event is missing', () => {
    begin();
    latest().say(happened(33));
    expect(told).toEqual([]);
    expect(sockets).toHaveLength(2);
    expect(latest().address).toContain('since=30');
  });

  it('waits longer after every failure, and hears nothing from a line it has left', () => {
    begin();
    const first = latest();
    first.close();
    const waits: number[] = [];
    for (let failure = 0; failure < 4; failure += 1) {
      const before = sockets.length;
      let waited = 0;
      while (sockets.length === before) {
        vi.advanceTimersByTime(25);
        waited += 25;
      }
      waits.push(waited);
      latest().close();
    }
    expect(waits[0]).toBeLessThanOrEqual(650);
    expect(waits[3]).toBeGreaterThanOrEqual(3000);
    first.say(happened(31));
    expect(told).toEqual([]);
  });

  it('hurries when the network is back', () => {
    begin();
    latest().close();
    connection.hurry();
    expect(sockets).toHaveLength(2);
  });

  it('answers the view that is shown, not the one still waiting', () => {
    begin(1000);
    latest().say(happened(31));
    latest().say(happened(32));
    connection.act(0, 'KD');
    expect(latest().sent).toEqual([{ type: 'act', seat: 0, act: 'KD', answers: 31 }]);
  });

  it('refuses to send while the line is down', () => {
    begin();
    latest().close();
    expect(connection.act(0, 'KD')).toBe(false);
  });

  it('takes presence in its turn without counting it as an event', () => {
    begin(250);
    latest().say(happened(31));
    const away = { ...TABLE, seats: TABLE.seats.map((seat) => ({ ...seat, present: false })) };
    latest().say({ type: 'presence', table: away, view: { ...VIEW, number: 31, asks: 31 } });
    expect(connection.table?.seats[0]?.present).toBe(true);
    vi.advanceTimersByTime(250);
    expect(connection.table?.seats[0]?.present).toBe(false);
    latest().say(happened(32));
    expect(told.map(([number]) => number)).toEqual([31, 32]);
  });

  it('gives up on a table that is not there', async () => {
    there = false;
    connection = new Connection('abc', hooks());
    connection.open();
    latest().close();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(connection.line).toBe('no_table');
    expect(sockets).toHaveLength(1);
  });
});
