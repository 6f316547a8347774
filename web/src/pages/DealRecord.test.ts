import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { acts, table, view } from './examples';
import DealRecord from './DealRecord.svelte';
import { callsOf, pointsOf, sorted, suitOrder, tricksOf, turnedUp } from './tricks';

describe('a deal trick by trick', () => {
  test('has the cards in the order of play, the winner and what they were worth', () => {
    const [trick, ...more] = tricksOf(acts);
    expect(more).toEqual([]);
    expect(trick?.plays.map(({ seat, card }) => `${seat} ${card}`)).toEqual(['1 2S', '2 3S', '3 5S', '0 X1']);
    expect(trick?.winner).toBe(3);
    expect(pointsOf(trick?.scored ?? [])).toBe(35);
  });

  test('keeps the cards turned up apart', () => {
    const turned = turnedUp(acts);
    expect([turned?.seat, turned?.cards.length, pointsOf(turned?.scored ?? [])]).toEqual([3, 5, 15]);
    expect(turnedUp(acts.slice(0, 7))).toBeNull();
  });

  test('shows a trick that was never completed', () => {
    expect(tricksOf(acts.slice(0, 6))).toEqual([{ plays: [{ seat: 1, card: '2S' }, { seat: 2, card: '3S' }], winner: null, scored: [] }]);
  });

  test('has its calls', () => {
    expect(callsOf(acts).map((call) => call.act)).toEqual(['pass', 'double', 'pass', 'pass']);
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

  function show(): void {
    record = mount(DealRecord, { target: document.body, props: { table, view } });
    flushSync();
  }

  const labels = (selector: string): (string | null)[] => [...document.querySelectorAll(`${selector} [role=img]`)].map((each) => each.getAttribute('aria-label'));

  test('opens all hands, the viewer’s first, what lay face down last', () => {
    show();
    expect([...document.querySelectorAll('dt')].slice(0, 5).map((each) => each.textContent)).toEqual(['You', 'Left', 'Partner', 'Ken', 'Face down']);
    expect(labels('dl div:nth-child(4)')).toEqual(['Joker']);
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
