/** What Pitch answers to the keys of the table, in sentences. */
import type { TableInfo, View } from '../../protocol';
import { isJoker, suitOf } from '../../table/cards';
import { seatName, sideName } from '../../table/seats';
import { listed } from '../../table/speech';
import { cardName, t, words } from '../../words.svelte';
import { plain } from '../../pages/sheet';
import type { Answers } from '..';
import { laid, parts, read, reckoned, sorted, STAGE, SUITS, type Laid } from './play';

export const answers: Answers = { hand, trick, last, score, turn };

/** `9 cards. trumps: ace of hearts, jack of diamonds. spades: king.` */
function hand(view: View): string {
  if (view.seat === null) return t('ui.speech.no_hand');
  const { hands, trump } = read(view);
  const trumps = trump === null ? [] : (reckoned(view).trumps[trump] ?? []);
  const cards = sorted(hands[view.seat] ?? [], trumps);
  const count = t(cards.length === 1 ? 'ui.pitch.one_card' : 'ui.hand.count', { count: cards.length });
  return [count, ...groups(cards, trumps)].join(t('ui.speech.stop'));
}

function groups(cards: readonly string[], trumps: readonly string[]): string[] {
  const others = cards.filter((card) => !trumps.includes(card));
  const named = (title: string, some: string[]): string[] => (some.length === 0 ? [] : [`${title}${t('ui.speech.colon')}${listed(some)}`]);
  const high = cards.filter((card) => trumps.includes(card));
  return [
    ...named(t('ui.pitch.trumps'), high.map(cardName)),
    ...others.filter(isJoker).map(cardName),
    ...SUITS.flatMap((suit) => named(words(`suit.${suit}`), others.filter((card) => !isJoker(card) && suitOf(card) === suit).map(rankName))),
  ];
}

function rankName(card: string): string {
  return words(`rank.${card.charAt(0)}`);
}

function trick(view: View, table: TableInfo): string {
  const { trick: cards, leader } = read(view);
  const lying = laid(cards, leader, table.seats.length);
  return lying.length === 0 ? t('ui.speech.no_trick') : named(lying, table).trimEnd();
}

function last(view: View, table: TableInfo): string {
  const { last_trick, last_leader, last_winner } = read(view);
  if (last_winner === null) return t('ui.speech.no_last');
  return named(laid(last_trick, last_leader, table.seats.length), table) + t('ui.speech.taken', { who: seatName(table, last_winner) });
}

function named(lying: readonly Laid[], table: TableInfo): string {
  return lying.map(({ seat, card }) => t('ui.speech.lies', { who: seatName(table, seat), card: cardName(card) })).join('');
}

function score(view: View, table: TableInfo): string {
  const { totals } = read(view);
  const { taken } = reckoned(view);
  const lines = table.sides.map((_, side) => t('ui.pitch.score', { side: sideName(table, side), total: plain(totals[side] ?? 0), taken: taken[side] ?? 0 }));
  return lines.join('').trimEnd();
}

/** Whose turn it is, what that seat is to do, and how the bid stands. */
function turn(view: View, table: TableInfo): string {
  if (view.turn < 0) return ending(view);
  const { stage } = read(view);
  if (view.turn !== view.seat) return t(WAITING[stage] ?? 'ui.table.turn_of', { who: seatName(table, view.turn) });
  return asked(view);
}

const WAITING: Partial<Record<number, 'ui.pitch.names_trumps' | 'ui.pitch.calls_card' | 'ui.pitch.burns'>> = {
  [STAGE.trump]: 'ui.pitch.names_trumps',
  [STAGE.call]: 'ui.pitch.calls_card',
  [STAGE.burn]: 'ui.pitch.burns',
};

function ending(view: View): string {
  if (view.turn === -2) return t('ui.table.over');
  if (read(view).misdealer !== null) return `${t('happening.pitch.misdeal')}${t('ui.speech.stop')}`.trimEnd();
  return t(view.deals.length > 0 ? 'ui.table.deal_over' : 'ui.table.waiting');
}

/** What one is asked to do. */
function asked(view: View): string {
  const { stage, sizes, bid, leader, trick: cards } = read(view);
  if (stage === STAGE.auction) return view.legal.includes('pass') ? (bid === null ? t('ui.pitch.bid') : t('ui.pitch.outbid', { bid: parts(bid)[1] })) : t('ui.pitch.must_bid');
  if (stage === STAGE.trump) return t('ui.pitch.choose_trumps');
  if (stage === STAGE.call) return t('ui.pitch.choose_card');
  if (stage === STAGE.leftovers) return t('ui.pitch.choose_leftovers', { count: sizes[5] ?? 0 });
  if (stage === STAGE.burn) return t('ui.pitch.choose_burn', { count: reckoned(view).burn });
  return t(view.seat === leader && cards.every((card) => card === null) ? 'ui.pitch.lead' : 'ui.pitch.follow');
}
