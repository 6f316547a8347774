/** What Quinto answers to the keys of the table, in sentences. */
import type { TableInfo, View } from '../../protocol';
import { isJoker, suitOf } from '../../table/cards';
import { seatName, sideName } from '../../table/seats';
import { listed } from '../../table/speech';
import { cardName, t, words } from '../../words.svelte';
import type { Answers } from '..';
import { chain, laid, read, sorted, STAGE, type Laid } from './play';

export const answers: Answers = { hand, trick, last, score, turn };

/** `12 cards. hearts: ace, king. ... Joker.` */
function hand(view: View, table: TableInfo): string {
  if (view.seat === null) return t('ui.speech.no_hand');
  const cards = sorted(read(view).hands[view.seat] ?? [], table.rules);
  const suits = chain(table.rules).map((suit) => ({ suit, held: cards.filter((card) => !isJoker(card) && suitOf(card) === suit) }));
  const parts = suits.filter(({ held }) => held.length > 0).map(({ suit, held }) => part(suit, held));
  if (cards.some(isJoker)) parts.push(t('card.joker'));
  return [t('ui.hand.count', { count: cards.length }), ...parts].join(t('ui.speech.stop'));
}

function part(suit: string, held: readonly string[]): string {
  return `${words(`suit.${suit}`)}${t('ui.speech.colon')}${listed(held.map((card) => words(`rank.${card.charAt(0)}`)))}`;
}

function trick(view: View, table: TableInfo): string {
  const { trick: cards, leader, led } = read(view);
  const lying = laid(cards, leader);
  if (lying.length === 0) return t('ui.speech.no_trick');
  const suit = led === null ? '' : t('ui.speech.led', { suit: words(`suit.${led}`) });
  return `${named(lying, table)}${suit}`.trimEnd();
}

function last(view: View, table: TableInfo): string {
  const { last_trick, last_leader, last_winner } = read(view);
  if (last_winner === null) return t('ui.speech.no_last');
  return named(laid(last_trick, last_leader), table) + t('ui.speech.taken', { who: seatName(table, last_winner) });
}

function named(lying: readonly Laid[], table: TableInfo): string {
  return lying.map(({ seat, card }) => t('ui.speech.lies', { who: seatName(table, seat), card: cardName(card) })).join('');
}

function score(view: View, table: TableInfo): string {
  const { totals, games, factors } = read(view);
  const lines = table.sides.map((_, side) =>
    t('ui.speech.quinto.score', { side: sideName(table, side), points: totals[side] ?? 0, games: games[side] ?? 0, factor: factors[side] ?? 1 }),
  );
  return lines.join('').trimEnd();
}

/** Whose turn it is, and what that seat is to do. */
function turn(view: View, table: TableInfo): string {
  if (view.turn < 0) return t(view.turn === -2 ? 'ui.table.over' : view.deals.length > 0 ? 'ui.table.deal_over' : 'ui.table.waiting');
  if (view.turn !== view.seat) return t('ui.table.turn_of', { who: seatName(table, view.turn) });
  const { stage, led } = read(view);
  if (stage === STAGE.calls) return t('ui.table.quinto.your_call');
  if (led === null) return t(read(view).trick_size > 0 ? 'ui.table.quinto.after_joker' : 'ui.table.quinto.your_lead');
  const follows = view.legal.some((card) => !isJoker(card) && suitOf(card) === led);
  return t(follows ? 'ui.table.quinto.follow' : 'ui.table.quinto.discard', { suit: words(`suit.${led}`) });
}
