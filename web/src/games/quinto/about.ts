/** Quinto away from the table. */
import { numbers, type SheetLine } from '../../pages/sheet';
import type { View } from '../../protocol';
import { hasWords, t, words } from '../../words.svelte';
import type { About } from '../about';

export const about: About = {
  picture: ['5S', 'AD', '4D', '5H', 'X1'],
  sheet: { bonuses: ['rubber'], turned: ['cachette'], line: trickLine },
};

/** Counted tricks say how many, at how much, and by which call (Q15). */
function trickLine({ code, side, points }: SheetLine, view: View): string | null {
  const tricks = numbers(view.state['tricks'])[side] ?? 0;
  if (code !== 'trick_points' || tricks === 0) return null;
  const level = `ui.sheet.level.${numbers(view.state['factors'])[side]}`;
  const counted = t('ui.sheet.tricks', { tricks, each: points / tricks });
  return hasWords(level) ? `${counted} (${words(level)})` : counted;
}
