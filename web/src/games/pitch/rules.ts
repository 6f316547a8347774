/** Which rules are in force at a table, in one line. */
import type { TableInfo } from '../../protocol';
import { t } from '../../words.svelte';

/** `10 points, bids from 4, to 52`, and what makes the game another one: dirty, reversed, five players. */
export function rulesInForce(rules: TableInfo['rules']): string {
  return [
    ...(rules['players'] === 5 ? [t('ui.pitch.rules.five')] : []),
    t('ui.pitch.rules.points', { points: Number(rules['points']) }),
    ...(rules['dirty'] === true ? [t('ui.pitch.rules.dirty')] : []),
    ...(rules['reverse'] === true ? [t('ui.pitch.rules.reverse')] : []),
    t('ui.pitch.rules.min_bid', { bid: Number(rules['min_bid']) }),
    t('ui.pitch.rules.target', { target: Number(rules['target']) }),
  ].join(' · ');
}
