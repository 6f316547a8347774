// The tables that this browser was at, newest first; kept here and nowhere else.
export interface Visit {
  id: string;
  at: number; // milliseconds since 1970
}

const KEPT = 'tefuda.tables';
const MOST = 6;

/** The tables visited last. */
export function recent(): Visit[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(found) ? found.filter(isVisit).slice(0, MOST) : [];
  } catch {
    return []; // something else wrote there: begin anew
  }
}

/** Puts a table first. */
export function remember(id: string, at: number = Date.now()): void {
  keep([{ id, at }, ...recent().filter((visit) => visit.id !== id)].slice(0, MOST));
}

/** Drops a table that the server no longer knows. */
export function forget(id: string): void {
  keep(recent().filter((visit) => visit.id !== id));
}

/** Drops all. */
export function forgetAll(): void {
  localStorage.removeItem(KEPT);
}

/** How long ago that was, in words: `3 hours ago`. */
export function ago(at: number, language: string, now: number = Date.now()): string {
  const minutes = Math.round((at - now) / 60_000);
  const said = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (minutes > -60) return said.format(minutes, 'minute');
  return minutes > -60 * 24 ? said.format(Math.round(minutes / 60), 'hour') : said.format(Math.round(minutes / 60 / 24), 'day');
}

function keep(visits: Visit[]): void {
  localStorage.setItem(KEPT, JSON.stringify(visits));
}

function isVisit(value: unknown): value is Visit {
  const { id, at } = (value ?? {}) as Partial<Visit>;
  return typeof id === 'string' && typeof at === 'number';
}
