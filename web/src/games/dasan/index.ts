/** Da San at the table. */
import type { GameTable } from '..';
import { answers } from './answers';
import { beats, situation } from './play';
import Table from './Table.svelte';

export const dasan: GameTable = { Table, beats, situation, answers };
