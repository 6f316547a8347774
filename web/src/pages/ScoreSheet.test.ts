import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TableInfo, View } from '../protocol';
import { setLanguage } from '../words.svelte';
import { aboutOf } from '../games/about';
import { acts, five, fiveView, happening, table, two, view } from './examples';
import ScoreSheet from './ScoreSheet.svelte';
import { bonusOf, endings, matchRows, sheetLines, sidesFor, totalsBefore } from './sheet';

const quinto = aboutOf('quinto').sheet ?? {};

describe('the lines of a deal', () => {
  test('are every happening with points, with its trick and the sums after it', () => {
    expect(sheetLines(view, quinto).map(({ code, side, points, trick, sums }) => [code, side, points, trick, sums])).toEqual([
      ['quint_joker', 1, 25, 1, [100, 205]],
      ['quint_five', 1, 5, 1, [100, 210]],
      ['quint_two_three', 1, 5, 1, [100, 215]],
      ['quint_ace_four', 1, 15, 2, [100, 230]],
      ['trick_points', 0, 110, null, [210, 230]],
      ['trick_points', 1, 20, null, [210, 250]],
    ]);
  });

  test('start from the totals before the deal', () => {
    expect(totalsBefore(view, quinto)).toEqual([100, 180]);
    expect(totalsBefore({ ...view, acts: [], state: { totals: [40, 0] } })).toEqual([40, 0]);
  });

  test('take what a game says of its happenings: rounds, words of the end, totals', () => {
    const acts = [
      { seat: 0, act: 'play 4S 4D', happenings: [happening('pair', 0, { cards: ['4S', '4D'], points: 2 })] },
      { seat: 1, act: 'pass', happenings: [happening('round', 0, { cards: ['4S', '4D'] })] },
      { seat: 0, act: 'play 5S', happenings: [happening('single', 0, { cards: ['5S'], points: 1 }), happening('gone', 1), happening('over', 0)] },
    ];
    const played: View = { ...view, turn: -1, acts, state: { totals: [0, 0] } };
    const said = { rounds: ['round'], quiet: ['gone'], totals: () => [13, 0] };
    expect(sheetLines(played, said).map(({ code, trick, sums }) => [code, trick, sums])).toEqual([
      ['pair', 1, [12, 0]],
      ['single', 2, [13, 0]],
    ]);
    expect(endings(played, said).map(({ code }) => code)).toEqual(['over']);
  });

  test('leave the bonus of the match to its result', () => {
    expect(bonusOf(view, quinto)?.points).toBe(100);
    expect(bonusOf({ ...view, acts: acts.slice(0, 4) }, quinto)).toBeNull();
    expect(bonusOf(view)).toBeNull();
  });
});

describe('the match', () => {
  test('begins a new game where the totals begin anew', () => {
    expect(matchRows(view).map(({ number, game, ends }) => [number, game, ends])).toEqual([
      [1, 1, true],
      [2, 2, false],
      [3, 2, true],
    ]);
  });

  test('shows the last game’s end as soon as its deal is over', () => {
    const running: View = { ...view, result: null, turn: -1, state: { game_over: false }, deals: view.deals.slice(0, 1) };
    expect(matchRows(running)[0]?.ends).toBe(false);
    expect(matchRows({ ...running, state: { game_over: true } })[0]?.ends).toBe(true);
  });
});

test('the viewer’s side comes first; a spectator sees the sides in their order', () => {
  expect(sidesFor(table)).toEqual([1, 0]);
  expect(sidesFor({ ...table, you: null })).toEqual([0, 1]);
  expect(sidesFor(five)).toEqual([1, 2, 3, 4, 0]);
});

