// How strong a bot is, in words.
import { hasWords, t, words } from '../words.svelte';

/** A level with its style: `Club: sound, remembers the cards`; of other bots the name alone. */
export function levelWords(bot: string): string {
  const [level, style] = [`bot.${bot}`, `bot.${bot}.style`];
  return hasWords(style) ? t('ui.level.named', { level: words(level), style: words(style) }) : words(level);
}
