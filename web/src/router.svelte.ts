// Where in the page we are: addresses, links and the history.
export type Route =
  | { page: 'front' }
  | { page: 'new'; game: string; friends: boolean }
  | { page: 'table'; id: string }
  | { page: 'rules'; game: string; clause: string }
  | { page: 'lost' };

/** The page that an address names; `clause` is lower case and empty for none; `friends` leaves the other seats open. */
export function routeOf(path: string, hash = '', search = ''): Route {
  const [first = '', second = '', ...more] = path.split('/').filter(Boolean).map(decoded);
  if (first === '') return { page: 'front' };
  if (second === '' || more.length > 0) return { page: 'lost' };
  if (first === 'table') return { page: 'table', id: second };
  if (first === 'new') return { page: 'new', game: second, friends: new URLSearchParams(search).has('friends') };
  if (first === 'rules') return { page: 'rules', game: second, clause: decoded(hash.replace(/^#/, '')).toLowerCase() };
  return { page: 'lost' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let route = $state.raw<Route>(routeOf(location.pathname, location.hash, location.search));
let cameFrom = $state<string | null>(from());

/** The page to show. */
export function here(): Route {
  return route;
}

/** The path of the table that the visitor came from by a link, null if none. */
export function tableBehind(): string | null {
  return cameFrom;
}

/** Goes to a path of this page without loading it anew. */
export function go(path: string): void {
  const table = route.page === 'table' ? location.pathname : route.page === 'rules' ? cameFrom : null;
  history.pushState({ from: table }, '', path);
  arrive();
}

/** Follows the history from now on; returns what ends that. */
export function followHistory(): () => void {
  addEventListener('popstate', arrive);
  document.addEventListener('click', onClick);
  return () => {
    removeEventListener('popstate', arrive);
    document.removeEventListener('click', onClick);
  };
}

function arrive(): void {
  route = routeOf(location.pathname, location.hash, location.search);
  cameFrom = route.page === 'rules' ? (from() ?? cameFrom) : null; // links within the rulebook leave no note of their own
}

function from(): string | null {
  const state: unknown = history.state;
  const table = typeof state === 'object' && state !== null ? (state as { from?: unknown }).from : null;
  return typeof table === 'string' ? table : null;
}

/** Plain clicks on our own links stay in the page; everything else is the browser's. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!isOurs(link)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

function isOurs(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.hasAttribute('download') || (link.target && link.target !== '_self')) return false;
  if (link.pathname.startsWith('/api/')) return false;
  return link.pathname !== location.pathname || link.hash === '';
}
