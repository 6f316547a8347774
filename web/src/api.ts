// The HTTP side of the server (docs/protocol.md); the socket is table/connection.svelte.ts.
import type { GameInfo, NewTable, RulesWish, Seating, TableInfo } from './protocol';

/** The server refused a request, or couldn't be reached (`status` 0, code `unreachable`). `text` is the server's own sentence, in English. */
export class ServerFault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: string,
  ) {
    super(text);
  }
}

/** Whether the server answers. */
export function answers(): Promise<boolean> {
  return ask('/api/health').then(
    () => true,
    () => false,
  );
}

/** The games that this server offers. */
export function games(): Promise<GameInfo[]> {
  return ask<GameInfo[]>('/api/games');
}

/** What house rules ask for: how many seats, and who are partners. Faults with status 422 when they don't go together. */
export function seating(game: string, wish: RulesWish): Promise<Seating> {
  return ask<Seating>(`/api/games/${encodeURIComponent(game)}/seating`, wish);
}

/** Opens a table; the cookie that comes back is the opener's seat. */
export function openTable(wish: NewTable): Promise<TableInfo> {
  return ask<TableInfo>('/api/tables', wish);
}

/** A table as this browser may see it. Faults with status 404 when there is none. */
export function table(id: string): Promise<TableInfo> {
  return ask<TableInfo>(tableAddress(id));
}

/** Takes an open seat. Faults with status 409 when somebody was faster. */
export function sitDown(id: string, seat: number, name: string): Promise<TableInfo> {
  return ask<TableInfo>(`${tableAddress(id)}/seats/${seat}`, { name });
}

/** Where the record of a table's finished deals can be fetched. */
export function recordAddress(id: string): string {
  return `${tableAddress(id)}/record`;
}

function tableAddress(id: string): string {
  return `/api/tables/${encodeURIComponent(id)}`;
}

async function ask<T>(address: string, body?: unknown): Promise<T> {
  const answer = await fetched(address, body);
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw faultOf(answer.status, said);
  return said as T;
}

async function fetched(address: string, body: unknown): Promise<Response> {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await fetch(address, body === undefined ? {} : post);
  } catch {
    throw new ServerFault(0, 'unreachable', '');
  }
}

function faultOf(status: number, said: unknown): ServerFault {
  const { code, text } = (said ?? {}) as { code?: unknown; text?: unknown };
  return new ServerFault(status, typeof code === 'string' ? code : 'unknown', typeof text === 'string' ? text : '');
}
