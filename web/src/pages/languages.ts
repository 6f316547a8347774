// What each language calls itself.
import type { Language } from '../words.svelte';

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ja: '日本語' };
