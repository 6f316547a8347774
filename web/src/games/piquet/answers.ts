/** What Piquet answers to the keys of the table, in sentences. */
import type { TableInfo, View } from '../../protocol';
import { suitOf } from '../../table/cards';
import { seatName, sideName } from '../../table/seats';
import { listed } from '../../table/speech';
import { cardName, t, words } from '../../words.svelte';
import type { Answers } from '..';
import { elderOf, ITEMS, knownOf, laid, parse, pointsOf, read, reckoned, rowsOf, sorted, STAGE, SUITS, totalsOf, type Item, type Laid } from './play';
import { inFull, question } from './said';

export const answers: Answers = { hand, trick, last, score, turn };

/** `12 cards. hearts: ace, king. ...`, then what the other is known to hold. */
function hand(view: View, table: TableInfo): string {
  if (view.seat === null) return t('ui.speech.no_hand');
  const cards = read(view).hands[view.seat] ?? [];
  const other = knownOf(view, 1 - view.seat, null);
  const known = other.length === 0 ? [] : [t('ui.piquet.known_of', { who: seatName(table, 1 - view.seat), cards: bySuits(other).join('; ') })];
  return [t('ui.hand.count', { count: cards.length }), ...bySuits(cards), ...known].join(t('ui.speech.stop'));
}

/** Cards suit by suit: `hearts: ace, king`. */
export function bySuits(cards: readonly string[]): string[] {
  const suits = SUITS.map((suit) => ({ suit, held: sorted(cards).filter((card) => suitOf(card) === suit) }));
  return suits
    .filter(({ held }) => held.length > 0)
    .map(({ suit, held }) => `${words(`suit.${suit}`)}${t('ui.speech.colon')}${listed(held.map((card) => words(`rank.${card.charAt(0)}`)))}`);
}

function trick(view: View, table: TableInfo): string {
  const { trick: cards, leader } = read(view);
  const lying = laid(cards, leader);
  return lying.length === 0 ? t('ui.speech.no_trick') : named(lying, table).trimEnd();
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
  const totals = totalsOf(view);
  return table.sides.map((_, side) => t('ui.piquet.score', { side: sideName(table, side), points: pointsOf(view, side), total: totals[side] ?? 0 })).join('').trimEnd();
}

/** Whose turn it is, and what that seat is to do. */
function turn(view: View, table: TableInfo): string {
  if (view.turn < 0) return t(view.turn === -2 ? 'ui.table.over' : view.deals.length > 0 ? 'ui.table.deal_over' : 'ui.table.waiting');
  const { stage } = read(view);
  const mine = view.turn === view.seat;
  const who = seatName(table, view.turn);
  if (stage === STAGE.carte) return mine ? t('ui.piquet.your_carte') : t('ui.piquet.has_carte', { who });
  if (stage === STAGE.exchange) return mine ? exchange(view) : t('ui.piquet.exchanges', { who });
  if (!mine) return t('ui.table.turn_of', { who });
  return stage === STAGE.play ? play(view) : declare(view, table);
}

function exchange(view: View): string {
  const { least = 0, most = 0 } = reckoned(view).exchange ?? {};
  return t(least > 0 ? 'ui.piquet.lay_away' : 'ui.piquet.may_lay_away', { least, most });
}

/** What one can declare, or has to answer. */
function declare(view: View, table: TableInfo): string {
  const item = ITEMS[read(view).item] as Item;
  if (view.legal.includes('done')) return question(item, 'more');
  const called = calledBefore(view, item);
  if (called === null) return question(item, 'declare');
  return t('ui.piquet.answer', { who: seatName(table, elderOf(view)), what: called });
}

/** What elder has declared, for younger to answer; null where there is nothing to answer. */
function calledBefore(view: View, item: Item): string | null {
  const elder = elderOf(view);
  const row = rowsOf(view).find((each) => each.item === item);
  const act = view.acts.findLast(({ seat }) => seat === elder)?.act ?? '';
  const named = row?.said[elder]?.[0]?.named ?? null;
  if (!view.legal.includes('good') || named === null) return null;
  const suit = parse(act)?.suit ?? null;
  return suit === null ? inFull(named) : t('ui.piquet.in_suit', { what: inFull(named), suit: words(`suit.${suit}`) });
}

function play(view: View): string {
  const { led } = read(view);
  if (led === null) return t('ui.piquet.lead');
  const follows = view.legal.some((card) => suitOf(card) === led);
  return t(follows ? 'ui.piquet.follow' : 'ui.piquet.discard', { suit: words(`suit.${led}`) });
}
