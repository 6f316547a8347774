/**
 * What the page knows of a game away from its table: on the front page, in names of seats, on score sheets and records.
 *
 * A game has its own in `NAME/about.ts`, exported as `about`; it is found there by itself and is loaded without the game's table.
 */
import type { Sheet } from '../pages/sheet';

export interface About {
  /** The cards of the game's picture on the front page, from left to right; five look well. */
  picture?: readonly string[];
  /** Whether the next to act sits at one's right. */
  counterclockwise?: boolean;
  /** An act in words where `act.WORD` of the catalogue doesn't name it well; null where it does. */
  act?(act: string): string | null;
  /** Acts, by their first word, that are told even where a happening tells of the same seat. */
  told?: readonly string[];
  /** Acts, by their first word, that are not told: several of them make one act that is. */
  untold?: readonly string[];
  /** What the score sheet and the record of a deal must know of the game's happenings. */
  sheet?: Sheet;
}

const ABOUTS = import.meta.glob<About>('./*/about.ts', { eager: true, import: 'about' });

/** What is known of a game; of an unheard-of one nothing. */
export function aboutOf(game: string): About {
  return ABOUTS[`./${game}/about.ts`] ?? {};
}
