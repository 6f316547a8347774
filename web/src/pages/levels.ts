// How strong a bot is, in words.
import { hasWords, t, words } from '../words.svelte';

/** A bot's name; bots of others have the one that whoever runs the server gave them. */
export function botName(bot: string): string {
  return hasWords(`bot.${bot}`) ? words(`bot.${bot}`) : bot;
}

/** A level with its style: `Club: sound, remembers the cards`; of other bots the name alone. */
export function levelWords(bot: string): string {
  const style = `bot.${bot}.style`;
  return hasWords(style) ? t('ui.level.named', { level: botName(bot), style: words(style) }) : botName(bot);
}
