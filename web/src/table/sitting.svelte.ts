/** One visit to a table: the connection, the card chosen, and what is said to the visitor. */
import * as api from '../api';
import type { GameTable } from '../games';
import { settings } from '../settings.svelte';
import { t, words, type Key } from '../words.svelte';
import { go } from '../router.svelte';
import type { Advice, Fault, NewTable, Refused, SeatInfo, SeatWish, TableEvent, TableInfo, View } from '../protocol';
import { isCard } from './cards';
import { Connection, type Socket } from './connection.svelte';
import { STAYS, type Beat } from './pace';
import { sound } from './sound';
import { actSentences, adviceInWords, sentences } from './speech';

/** A message beside the hand; `clause` is the rule it rests on. */
export interface Notice {
  text: string;
  clause: string | null;
}

export interface Spoken {
  id: number;
  text: string;
}

export type PanelName = 'sheet' | 'menu' | 'share' | 'seat' | 'levels' | 'last';

const LINES_KEPT = 80;

export class Sitting {
  /** The card that is to be played, or another act that has been chosen and is to be confirmed. */
  raised = $state<string | null>(null);
  /** Cards chosen for one act or a row of acts, where it takes several. */
  chosen = $state.raw<readonly string[]>([]);
  notice = $state.raw<Notice | null>(null);
  log = $state.raw<Spoken[]>([]);
  answer = $state('');
  panel = $state<PanelName | null>(null);
  readonly connection: Connection;
  #situation = '';
  #toDo: readonly string[] = []; // acts that follow the one just sent
  #spoken = 0;

  constructor(
    readonly id: string,
    private readonly games: Record<string, GameTable>,
    open: (address: string) => Socket = openSocket,
  ) {
    this.connection = new Connection(id, {
      open,
      stay: (beat) => this.#stay(beat),
      beats: (game, event, view) => this.games[game]?.beats(event, view) ?? [],
      tell: (event, view, table, live) => this.#tell(event, view, table, live),
      arrive: (view, table) => this.#arrive(view, table),
      exists: tableExists,
    });
  }

  get table(): TableInfo | null {
    return this.connection.table;
  }

  get view(): View | null {
    return this.connection.view;
  }

  get game(): GameTable | null {
    return this.table === null ? null : (this.games[this.table.game] ?? null);
  }

  get myTurn(): boolean {
    return this.view !== null && this.view.seat !== null && this.view.turn === this.view.seat && !this.view.claiming;
  }

  /** What is said calmly while the line is down, a hint is thought about or the rest is played out; null otherwise. */
  get quiet(): string | null {
    if (this.connection.line === 'reconnecting') return t('ui.table.reconnecting');
    if (this.awaitsHint) return t('ui.table.hint_asked');
    return this.view?.claiming ? t('ui.table.claiming') : null;
  }

  /** The hint for the position on the table; null without one. */
  get advice(): Advice | null {
    const { advice } = this.connection;
    return advice !== null && advice.asks === this.view?.asks && this.myTurn ? advice : null;
  }

  /** Whether a hint for this position is being thought about. */
  get awaitsHint(): boolean {
    return this.connection.hintFor !== null && this.connection.hintFor === this.view?.asks;
  }

  /** Whether the card raised may be played now. */
  get canPlay(): boolean {
    return this.raised !== null && this.myTurn && (this.view?.legal.includes(this.raised) ?? false);
  }

  /** Why the rules refuse a card of the hand, while cards are being played and it is the visitor's turn; null otherwise. */
  refusalOf(card: string): Refused | null {
    const { view } = this;
    if (!view || !this.myTurn || !view.legal.some(isCard)) return null;
    return view.refused[card] ?? null;
  }

  /** A card of the hand is tapped: it says why it is refused, is raised, is played, or is lowered again. */
  pick(card: string): void {
    const refused = this.myTurn ? this.view?.refused[card] : undefined;
    if (refused) return this.explain(refused);
    this.#note(null);
    const ready = this.raised === card || settings.tap === 'one';
    if (this.myTurn && ready) return this.act(card);
    this.raised = this.raised === card ? null : card;
  }

  /** A card is chosen together with others, or no longer. Whether they do for an act the game sees. */
  choose(card: string): void {
    const chosen = this.chosen.includes(card) ? this.chosen.filter((each) => each !== card) : [...this.chosen, card];
    this.#note(null);
    this.chosen = chosen;
  }

  /** Plays the card raised, or does the act chosen; `missing` is said where nothing is. */
  play(missing: Key = 'ui.hand.choose_first'): void {
    if (this.raised === null) this.#note({ text: t(missing), clause: null });
    else this.act(this.raised);
  }

  /** Does an act of the visitor's seat, or says why not. */
  act(act: string): void {
    const { view } = this;
    if (!view || view.seat === null) return;
    const refused = view.refused[act];
    if (refused) return this.explain(refused);
    if (!this.myTurn) return this.#say(t('ui.table.not_your_turn'));
    this.lower();
    this.#sent(this.connection.act(view.seat, act));
  }

  /** Does several acts of the visitor's seat, each as soon as the one before has happened. What stops one stops those after it. */
  actAll(acts: readonly string[]): void {
    const [first, ...others] = acts;
    if (first === undefined) return;
    this.act(first);
    this.#toDo = this.notice === null ? others : [];
  }

  next(): void {
    if (this.view?.seat != null) this.#sent(this.connection.next(this.view.seat));
  }

  undo(): void {
    if (this.view?.seat != null) this.#sent(this.connection.undo(this.view.seat));
  }

