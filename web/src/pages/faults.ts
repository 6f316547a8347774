// What the server answered instead, as a sentence.
import { ServerFault } from '../api';
import { hasWords, language, t, words } from '../words.svelte';

/** A sentence for anything that went wrong with a request: our words for the code, or the server's own (in English). */
export function sentenceFor(fault: unknown): string {
  if (!(fault instanceof ServerFault)) return t('ui.front.failed');
  if (fault.code === 'unreachable') return t('ui.front.unreachable');
  if (fault.code === 'wrong_rules' && fault.text && language() === 'en') return `${t('problem.wrong_rules')} (${fault.text})`;
  if (hasWords(`problem.${fault.code}`)) return words(`problem.${fault.code}`);
  return fault.text && language() === 'en' ? fault.text : t('ui.front.failed');
}
