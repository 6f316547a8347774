/** Pitch away from the table. */
import type { SheetLine } from '../../pages/sheet';
import type { TableInfo, View } from '../../protocol';
import { actWords } from '../../table/acts';
import { happeningWords } from '../../table/speech';
import { t } from '../../words.svelte';
import type { About } from '../about';
import { read, sorted } from './play';

export const about: About = {
  picture: ['AH', 'JH', 'JD', 'X1', '3H'],
  act: (act) => (act === 'moon' ? t('ui.pitch.moon') : null),
  told: ['bid', 'moon', 'trump', 'call', 'burn'],
  sheet: { line, hand: (cards) => sorted(cards, []) },
};

/** A bid that was made or not is named. */
function line({ code, seat, side }: SheetLine, view: View, table: TableInfo): string | null {
  const { bid } = read(view);
  if (bid === null || !['made', 'set'].includes(code)) return null;
  return t('ui.pitch.sheet.bid', { what: happeningWords(table, code, seat, side), bid: actWords(table.game, bid) });
}
