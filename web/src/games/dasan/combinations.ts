/** Combinations of cards: in which order they are offered, and what they are called. What may be played the server says. */
import { cardsOf } from '../../table/acts';
import { listed } from '../../table/speech';
import { cardName, t, words, type Key } from '../../words.svelte';

/** The ranks from the lowest (W2). */
export const RANKS = '456789TJQKA23';

const place = (card: string): number => RANKS.indexOf(card.charAt(0));

/** Cards from the lowest rank. */
export function byRank(cards: readonly string[]): string[] {
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** The cards of one rank in a hand. */
export interface Stack {
  rank: string;
  cards: string[];
}

export function stacksOf(hand: readonly string[]): Stack[] {
  return [...RANKS].map((rank) => ({ rank, cards: hand.filter((card) => card.startsWith(rank)) })).filter(({ cards }) => cards.length > 0);
}

/** Tells combinations apart as the game does: by their ranks, and by whether the called card is among them. */
export function keyOf(cards: readonly string[], called: string | null): string {
  const ranks = byRank(cards).map((card) => card.charAt(0)).join('');
  return called !== null && cards.includes(called) ? `${ranks}+` : ranks;
}

/** The plays that a card of this rank can be part of, the largest first; of the same size the higher first. */
export function offersFor(rank: string, plays: readonly string[]): string[] {
  const fitting = plays.filter((act) => cardsOf(act).some((card) => card.startsWith(rank)));
  return fitting.sort((one, other) => weight(other) - weight(one));
}

function weight(act: string): number {
  const cards = byRank(cardsOf(act));
  return cards.length * 1000 + (cards.length / stacksOf(cards).length) * 20 + place(cards.at(-1) ?? '');
}

const OF_A_RANK: readonly Key[] = ['ui.dasan.single', 'ui.dasan.pair', 'ui.dasan.triple', 'ui.dasan.quad'];
const RUNS: readonly Key[] = ['ui.dasan.run', 'ui.dasan.pair_run', 'ui.dasan.triple_run', 'ui.dasan.quad_run'];

/** What cards are called that are a combination: `Pair of kings`, `Run of 5 up to the nine`. */
export function nameOf(cards: readonly string[]): string {
  const stacks = stacksOf(cards);
  const rank = stacks.at(-1)?.rank ?? '';
  const kind = cards.length / stacks.length;
  if (stacks.length > 1) return t(RUNS[kind - 1] as Key, { count: stacks.length, rank: words(`rank.${rank}`) });
  return t(OF_A_RANK[kind - 1] as Key, { rank: words(`rank.${rank}`), ranks: words(`ui.dasan.ranks.${rank}`) });
}

/** A play in words on a button; suits are named where they matter: of the called card. */
export function playName(act: string, called: string | null): string {
  const cards = cardsOf(act);
  const name = nameOf(cards);
  if (called === null || !cards.includes(called)) return name;
  if (cards.length === 1) return cardName(called);
  return t('ui.dasan.with_called', { combination: name, card: cardName(called) });
}

/** A hand in words: `four, six × 2, king × 3`. */
export function handWords(cards: readonly string[]): string {
  return listed(stacksOf(cards).map((stack) => stackWords(stack)));
}

function stackWords({ rank, cards }: Stack): string {
  const name = words(`rank.${rank}`);
  return cards.length === 1 ? name : t('ui.dasan.times', { rank: name, count: cards.length });
}

/** A stack for a screen reader: how many of which rank, and their suits. */
export function stackName({ rank, cards }: Stack): string {
  const suits = listed(cards.map((card) => words(`suit.${card.charAt(1)}`)));
  return t('ui.dasan.stack', { rank: stackWords({ rank, cards }), suits });
}
