// The rulebooks (docs/games/GAME.LANGUAGE.md), each fetched when first wanted. A further game needs no change here.
import type { Language } from '../words.svelte';

const BOOKS = import.meta.glob<string>('../../../docs/games/*.md', { query: '?raw', import: 'default' });

/** The games that have a rulebook. */
export function rulebooks(): string[] {
  return [...new Set(Object.keys(BOOKS).map((path) => path.replace(/^.*\/(.+)\.\w+\.md$/, '$1')))];
}

/** A rulebook's text in Markdown, null where there is none. */
export async function rulebook(game: string, language: Language): Promise<string | null> {
  const book = BOOKS[`../../../docs/games/${game}.${language}.md`];
  return book ? book() : null;
}
