/** Which rules are in force at a table, in one line. */
import type { TableInfo } from '../../protocol';
import { t, words } from '../../words.svelte';

/** `Three · 9 deals`, and what else is not as usual. */
export function rulesInForce(rules: TableInfo['rules']): string {
  const choice = (name: string): string => words(`ui.dasan.rules.${name}.${String(rules[name])}`);
  const unusual = (name: string, usual: string | boolean): string[] => (rules[name] === usual ? [] : [choice(name)]);
  return [
    choice('four_player'),
    ...unusual('first_lead', 'landlord'),
    ...unusual('opener_bid', 'exactly_1'),
    ...unusual('rebid', true),
    ...unusual('hole', 'hidden'),
    ...unusual('must_dig', false),
    rules['match'] === 'target20' ? t('ui.dasan.rules.target20') : t('ui.dasan.rules.deals', { deals: Number(rules['deals']) }),
  ].join(' · ');
}
