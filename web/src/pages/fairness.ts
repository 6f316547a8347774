// Was the deal what it was committed to be? Checked by this browser, not by the server.
import { commitment, order } from '../chance';
import type { View } from '../protocol';

export interface Verdict {
  committed: boolean; // the seed is the one that the commitment was made of
  follows: boolean; // the pack's order is the one that the seed stands for
  witnessed: boolean; // this browser saw the commitment while the deal was still being played
}

const SUITS = 'SHDC';
const RANKS = '23456789TJQKA';

/** Keeps the first commitment that this browser sees for a deal that is not over yet. Cheap: may be called with every view. */
export function witness(table: string, view: View): void {
  if (view.commitment === null || view.open !== null) return;
  const key = keyOf(table, view.deals.length + 1);
  if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, view.commitment);
}

/** The verdict on the deal that is over in this view. */
export async function check(table: string, view: View): Promise<Verdict> {
  const { seed = '', pack = '' } = view.open ?? {};
  const seen = sessionStorage.getItem(keyOf(table, view.deals.length));
  const cards = pack.split(' ');
  return {
    committed: (await commitment(seed)) === (seen ?? view.commitment),
    follows: (await packOf(seed, cards)).join(' ') === pack,
    witnessed: seen !== null,
  };
}

/** The given cards in the order that a seed stands for, whatever order they are given in. */
async function packOf(seed: string, cards: string[]): Promise<string[]> {
  const fresh = [...cards].sort((one, other) => numberOf(one) - numberOf(other));
  return (await order(seed, fresh.length)).map((at) => fresh[at] as string);
}

/** A card's number as in tefuda.core.cards: suits S H D C, from the two to the ace, then the jokers. */
function numberOf(card: string): number {
  if (card.startsWith('X')) return 51 + Number(card.charAt(1));
  return SUITS.indexOf(card.charAt(1)) * 13 + RANKS.indexOf(card.charAt(0));
}

function keyOf(table: string, deal: number): string {
  return `tefuda.commitment.${table}.${deal}`;
}