describe('the sheet', () => {
  let sheet: ReturnType<typeof mount>;

  beforeAll(() => setLanguage('en'));
  afterEach(() => unmount(sheet));

  function show(at: TableInfo, seen: View): string[] {
    sheet = mount(ScoreSheet, { target: document.body, props: { table: at, view: seen } });
    flushSync();
    return [...document.querySelectorAll('tr')].map((row) => [...row.children].map(plain).join(' | ').replace(/ +/g, ' ').trim());
  }

  /** A cell as it is read out. */
  function plain(cell: Element): string {
    cell.querySelectorAll('[aria-hidden=true]').forEach((each) => each.remove());
    cell.querySelectorAll('[role=img]').forEach((each) => each.replaceChildren(`[${each.getAttribute('aria-label')}]`));
    return (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  test('says of every line what, which cards, how many points and by which rule', () => {
    const rows = show(table, view);
    expect(rows.slice(0, 10)).toEqual([
      'What for | We 250 | They 210',
      'Before this deal | 180 | 100',
      'Quint royal: the Joker [Joker] Trick 1 Q12 | +25 makes 205 |',
      'Quint: a five [five of spades] Trick 1 Q12 | +5 makes 210 |',
      'Quint: two and three [three of spades][two of spades] Trick 1 Q12 | +5 makes 215 |',
      'Quint: ace and four [ace of diamonds][four of diamonds] Trick 2 Q12 | +15 makes 230 |',
      'Tricks: 11 × 10 (doubled) Q15 | | +110 makes 210',
      'Tricks: 2 × 10 (doubled) Q15 | +20 makes 250 |',
      'In this deal | +70 | +110',
      'Now | 250 | 210',
    ]);
    expect(document.querySelector('tbody a')?.getAttribute('href')).toBe('/rules/quinto#q12');
  });

  test('adds up the match, its games and the bonus', () => {
    const rows = show(table, view);
    expect(rows.slice(10)).toEqual([
      'Deal | Dealer | We | They',
      'Game 1',
      '1 | Partner | +255 255 | +60 60',
      'Game 2',
      '2 | Ken | +180 180 | +100 100',
      '3 | You | +70 250 | +110 210',
      'Games won | 2 | 0',
      '| We | They',
      'Points of all games | 505 | 270',
      'Bonus Q19 | +100 |',
      'Final score | 605 | 270',
    ]);
    expect(document.body.textContent).toContain('You won!');
  });

  test('says what the deal decided, and by which rule', () => {
    show(table, view);
    expect(document.querySelector('.ending')?.textContent?.replace(/\s+/g, ' ').trim()).toBe('We win the game Q18');
  });

  test('has a column for each of five seats, the viewer’s first, and says what was lost', () => {
    const rows = show(five, fiveView);
    expect(rows.slice(0, 5)).toEqual([
      'What for | You 3 | Left 12 | Far left 12 | Far right 12 | Ken 12',
      'Before this deal | 10 | 10 | 10 | 10 | 10',
      'happening.zwicken.lead [king of spades] Trick 1 Z4 | +1 makes 11 | | | |',
      'happening.zwicken.set [king of spades][queen of hearts] Z7 | −8 makes 3 | | | |',
      'happening.zwicken.against Z8 | | | | | +2 makes 12',
    ]);
    expect(rows).toContain('In this deal | −7 | +2 | +2 | +2 | +2');
    expect(rows.slice(-3)).toEqual([
      'Deal | You | Left | Far left | Far right | Ken',
      '1 | +10 10 | +10 10 | +10 10 | D +10 10 | +10 10',
      '2 | −7 3 | +2 12 | +2 12 | +2 12 | D +2 12',
    ]);
    expect(document.querySelector('abbr')?.title).toBe('Dealer');
  });

  test('names two players without partners, a draw and a single game', () => {
    const deals = [{ dealer: 0, points: [-5, 5], totals: [-5, 5] }];
    const over = { ...fiveView, turn: -2, acts: [], state: { totals: [-5, 5] }, deals, result: { totals: [-5, 5], winner: null } };
    const rows = show(two, over);
    expect(rows[0]).toBe('What for | You 5 | Opponent −5');
    expect(rows).toContain('1 | Opponent | +5 5 | −5 −5');
    expect(rows).toContain('Final score | 5 | −5');
    expect(rows.some((row) => row.startsWith('Game'))).toBe(false);
    expect(document.querySelector('.result h3')?.textContent).toBe('Result: a draw');
    void unmount(sheet);
    show(two, { ...over, result: { totals: [-5, 5], winner: 1 } });
    expect(document.querySelector('.result h3')?.textContent).toBe('Result: You won!');
  });

  test('tells a spectator the sides by their names', () => {
    const rows = show({ ...table, you: null }, view);
    expect(rows[0]).toMatch(/^What for \| Ken.*North 210 \| Aya.*East 250$/);
  });

  test('says so when nobody has scored and no deal is over', () => {
    show(table, { ...view, turn: 2, acts: acts.slice(0, 4), deals: [], result: null, state: { totals: [0, 0] } });
    expect(document.body.textContent).toContain('Nobody has scored in this deal yet.');
    expect(document.body.textContent).toContain('No deal is finished yet.');
  });
});
