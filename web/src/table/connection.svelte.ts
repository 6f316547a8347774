/**
 * The socket of one table (docs/protocol.md): what the server says, each event once and in order, at the pace of the settings.
 *
 * `view`, `table`, `event` and `beat` are what is being shown now, which may lag behind what has been heard.
 */
import type { Advice, Fault, Happened, Presence, Protocol, TableEvent, TableInfo, View, Welcome } from '../protocol';
import { Pace, type Beat } from './pace';

/** What a socket has to do; WebSocket does. */
export interface Socket {
  readyState: number;
  onmessage: ((message: MessageEvent) => unknown) | null;
  onclose: ((close: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export interface Hooks {
  /** Opens a socket at an address of this server. */
  open(address: string): Socket;
  /** How long a beat stays, in milliseconds. */
  stay(beat: Beat): number;
  /** The beats of an event of a game; `view` is the one after it. */
  beats(game: string, event: TableEvent, view: View): readonly Beat[];
  /** Called as each event is first shown; `live` is false for what was missed while the line was down. */
  tell(event: TableEvent, view: View, table: TableInfo, live: boolean): void;
  /** Called with the first welcome: how the table stands as the visitor comes. */
  arrive(view: View, table: TableInfo): void;
  /** Whether the table is there at all, asked when a first connection fails. */
  exists(table: string): Promise<boolean>;
}

export type Line = 'connecting' | 'open' | 'reconnecting' | 'no_table';
type Said = Welcome | Happened | Presence | Advice | Fault;
type Request = Protocol['Act' | 'Next' | 'Undo' | 'Hint' | 'Claim' | 'Level'];

const OPEN = 1;
const FIRST_WAIT = 500; // milliseconds; doubled with every failure
const LONGEST_WAIT = 10_000;

export class Connection {
  line = $state<Line>('connecting');
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  event = $state.raw<TableEvent | null>(null);
  beat = $state<Beat | null>(null);
  fault = $state.raw<Fault | null>(null);
  /** The last hint; it is about the position that it names. */
  advice = $state.raw<Advice | null>(null);
  /** The position that a hint has been asked for, null once it has come or been refused. */
  hintFor = $state<number | null>(null);

  readonly #pace: Pace;
  #socket: Socket | null = null;
  #heard: number | null = null; // the number of the last event heard, null before the first welcome
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly id: string,
    private readonly hooks: Hooks,
  ) {
    this.#pace = new Pace((beat) => hooks.stay(beat));
  }

  /** Opens the line, and keeps it open until `close`. */
  open(): void {
    this.#clearRetry();
    const since = this.#heard === null ? '' : `?since=${this.#heard}`;
    const socket = this.hooks.open(`/api/tables/${encodeURIComponent(this.id)}/socket${since}`);
    this.#socket = socket;
    socket.onmessage = (message) => this.#hear(socket, message.data);
    socket.onclose = () => this.#lost(socket);
  }

  close(): void {
    this.#clearRetry();
    this.#hangUp();
  }

  /** Opens the line anew, as after sitting down; nothing is missed. */
  reopen(): void {
    this.#hangUp();
    this.open();
  }

  /** Tries at once instead of waiting for the next attempt; for when the network is back. */
  hurry(): void {
    if (this.#retry !== null) this.open();
  }

  /** Ends the present beat. */
  skip(): void {
    this.#pace.skip();
  }

  /** Sends an act; false when the line is down. */
  act(seat: number, act: string): boolean {
    return this.#send({ type: 'act', seat, act, answers: this.#asks });
  }

  next(seat: number): boolean {
    return this.#send({ type: 'next', seat, answers: this.#asks });
  }

  undo(seat: number): boolean {
    return this.#send({ type: 'undo', seat, answers: this.#asks });
  }

  /** Asks what each act is worth; false when the line is down. */
  hint(seat: number): boolean {
    this.hintFor = this.#asks;
    return this.#send({ type: 'hint', seat, answers: this.#asks });
  }

  claim(seat: number): boolean {
    return this.#send({ type: 'claim', seat, answers: this.#asks });
  }

  /** Lets another bot play in a bot's seat; false when the line is down. */
  level(seat: number, where: number, bot: string): boolean {
    return this.#send({ type: 'level', seat, where, bot });
  }

  get #asks(): number {
    return this.view?.asks ?? 0;
  }

  #send(request: Request): boolean {
    if (this.line !== 'open' || this.#socket?.readyState !== OPEN) return false;
    this.fault = null;
    this.#socket.send(JSON.stringify(request));
    this.#pace.skip();
    return true;
  }

  #hear(socket: Socket, text: unknown): void {
    if (socket !== this.#socket || typeof text !== 'string') return;
    const said = JSON.parse(text) as Said;
    if (said.type === 'welcome') this.#welcome(said);
    else if (said.type === 'event') this.#happened(said);
    else if (said.type === 'presence') this.#push(null, said);
    else if (said.type === 'advice') this.#advised(said);
    else this.#refused(said);
  }

  #advised(advice: Advice): void {
    this.advice = advice;
    this.hintFor = null;
  }

  #refused(fault: Fault): void {
    this.fault = fault;
    this.hintFor = null;
  }

  /** Where the table stands now; what is still waiting and what was missed is told first. */
  #welcome({ table, view, events }: Welcome): void {
    this.#pace.rush();
    const before = this.#heard ?? view.number;
    if (this.#heard === null) this.hooks.arrive(view, table);
    for (const event of events) if (event.number > before) this.hooks.tell(event, view, table, false);
    this.#heard = view.number;
    this.#failures = 0;
    this.line = 'open';
    this.fault = null;
    this.hintFor = null;
    this.#show(null, null, view, table);
  }

  #happened(said: Happened): void {
    const expected = (this.#heard ?? 0) + 1;
    if (said.event.number < expected) return;
    if (said.event.number > expected) return this.reopen();
    this.#heard = said.event.number;
    this.#push(said.event, said);
  }

  #push(event: TableEvent | null, { view, table }: { view: View; table: TableInfo }): void {
    const beats = event === null ? [] : this.hooks.beats(table.game, event, view);
    let told = event === null;
    this.#pace.push({
      beats,
      show: (beat) => {
        this.#show(event, beat, view, table);
        if (event !== null && !told) this.hooks.tell(event, view, table, true);
        told = true;
      },
    });
  }

  #show(event: TableEvent | null, beat: Beat | null, view: View, table: TableInfo): void {
    this.event = event;
    this.beat = beat;
    this.view = view;
    this.table = table;
  }

  #lost(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (this.#heard === null && this.#failures === 0) void this.#look();
    this.line = this.#heard === null ? 'connecting' : 'reconnecting';
    const wait = Math.min(FIRST_WAIT * 2 ** this.#failures, LONGEST_WAIT);
    this.#failures += 1;
    this.#retry = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  /** A first connection failed: perhaps there is no such table, and no use in trying again. */
  async #look(): Promise<void> {
    if (await this.hooks.exists(this.id)) return;
    this.close();
    this.line = 'no_table';
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #clearRetry(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
  }
}
