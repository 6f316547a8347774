// The words on the screen, from the catalogue that the page and Python both read (src/tefuda/words).
import en from '../../src/tefuda/words/en.json';

export type Language = 'en' | 'ja';
export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
type Catalogue = Record<Key, string>;

export const LANGUAGES: readonly Language[] = ['en', 'ja'];
const KEPT = 'tefuda.language';

let spoken = $state<Language>('en');
let catalogue = $state.raw<Catalogue>(en);

/** The language on the screen. */
export function language(): Language {
  return spoken;
}

/** Changes the language at once and keeps the choice; other languages than English are fetched when first wanted. */
export async function setLanguage(wanted: Language): Promise<void> {
  await speak(wanted);
  localStorage.setItem(KEPT, wanted);
}

/** Speaks the language chosen last, or else the browser's. To be awaited before the page is drawn. */
export async function startLanguage(): Promise<void> {
  await speak(chosen() ?? (navigator.language.startsWith('ja') ? 'ja' : 'en'));
}

/** The words of a key with `{name}` places filled in; numbers are written as the language does. */
export function t(key: Key, values: Values = {}): string {
  return words(key, values);
}

/** The words of a key put together from names that the server sent; the key itself where the catalogue has no such words. */
export function words(key: string, values: Values = {}): string {
  return filled(catalogue[key as Key] ?? key, values);
}

/** Whether the catalogue has words for a key put together from names that the server sent. */
export function hasWords(key: string): boolean {
  return key in catalogue;
}

/** A card's name: `TD` is the ten of diamonds, `X1` the Joker, `X2` the lower of two. */
export function cardName(card: string): string {
  if (card.startsWith('X')) return t(card === 'X2' ? 'card.joker.low' : 'card.joker');
  return t('card.name', { rank: words(`rank.${card[0]}`), suit: words(`suit.${card[1]}`) });
}

async function speak(wanted: Language): Promise<void> {
  catalogue = wanted === 'en' ? en : (await import('../../src/tefuda/words/ja.json')).default;
  spoken = wanted;
  document.documentElement.lang = wanted;
}

function chosen(): Language | undefined {
  return LANGUAGES.find((each) => each === localStorage.getItem(KEPT));
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => written(values[name], place));
}

function written(value: string | number | undefined, place: string): string {
  return typeof value === 'number' ? new Intl.NumberFormat(spoken).format(value) : (value ?? place);
}
