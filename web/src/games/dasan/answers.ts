/** What the keys H, T, L, S and W answer, in sentences. */
import type { Answers } from '..';
import { plain } from '../../pages/sheet';
import type { TableInfo, View } from '../../protocol';
import { seatName, sideName } from '../../table/seats';
import { happeningWords } from '../../table/speech';
import { cardName, t } from '../../words.svelte';
import { handWords, nameOf } from './combinations';
import { handOf, lastRound, piles, playsOf, read, STAGE, type Pile } from './play';

export const answers: Answers = { hand, trick, last, score, turn };

/** `Cards in your hand: 9. four, six × 2, king × 3.` */
function hand(view: View): string {
  if (view.seat === null) return t('ui.speech.no_hand');
  const cards = handOf(view);
  return [t('ui.hand.count', { count: cards.length }), handWords(cards)].join(t('ui.speech.stop'));
}

function trick(view: View, table: TableInfo): string {
  const lying = piles(view, null, null);
  return lying.length === 0 ? t('ui.speech.no_trick') : lying.map((pile) => told(pile, table)).join('').trimEnd();
}

function told({ seat, cards, best }: Pile, table: TableInfo): string {
  const said = t('ui.dasan.lies', { who: seatName(table, seat), combination: nameOf(cards) });
  return best ? `${said}${t('ui.dasan.to_beat')}` : said;
}

function last(view: View, table: TableInfo): string {
  const [pile] = lastRound(view);
  if (pile === undefined) return t('ui.dasan.no_last');
  return t('ui.dasan.last_round', { who: seatName(table, pile.seat), combination: nameOf(pile.cards) });
}

function score(view: View, table: TableInfo): string {
  const { totals } = read(view);
  return table.sides.map((_, side) => t('ui.dasan.score', { side: sideName(table, side), total: plain(totals[side] ?? 0) })).join('').trimEnd();
}

/** Whose turn it is, and what that seat is to do. */
function turn(view: View, table: TableInfo): string {
  if (view.turn === -2) return t('ui.table.over');
  if (view.turn < 0) return ending(view, table);
  if (view.turn !== view.seat) return t(read(view).stage === STAGE.call ? 'ui.dasan.calls' : 'ui.table.turn_of', { who: seatName(table, view.turn) });
  return asked(view, table);
}

function ending(view: View, table: TableInfo): string {
  const { out } = read(view);
  if (out !== null) return happeningWords(table, 'out', out);
  return t(view.deals.length > 0 ? 'ui.table.deal_over' : 'ui.table.waiting');
}

/** What one is asked to do. */
function asked(view: View, table: TableInfo): string {
  const state = read(view);
  if (state.stage === STAGE.auction) return auction(view);
  if (state.stage === STAGE.call) return t('ui.dasan.choose_call');
  if (state.winning === null) return t('ui.dasan.lead');
  return t(playsOf(view).length > 0 ? 'ui.dasan.beat' : 'ui.dasan.only_pass', { combination: nameOf(state.shown[state.winning] ?? []), who: seatName(table, state.winning) });
}

function auction(view: View): string {
  const { bid, opener, opening } = read(view);
  if (bid > 0) return t('ui.dasan.outbid', { bid });
  return opener === view.seat && opening !== null ? t('ui.dasan.open', { card: cardName(opening) }) : t('ui.dasan.bid');
}
