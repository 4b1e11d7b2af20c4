/** Where a tab keeps the token of its server, so that it outlives a reload; other tabs and addresses do not see it. */
const KEY = 'pliant.token';

/** What is asked for of the window; tests bring their own. */
export interface Tab {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string };
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void };
  readonly sessionStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
}

/**
 * The token that the address brings, or that the tab has kept. It leaves the address bar once it is kept: there it
 * would be seen over a shoulder, on shared screens and in the history of the browser.
 */
export function keptToken(tab: Tab): string {
  const query = new URLSearchParams(tab.location.search), given = query.get('token');
  try {
    if (given === null) return tab.sessionStorage.getItem(KEY) ?? '';
    tab.sessionStorage.setItem(KEY, given);
  } catch {
    // A browser that keeps nothing: the address stays as it is, so that a reload works.
    return given ?? '';
  }
  query.delete('token');
  const rest = query.size ? `?${query.toString()}` : '';
  tab.history.replaceState(tab.history.state, '', tab.location.pathname + rest + tab.location.hash);
  return given;
}
