/** What is declared at Piquet, in words. */
import type { TableInfo, View } from '../../protocol';
import { happeningWords } from '../../table/speech';
import { cardName, t, words, type Key } from '../../words.svelte';
import { seatName } from '../../table/seats';
import type { Bonus, Named } from './play';

/** A holding in few words, for a place that says what it is: `5, making 49`; `6 to the queen`; `four aces`. */
export function inShort({ item, rank, count, value }: Named): string {
  if (count === 0) return t('ui.piquet.shown');
  if (item === 'set') return setWords(rank ?? '', count);
  if (item === 'point') return value > 0 ? t('ui.piquet.short.point', { count, value }) : t('ui.piquet.short.cards', { count });
  return rank === null ? t('ui.piquet.short.cards', { count }) : t('ui.piquet.short.sequence', { count, rank: words(`rank.${rank}`) });
}

/** A holding as it is said: `Point of 5, making 49`; `Sequence of 6 to the queen`; `Four aces`. The suit stands beside it. */
export function inFull(named: Named): string {
  const { item, rank, count, value } = named;
  if (item === 'set') return setWords(rank ?? '', count);
  if (item === 'point') return value > 0 ? t('act.point_told_value', { count, value }) : t('act.point_told', { count });
  return rank === null ? t('act.sequence_told', { count }) : t('act.sequence_told_top', { count, rank: words(`rank.${rank}`) });
}

function setWords(rank: string, count: number): string {
  return words(`ui.piquet.set.${count}`, { ranks: words(`ui.piquet.ranks.${rank}`) });
}

/** The words of an act that `act.WORD` by itself doesn't name well; null for the others. */
export function actOf(act: string): string | null {
  const [verb = '', first = '', second = ''] = act.replace(/^also /, '').split(' ');
  const also = act.startsWith('also ') ? 'also_' : '';
  if (act === 'discard') return t('act.discard_hidden');
  if (verb === 'point' && /^\d+$/.test(first)) return inFull({ item: 'point', suit: null, rank: null, count: Number(first), value: Number(second) });
  if (verb === 'set') return also ? t('ui.piquet.also', { what: setWords(first, Number(second)) }) : setWords(first, Number(second));
  if (verb !== 'sequence') return null;
  if (second === '') return words(`act.${also}sequence_told`, { count: Number(first) });
  if (/^\d+$/.test(first)) return t('act.sequence_told_top', { count: Number(first), rank: words(`rank.${second}`) });
  return words(`act.${also}sequence`, { count: Number(second), card: cardName(first) });
}

/** What is said where nothing is declared, or in answer: `Good`, `Not good`, `No point`. */
export function wordOf(word: string): string {
  return words(`act.${word.replace(' ', '_')}`);
}

/** The word with which one declares nothing now. */
export function silenceWords(word: string): string {
  const key = `ui.piquet.silent.${word.replace(' ', '_')}`;
  return words(key);
}

/** A repique or a pique with its reason: how many points while the other had none. */
export function reasonOf({ code, side, reached }: Bonus, table: TableInfo): string {
  return `${happeningWords(table, code, side, side)}${t('ui.speech.colon')}${t('ui.piquet.reason', { count: reached, other: seatName(table, 1 - side) })}`;
}

/** The question that an item puts, by how it stands. */
export function question(item: string, how: 'declare' | 'more'): string {
  return t(`ui.piquet.${how}.${item}` as Key);
}

/** Elder or younger. */
export function roleOf(view: View, seat: number): string {
  return t(view.state['dealer'] === seat ? 'ui.piquet.younger' : 'ui.piquet.elder');
}
