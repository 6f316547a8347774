import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../settings.svelte';
import type { View } from '../protocol';
import { FakeSocket, happened, viewWith, welcome } from './sample';
import { Sitting } from './sitting.svelte';

/** An exchange of an invented game: any card may go, the king of diamonds may not. */
const exchange = viewWith({ led: null }, { legal: ['discard 5D', 'discard AS', 'draw'], refused: { 'discard KD': { reason: 'must_follow', clause: 'Q8' } } });

describe('a visit to a table', () => {
  let socket: FakeSocket;
  let sitting: Sitting;

  const sent = (): unknown[] => socket.sent.map((request) => (request as { act: string }).act);
  const say = async (number: number, act: string, view: Partial<View> = {}, seat = 0): Promise<void> => {
    socket.say(happened(number, { seat, act }, { ...exchange, number, asks: number, ...view }));
    await Promise.resolve();
  };

  beforeEach(() => {
    settings.motion = 'off';
    sitting = new Sitting('abc', {}, (address) => (socket = new FakeSocket(address)));
    sitting.connection.open();
    socket.say(welcome(exchange));
  });

  afterEach(() => sitting.connection.close());

  it('does a row of acts, each once the one before has happened', async () => {
    sitting.actAll(['discard 5D', 'discard AS', 'draw']);
    expect(socket.sent).toEqual([{ type: 'act', seat: 0, act: 'discard 5D', answers: 30 }]);
    await say(31, 'discard 5D');
    expect(socket.sent[1]).toEqual({ type: 'act', seat: 0, act: 'discard AS', answers: 31 });
    await say(32, 'discard AS');
    await say(33, 'draw', { turn: 1, legal: [], refused: {} });
    expect(sent()).toEqual(['discard 5D', 'discard AS', 'draw']);
    expect(sitting.notice).toBeNull();
  });

  it('ends the row when one of them is refused, here or there, and when somebody else comes between', async () => {
    sitting.actAll(['discard KD', 'draw']);
    expect([sent(), sitting.notice?.clause]).toEqual([[], 'Q8']);
    sitting.actAll(['discard 5D', 'draw']);
    sitting.faulted({ type: 'fault', code: 'stale', text: '', reason: null, clause: null });
    await say(31, 'discard 5D');
    expect(sent()).toEqual(['discard 5D']);
    sitting.actAll(['discard AS', 'draw']);
    await say(32, '2H', {}, 1);
    await say(33, 'discard AS');
    expect(sent()).toEqual(['discard 5D', 'discard AS']);
  });

  it('keeps several cards chosen until an act, and lets go of each at a second tap', () => {
    for (const card of ['5D', 'AS', 'KD', 'AS']) sitting.choose(card);
    expect(sitting.chosen).toEqual(['5D', 'KD']);
    sitting.act('draw');
    expect(sitting.chosen).toEqual([]);
  });

  it('lowers the cards chosen at Escape', () => {
    sitting.choose('5D');
    sitting.lower();
    expect(sitting.chosen).toEqual([]);
  });
});
