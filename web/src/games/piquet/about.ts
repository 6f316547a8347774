/** Piquet away from the table. */
import type { About } from '../about';
import type { SheetLine } from '../../pages/sheet';
import { resultNumbers } from '../../pages/sheet';
import type { TableInfo, View } from '../../protocol';
import { happeningWords } from '../../table/speech';
import { t } from '../../words.svelte';
import { bonusOf, byCards, ITEMS, reckoned, sorted, totalsOf } from './play';
import { actOf, inFull, reasonOf } from './said';

export const about: About = {
  picture: ['AS', 'KH', 'QH', 'JH', 'TC'],
  act: actOf,
  untold: ['discard'],
  sheet: { totals: totalsOf, line, verdict, hand: sorted },
};

/** A holding is named with its size; a repique or a pique with its reason; a trick with what is scored for it. */
function line(line: SheetLine, view: View, table: TableInfo): string | null {
  const item = ITEMS.find((each) => each === line.code);
  if (item !== undefined && line.cards.length > 0) return inFull(byCards(item, line.cards));
  if (line.code === 'trick') return t('ui.piquet.trick_won', { who: happeningWords(table, line.code, line.seat, line.side) });
  const bonus = bonusOf(view);
  return bonus !== null && bonus.code === line.code ? reasonOf(bonus, table) : null;
}

/** What the winner of a partie gets, and how the rubicon makes it (P23). */
function verdict(view: View): { text: string; clause: string }[] {
  const { rubicon } = reckoned(view);
  const score = view.result?.['score'];
  if (rubicon === undefined || typeof score !== 'number') return [];
  const totals = resultNumbers(view, 'totals');
  const values = { more: Math.max(...totals), less: Math.min(...totals), line: rubicon.line, score };
  return [{ text: t(rubicon.crossed ? 'ui.piquet.rubicon.crossed' : 'ui.piquet.rubicon.not_crossed', values), clause: 'P23' }];
}