  /** Asks for a hint, or says why there is none. */
  hint(): void {
    const { view } = this;
    if (!view?.can_hint) return this.#say(t('ui.fault.no_hint'));
    if (this.awaitsHint || this.advice !== null) return;
    this.#note(null);
    this.#sent(this.connection.hint(view.seat as number));
  }

  /** The hint has been seen. */
  closeHint(): void {
    this.connection.advice = null;
  }

  /** Says the hint that has come. */
  tellHint(advice: Advice): void {
    if (this.table) this.speak(adviceInWords(this.table, advice));
  }

  /** Claims the rest, or says that it isn't certain. */
  claim(): void {
    const { view } = this;
    if (!view?.can_claim) return this.#say(t('ui.fault.no_claim'));
    this.lower();
    this.#sent(this.connection.claim(view.seat as number));
  }

  /** Lets a bot play otherwise from now on. */
  level(where: number, bot: string): void {
    if (this.view?.seat != null) this.#sent(this.connection.level(this.view.seat, where, bot));
  }

  lower(): void {
    this.raised = null;
    this.chosen = [];
    this.notice = null;
  }

  /** Opens a panel, or closes it if it is open. */
  toggle(panel: PanelName): void {
    this.panel = this.panel === panel ? null : panel;
  }

  /** Takes an open seat. Faults with what the server says. */
  async sitDown(seat: number, name: string): Promise<void> {
    await api.sitDown(this.id, seat, name);
    settings.name = name;
    this.panel = null;
    this.connection.reopen();
  }

  /** What the server refused, in words beside the hand. */
  faulted(fault: Fault): void {
    this.#toDo = [];
    if (fault.reason !== null && fault.clause !== null) return this.explain({ reason: fault.reason, clause: fault.clause });
    this.#say(words(`ui.fault.${fault.code}`));
  }

  /** Opens another table like this one, with oneself in the same seat. */
  async again(): Promise<void> {
    const { table } = this;
    if (!table) return;
    const next = await api.openTable(wishLike(table)).catch(() => null);
    if (next) go(`/table/${next.table}`);
    else this.#say(t('ui.fault.offline'));
  }

  /** Answers a question asked by a key, aloud. */
  speak(text: string): void {
    this.answer = '';
    queueMicrotask(() => (this.answer = text));
  }

  /** Says why the rules refuse something. */
  explain({ reason, clause }: Refused): void {
    this.#note({ text: words(`refusal.${this.table?.game}.${reason}`), clause });
    sound('error');
  }

  /** How long a beat stays; the rest that was claimed is played out fast. */
  #stay(beat: Beat): number {
    const motion = settings.motion !== 'off' && this.view?.claiming ? 'fast' : settings.motion;
    return STAYS[motion][beat];
  }

  #say(text: string): void {
    this.#note({ text, clause: null });
    sound('error');
  }

  /** A card raised and a message hold for the situation they were made in. */
  #note(notice: Notice | null): void {
    this.notice = notice;
    if (this.view) this.#situation = this.game?.situation(this.view) ?? '';
  }

  #sent(sent: boolean): void {
    if (!sent) this.#say(t('ui.fault.offline'));
  }

  /** What was played before is in the log; who comes to a table with an open seat is asked to sit down. */
  #arrive(view: View, table: TableInfo): void {
    this.#write(view.acts.flatMap((act) => actSentences(table, act)));
    if (table.you === null && table.seats.some(({ open }) => open)) this.panel = 'seat';
  }

  #tell(event: TableEvent, view: View, table: TableInfo, live: boolean): void {
    this.#write(sentences(table, event, Number(view.state['dealer'])));
    this.#settle(view, table);
    if (event.kind === 'dealt' || this.panel === 'last') this.panel = null;
    if (live && event.kind !== 'level') ring(event, view);
    this.#goOn(event, view);
  }

  /** Sends the next act of a row once the one before has happened; anything else that happens ends the row. */
  #goOn(event: TableEvent, view: View): void {
    const acts = this.#toDo;
    this.#toDo = [];
    if (event.kind === 'act' && event.seat === view.seat) queueMicrotask(() => this.actAll(acts)); // once this event has been shown
  }

  #write(said: readonly string[]): void {
    this.log = [...this.log, ...said.map((text) => ({ id: ++this.#spoken, text }))].slice(-LINES_KEPT);
  }

  /** What was chosen ahead is lowered, and a message withdrawn, when the situation is another or the rules now refuse the card. */
  #settle(view: View, table: TableInfo): void {
    const situation = this.games[table.game]?.situation(view) ?? '';
    const changed = situation !== this.#situation;
    const refused = this.raised !== null && view.turn === view.seat && this.raised in view.refused;
    if (changed || refused) this.raised = null;
    if (changed) {
      this.chosen = [];
      this.notice = null;
    }
  }
}

/** A new table with the same rules; who sat here as a person is asked in again. */
function wishLike({ game, preset, rules, seats, you }: TableInfo): NewTable {
  const name = (you === null ? null : seats[you]?.name) ?? settings.name;
  const wish = ({ bot }: SeatInfo, at: number): SeatWish => ({ kind: at === you ? 'me' : bot === null ? 'open' : 'bot', bot });
  return { game, preset, rules, name, seats: seats.map(wish) };
}

function ring(event: TableEvent, view: View): void {
  if (view.turn < 0) sound('end');
  else if (view.turn === view.seat) sound('turn');
  else if (event.kind === 'act') sound('card');
}

function openSocket(address: string): Socket {
  return new WebSocket(new URL(address, location.href.replace(/^http/, 'ws')));
}

async function tableExists(id: string): Promise<boolean> {
  return api.table(id).then(
    () => true,
    (fault: unknown) => !(fault instanceof api.ServerFault && fault.status === 404),
  );
}
