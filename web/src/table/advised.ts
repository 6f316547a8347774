/** The act that a hint advises. Whatever shows acts or cards asks here which of them to mark. */
import { getContext, setContext } from 'svelte';
import { cardsOf } from './acts';
import { isCard } from './cards';

const KEY = Symbol('advised');
const FROM_THE_HAND = /^(play|burn|discard) /; // such acts are done by touching their cards in the hand

export class Advised {
  constructor(private readonly act: () => string | null) {}

  /** Whether it is this act. */
  is(act: string | null): boolean {
    return act !== null && this.act() === act;
  }

  /** Whether the act is done with this card of the hand. */
  has(card: string): boolean {
    const act = this.act();
    return act !== null && (isCard(act) || FROM_THE_HAND.test(act)) && cardsOf(act).includes(card);
  }
}

/** Says for all below a component what is advised. */
export function provideAdvised(act: () => string | null): void {
  setContext(KEY, new Advised(act));
}

/** What is advised; to be asked for while a component begins. */
export function advised(): Advised {
  return getContext<Advised | undefined>(KEY) ?? new Advised(() => null);
}
