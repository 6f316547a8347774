import { describe, expect, test } from 'vitest';
import { bookOf } from './book';
import { rulebook, rulebooks } from './rulebooks';

const TEXT = `# A game

## The deal

<a id="q1"></a>**Q1.** Deal ♥ 20 and see [Q2](#q2).

## The play

<a id="q2"></a>**Q2.** Play.
`;

describe('a rulebook', () => {
  test('leaves its first heading to the page and lists its parts', () => {
    const { html, parts } = bookOf(TEXT);
    expect(html).not.toContain('<h1');
    expect(parts).toEqual([
      { id: 'part-1', title: 'The deal' },
      { id: 'part-2', title: 'The play' },
    ]);
    expect(html).toContain('<h2 id="part-2">The play</h2>');
  });

  test('makes every clause’s number a link to it', () => {
    expect(bookOf(TEXT).html).toContain('<a class="clause" id="q2" href="#q2">Q2</a> Play.');
  });

  test('colours the suits and keeps them with their number', () => {
    expect(bookOf(TEXT).html).toContain('<span class="suit-h">♥\uFE0E</span>\u00A020');
  });
});

describe.each(rulebooks())('the rulebook of %s', (game) => {
  test('has the same clauses in both languages, each once, and no link to nowhere', async () => {
    const [english, japanese] = await Promise.all((['en', 'ja'] as const).map(async (language) => bookOf((await rulebook(game, language)) ?? '')));
    const clauses = (html = ''): string[] => [...html.matchAll(/class="clause" id="(\w+)"/g)].map(([, id]) => id as string);
    expect(clauses(english?.html).length).toBeGreaterThan(10);
    expect(new Set(clauses(english?.html)).size).toBe(clauses(english?.html).length);
    expect(clauses(japanese?.html).sort()).toEqual(clauses(english?.html).sort());
    for (const book of [english, japanese]) {
      const wanted = [...(book?.html ?? '').matchAll(/href="#(\w+)"/g)].map(([, id]) => id as string);
      expect(wanted.filter((id) => !clauses(book?.html).includes(id))).toEqual([]);
    }
  });
});

test('a game without a rulebook has none', async () => {
  expect(await rulebook('zwicken', 'en')).toBeNull();
  expect(rulebooks()).toContain('quinto');
});
