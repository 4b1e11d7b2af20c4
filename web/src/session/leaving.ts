/** What the browser's tab remembers of a session while its page is away: how it was looked at, and steps that are not on disk yet. */

import type { Commit } from '../wire/messages';
import type { Looked } from './looks';

const LEFT = 'pliant.left';

export interface Left {
  /** Of the session. */
  readonly id: string;
  readonly look: Looked;
  readonly steps: readonly Commit[];
}

/** Remember it; without steps where they are more than the browser keeps. */
export function leave(left: Left): void {
  try {
    sessionStorage.setItem(LEFT, JSON.stringify(left));
  } catch {
    sessionStorage.setItem(LEFT, JSON.stringify({ ...left, steps: [] }));
  }
}

/** What was remembered of a session, once. */
export function comeBack(id: string): Left | null {
  const text = sessionStorage.getItem(LEFT);
  sessionStorage.removeItem(LEFT);
  const left = text === null ? null : (JSON.parse(text) as Left);
  return left?.id === id ? left : null;
}
