/** What happens at the table, in sentences: for the log that is read out and shown. */
import { aboutOf } from '../games/about';
import { botName } from '../pages/levels';
import type { Advice, AdviceLine, HappeningInfo, TableEvent, TableInfo } from '../protocol';
import { cardName, hasWords, t, words } from '../words.svelte';
import { actWords, playedCards } from './acts';
import { isCard, isJoker } from './cards';
import { hasPartners, ownSide, seatName, sideGetting, sideName } from './seats';

/** An act of an event, or of the deal so far. */
type Done = Pick<TableEvent, 'seat' | 'act' | 'happenings'> & { stand_in?: boolean };

/** The sentences of one event. `dealer` is who dealt, for a new deal. */
export function sentences(table: TableInfo, event: TableEvent, dealer: number): string[] {
  const who = event.seat === null ? '' : seatName(table, event.seat);
  if (event.kind === 'dealt') return [t('ui.speech.dealt', { who: seatName(table, dealer) })];
  if (event.kind === 'undone') return [event.seat === table.you ? t('ui.speech.you_undo') : t('ui.speech.undo', { who })];
  if (event.kind === 'seats') return [seatSentence(table, event, who)];
  if (event.kind === 'level') return [t('ui.speech.level', { who, level: botName(event.bot ?? '') })];
  return actSentences(table, event);
}

/** What a seat did, and what that brought about. */
export function actSentences(table: TableInfo, event: Done): string[] {
  return [actSentence(table, event), ...event.happenings.map((each) => happeningSentence(table, each))].filter((each) => each !== '');
}

/** `West plays the ten of diamonds`; nothing for an act that plays no card where a happening tells it better. */
function actSentence(table: TableInfo, { seat, act, stand_in = false, happenings }: Done): string {
  if (seat === null || act === null) return '';
  const who = stand_in ? t('ui.speech.stand_in', { who: seatName(table, seat) }) : seatName(table, seat);
  const mine = seat === table.you && !stand_in;
  if (isCard(act)) return t(mine ? 'ui.speech.you_play' : 'ui.speech.plays', { who, card: cardName(act) });
  const [verb = ''] = act.split(' ');
  const { told = [], untold = [] } = aboutOf(table.game);
  if (untold.includes(verb)) return '';
  if (!told.includes(verb) && playedCards(act) === null && happenings.some((each) => each.seat === seat)) return '';
  return t('ui.speech.calls', { who, call: actWords(table.game, act) });
}

/** What happened, in the catalogue's words; to oneself it is said with `you`. Seat and side are -1 for nobody. */
export function happeningWords(table: TableInfo, code: string, seat: number, side = -1): string {
  const own = `ui.speech.${table.game}.you.${code}`;
  const you = seat >= 0 ? seat === table.you : !hasPartners(table) && side >= 0 && side === ownSide(table);
  const key = you && hasWords(own) ? own : `happening.${table.game}.${code}`;
  return words(key, { who: seat < 0 ? '' : seatName(table, seat), side: side < 0 ? '' : sideName(table, side) });
}

/** One thing that an act brought about, with its cards, its points, and for whom they are. */
export function happeningSentence(table: TableInfo, { code, seat, side, cards, points }: HappeningInfo): string {
  const what = happeningWords(table, code, seat, side);
  if (points === 0) return `${what}${t('ui.speech.stop')}`.trimEnd();
  const named = cards.filter((card) => !isJoker(card)).map(cardName);
  const which = named.length > 0 ? t('ui.speech.brackets', { what, cards: listed(named) }) : what;
  return t(points === 1 ? 'ui.speech.one_point' : 'ui.speech.points', { what: which, points, side: sideGetting(table, side) });
}

/** Several names as one list. */
export function listed(names: readonly string[]): string {
  return names.join(t('ui.speech.comma'));
}

function seatSentence(table: TableInfo, event: TableEvent, who: string): string {
  if (event.stand_in) return t('ui.speech.bot_takes', { who });
  return event.seat === table.you ? t('ui.speech.you_sit') : t('ui.speech.sits', { who });
}

const TOLD = 4; // lines of a hint that are said; the list has them all

/** A hint as it is said: the best act, and what the next ones cost. */
export function adviceInWords(table: TableInfo, { acts }: Advice): string {
  return acts
    .slice(0, TOLD)
    .map((_, at) => adviceLine(table, acts, at))
    .join(t('ui.speech.stop'));
}

/** `ten of diamonds: costs 3.2 points, give or take 1.1`. */
export function adviceLine(table: TableInfo, acts: readonly AdviceLine[], at: number): string {
  const { act = '', error = 0 } = acts[at] ?? {};
  const values = { act: actWords(table.game, act), points: costOf(acts, at), error: tenths(error) };
  if (at === 0) return t('ui.table.hint_line_best', values);
  if (values.points === 0 && values.error === 0) return t('ui.table.hint_line_same', values);
  return t(values.error > 0 ? 'ui.table.hint_line_error' : 'ui.table.hint_line', values);
}

/** What an act of a hint costs against the best, in points to one decimal. */
export function costOf(acts: readonly AdviceLine[], at: number): number {
  return tenths((acts[0]?.points ?? 0) - (acts[at]?.points ?? 0));
}

export function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}

/** The house rules of a table, one after another. */
export function rulesInWords(table: TableInfo): string {
  return Object.entries(table.rules)
    .map(([name, value]) => ruleInWords(`option.${table.game}.${name}`, value))
    .join(t('ui.speech.stop'));
}

function ruleInWords(key: string, value: boolean | number | string): string {
  const choice = `${key}.${String(value)}`;
  return `${words(key)}${t('ui.speech.colon')}${hasWords(choice) ? words(choice) : String(value)}`;
}
