import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pace, STAYS, type Beat } from './pace';

describe('the pace', () => {
  let shown: string[];
  const frame = (name: string, ...beats: Beat[]) => ({ beats, show: (beat: Beat | null) => void shown.push(`${name} ${beat}`) });

  beforeEach(() => {
    shown = [];
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('shows one frame after another, each beat for its time', () => {
    const pace = new Pace((beat) => STAYS.normal[beat]);
    pace.push(frame('a', 'card', 'trick'));
    pace.push(frame('b', 'card'));
    expect(shown).toEqual(['a card']);
    vi.advanceTimersByTime(249);
    expect(shown).toEqual(['a card']);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['a card', 'a trick']);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual(['a card', 'a trick', 'a null', 'b card']);
    vi.advanceTimersByTime(250);
    expect(shown.at(-1)).toBe('b null');
    expect(pace.busy).toBe(false);
  });

  it('skips the present beat only', () => {
    const pace = new Pace((beat) => STAYS.normal[beat]);
    pace.push(frame('a', 'trick'));
    pace.push(frame('b', 'trick'));
    pace.skip();
    expect(shown).toEqual(['a trick', 'a null', 'b trick']);
    vi.advanceTimersByTime(999);
    expect(shown).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(shown.at(-1)).toBe('b null');
  });

  it('shows everything at once when motion is off', () => {
    const pace = new Pace((beat) => STAYS.off[beat]);
    pace.push(frame('a', 'card', 'trick', 'reveal'));
    pace.push(frame('b'));
    expect(shown).toEqual(['a card', 'a trick', 'a reveal', 'a null', 'b null']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rushes through what is waiting in order, and leaves no timer behind', () => {
    const pace = new Pace(() => 500);
    pace.push(frame('a', 'card'));
    pace.push(frame('b', 'card'));
    pace.rush();
    expect(shown).toEqual(['a card', 'a null', 'b card', 'b null']);
    vi.advanceTimersByTime(5000);
    expect(shown).toHaveLength(4);
  });

  it('keeps a card within a quarter of a second and a full trick within a second', () => {
    expect(STAYS.normal.card).toBeGreaterThanOrEqual(150);
    expect(STAYS.normal.card).toBeLessThanOrEqual(250);
    expect(STAYS.normal.trick).toBeLessThanOrEqual(1000);
  });
});
