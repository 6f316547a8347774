/** Acts in words. An act is a card, or a word with what it is about: `pass`, `bid 6`, `trump H`, `no point`, `set Q 3`, `play 4S 4D`. */
import { aboutOf } from '../games/about';
import { cardName, hasWords, t, words, type Values } from '../words.svelte';
import { isCard } from './cards';

const SUIT = /^[SHDC]$/;
const RANK = /^[TJQKA]$/; // of a set; a digit by itself is a number
const NUMBER = /^\d+$/;
const SMALL = /^[a-z]+$/;

/** The cards that an act names. */
export function cardsOf(act: string): string[] {
  return act.split(' ').filter(isCard);
}

/** The cards that an act plays, null when it plays none: `TD` does, and `play 4S 4D`; `discard 7H` doesn't. */
export function playedCards(act: string): string[] | null {
  const cards = cardsOf(act);
  return isCard(act) || (act.startsWith('play ') && cards.length > 0) ? cards : null;
}

/**
 * An act of a game in words: the game's own for it (games/about.ts), or `act.WORD` with its places filled: {card}, {cards}, {suit},
 * {rank}, {number}. Several words are joined: `act.no_point`. An act heard without what it is about has the words `act.WORD.unseen`.
 */
export function actWords(game: string, act: string): string {
  const own = aboutOf(game).act?.(act) ?? null;
  if (own !== null) return own;
  if (isCard(act)) return cardName(act);
  const said = act.split(' ').filter((word) => SMALL.test(word)).join('_');
  const about = act.split(' ').filter((word) => !SMALL.test(word));
  const unseen = `act.${said}.unseen`;
  return words(about.length === 0 && hasWords(unseen) ? unseen : `act.${said}`, values(about));
}

/** What each place of an act's words is filled with. */
function values(about: readonly string[]): Values {
  const cards = about.filter(isCard).map(cardName);
  const suit = about.find((word) => SUIT.test(word));
  const rank = about.find((word) => RANK.test(word));
  const number = about.findLast((word) => NUMBER.test(word));
  return {
    ...(cards.length > 0 && { card: cards[0] as string, cards: cards.join(t('ui.speech.comma')) }),
    ...(suit && { suit: words(`suit.${suit}`) }),
    ...(rank && { rank: words(`rank.${rank}`) }),
    ...(number && { number: Number(number) }),
  };
}
