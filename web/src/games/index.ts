/** The games that have a table here: how each lies on the cloth and is put into words. */
import type { Component } from 'svelte';
import type { TableEvent, TableInfo, View } from '../protocol';
import type { Beat } from '../table/pace';
import type { Sitting } from '../table/sitting.svelte';
import { piquet } from './piquet';
import { dasan } from './dasan';
import { pitch } from './pitch';
import { quinto } from './quinto';

/** What a game answers when a key asks, in sentences. */
export interface Answers {
  hand(view: View, table: TableInfo): string;
  trick(view: View, table: TableInfo): string;
  last(view: View, table: TableInfo): string;
  score(view: View, table: TableInfo): string;
  turn(view: View, table: TableInfo): string;
}

export interface GameTable {
  /** Everything on the cloth. */
  Table: Component<{ sitting: Sitting; table: TableInfo; view: View }>;
  /** What of an event takes time to be seen; `view` is the one after it. */
  beats(event: TableEvent, view: View): readonly Beat[];
  /** Names what a card was chosen for: when it changes, a card chosen ahead is lowered. */
  situation(view: View): string;
  answers: Answers;
}

export const games: Record<string, GameTable> = { quinto, piquet, pitch, dasan };
