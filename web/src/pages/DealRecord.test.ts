import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { acts, five, fiveView, happening, table, view } from './examples';
import DealRecord from './DealRecord.svelte';
import { aboutOf } from '../games/about';
import { beforePlay, pointsOf, sorted, suitOrder, tricksOf, turnedUp } from './tricks';

const quinto = aboutOf('quinto').sheet ?? {};

describe('a deal trick by trick', () => {
  test('has the cards in the order of play, the winner and what they were worth', () => {
    const [trick, ...more] = tricksOf(acts, quinto);
    expect(more).toEqual([]);
    expect(trick?.plays.map(({ seat, cards }) => `${seat} ${cards}`)).toEqual(['1 2S', '2 3S', '3 5S', '0 X1']);
    expect(trick?.winner).toBe(3);
    expect(pointsOf(trick?.scored ?? [])).toBe(35);
  });

  test('keeps the cards turned up apart', () => {
    const turned = turnedUp(acts, quinto);
    expect([turned?.seat, turned?.cards.length, pointsOf(turned?.scored ?? [])]).toEqual([3, 5, 15]);
    expect(turnedUp(acts.slice(0, 7), quinto)).toBeNull();
  });

  test('shows a trick that was never completed', () => {
    expect(tricksOf(acts.slice(0, 6))).toEqual([{ plays: [{ seat: 1, cards: ['2S'] }, { seat: 2, cards: ['3S'] }], winner: null, scored: [] }]);
  });

  test('is told round by round where a game has rounds', () => {
    const cleared = happening('round', 1, { cards: ['9S', '9D'] });
    const played = [
      { seat: 0, act: 'bid 2', happenings: [] },
      { seat: 0, act: 'play 4S 4D', happenings: [] },
      { seat: 1, act: 'play 9S 9D', happenings: [] },
      { seat: 0, act: 'pass', happenings: [cleared] },
      { seat: 1, act: 'play 3C', happenings: [happening('out', 1)] },
    ];
    expect(tricksOf(played, { rounds: ['round', 'out'] })).toEqual([
      { plays: [{ seat: 0, cards: ['4S', '4D'] }, { seat: 1, cards: ['9S', '9D'] }], winner: 1, scored: [] },
      { plays: [{ seat: 1, cards: ['3C'] }], winner: 1, scored: [] },
    ]);
    expect(beforePlay(played)).toEqual([{ seat: 0, acts: ['bid 2'] }]);
  });

  test('has its points, where they are for its cards', () => {
    const [trick] = tricksOf(fiveView.acts);
    expect(trick?.scored.map(({ code }) => code)).toEqual(['lead']);
  });

  test('has its calls, those of a seat in a row together', () => {
    expect(beforePlay(fiveView.acts)).toEqual([
      { seat: 1, acts: ['bid 7', 'discard 7H', 'discard 8H'] },
      { seat: 2, acts: ['pass'] },
    ]);
    expect(beforePlay(acts)).toEqual([
      { seat: 1, acts: ['pass'] },
      { seat: 2, acts: ['double'] },
      { seat: 3, acts: ['pass'] },
      { seat: 0, acts: ['pass'] },
    ]);
  });
});

test('a hand is sorted by the table’s order of suits, from the ace down, the Joker last', () => {
  const hand = ['X1', 'TS', '2H', 'AC', 'KH', '9D'];
  expect(sorted(hand, suitOrder({ suit_order: 'chds' }))).toEqual(['AC', 'KH', '2H', '9D', 'TS', 'X1']);
  expect(sorted(hand, suitOrder({}))).toEqual(['TS', 'KH', '2H', '9D', 'AC', 'X1']);
});

describe('the record on the page', () => {
  let record: ReturnType<typeof mount>;

  afterEach(() => unmount(record));

  function show(at = table, seen = view): void {
    record = mount(DealRecord, { target: document.body, props: { table: at, view: seen } });
    flushSync();
  }

  const labels = (selector: string): (string | null)[] => [...document.querySelectorAll(`${selector} [role=img]`)].map((each) => each.getAttribute('aria-label'));

  test('opens all hands, the viewer’s first, what lay face down last', () => {
    show();
    expect([...document.querySelectorAll('dt')].slice(0, 5).map((each) => each.textContent)).toEqual(['You', 'Left', 'Partner', 'Ken', 'Face down']);
    expect(labels('dl div:nth-child(4)')).toEqual(['Joker']);
  });

  test('shows five hands and what lay face down, no empty place, and five cards of a trick', () => {
    show(five, fiveView);
    expect([...document.querySelectorAll('dt')].slice(0, 6).map((each) => each.textContent)).toEqual(['You', 'Left', 'Far left', 'Far right', 'Ken', 'Face down']);
    expect(document.querySelectorAll('dl[aria-label] div')).toHaveLength(6);
    expect(document.querySelector('.calls strong')?.textContent).toBe('Before the play:');
    document.querySelectorAll<HTMLButtonElement>('.steps button')[1]?.click();
    flushSync();
    expect(document.querySelectorAll('ol li')).toHaveLength(5);
    expect(document.querySelector('.stage p')?.textContent).toContain('Far left takes it');
    expect([...document.querySelectorAll('.points')].map((each) => each.textContent)).toEqual(['Points', '1']);
  });

  test('is stepped through by buttons', () => {
    show();
    const [back, on] = [...document.querySelectorAll<HTMLButtonElement>('.steps button')];
    expect(back?.disabled).toBe(true);
    on?.click();
    flushSync();
    expect(document.querySelector('h4')?.textContent).toBe('Trick 1 of 1');
    expect(document.querySelectorAll('ol li')).toHaveLength(4);
    on?.click();
    flushSync();
    expect(document.querySelector('h4')?.textContent).toBe('The cards turned up');
    expect(on?.disabled).toBe(true);
    expect(document.querySelectorAll('dl .spent')).toHaveLength(4); // all that the hands held
  });

  test('can be downloaded', () => {
    show();
    expect(document.querySelector('a[download]')?.getAttribute('href')).toBe('/api/tables/abc/record');
  });
});
