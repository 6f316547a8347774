/** What a seat's plate shows, from the table and the view, and what only the game knows. */
import type { TableInfo, View } from '../protocol';
import { botName, levelWords } from '../pages/levels';
import { t } from '../words.svelte';
import type { Plated } from './Plate.svelte';
import { placeName, seatName } from './seats';

/** What a game says of a seat. */
export type Held = Pick<Plated, 'cards' | 'tricks' | 'call' | 'dealer' | 'role' | 'note' | 'few'>;

export function plated(table: TableInfo, view: View, seat: number, held: Held): Plated {
  const info = table.seats[seat];
  const person = info !== undefined && info.name !== null;
  const own = seat === table.you;
  return {
    ...held,
    shared: table.sides.some((side) => side.length > 1 && side.includes(seat)),
    name: info?.open ? placeName(table, seat) : seatName(table, seat),
    place: person && !own ? placeName(table, seat) : null,
    turn: view.turn === seat,
    bot: info?.bot == null ? null : { level: botName(info.bot), title: levelWords(info.bot) },
    standIn: info?.stand_in ?? false,
    away: person && !own && !info.present,
    open: info?.open ?? false,
    ready: view.turn === -1 && view.ready.includes(seat) ? t('ui.table.ready') : null,
    own,
  };
}
