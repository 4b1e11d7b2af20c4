/** Undo and redo. Every edit is a command; commands of one gesture merge into one entry. */

import type { Document } from '../wire/messages';

/** A change of some parts of the document, which knows both sides of it. */
export class Change {
  constructor(
    readonly label: string,
    readonly before: Partial<Document>,
    readonly after: Partial<Document>,
    /** Changes of the same gesture merge; null never merges. */
    readonly gesture: string | null = null,
  ) {}

  apply(document: Document): Document {
    return { ...document, ...this.after };
  }

  revert(document: Document): Document {
    return { ...document, ...this.before };
  }

  /** This change followed by `next` as one, or null if they are different gestures. */
  merge(next: Change): Change | null {
    if (this.gesture === null || this.gesture !== next.gesture) return null;
    return new Change(next.label, { ...next.before, ...this.before }, { ...this.after, ...next.after }, this.gesture);
  }
}

/** The change that makes `after` of `document`. */
export function change(label: string, document: Document, after: Partial<Document>, gesture: string | null = null): Change {
  const names = Object.keys(after) as (keyof Document)[];
  const before = Object.fromEntries(names.map((name) => [name, document[name]])) as Partial<Document>;
  return new Change(label, before, after, gesture);
}

/** What was done and what was undone, oldest first. Immutable: every step gives a new one. */
export interface History {
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
}

export const EMPTY: History = { done: [], undone: [] };

/** The oldest entries are dropped beyond this many. */
const DEPTH = 1000;

export function record(history: History, next: Change): History {
  const last = history.done.at(-1);
  const merged = last?.merge(next) ?? null;
  const done = merged ? [...history.done.slice(0, -1), merged] : [...history.done, next].slice(-DEPTH);
  return { done, undone: [] };
}

/** Take back the last entry as if it had never been: for a step that the server refused. */
export function forget(history: History): History {
  return { ...history, done: history.done.slice(0, -1) };
}

export function stepBack(history: History, document: Document): [History, Document] | null {
  const last = history.done.at(-1);
  if (!last) return null;
  return [{ done: history.done.slice(0, -1), undone: [...history.undone, last] }, last.revert(document)];
}

export function stepForward(history: History, document: Document): [History, Document] | null {
  const next = history.undone.at(-1);
  if (!next) return null;
  return [{ done: [...history.done, next], undone: history.undone.slice(0, -1) }, next.apply(document)];
}
