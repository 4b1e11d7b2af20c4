/** The document and its history in the store; everyone edits through here. */

import type { Kind } from '../session/commits';
import type { Document } from '../wire/messages';
import { Change, change, forget, record, stepBack, stepForward, type History } from './history';
import type { StudioStore } from './state';
import { besides } from './timeline';

export interface Followers {
  /** The document is another one: the pose has to follow. */
  changed(document: Document): void;
  /** One step of the history is complete: it can be kept. change: what it changed, where it is a new one or more of one. */
  committed(label: string, document: Document, kind: Kind, change: Change | null): void;
}

export class Editor {
  private gestures = 0;
  private before: { label: string; document: Document; history: History } | null = null;

  constructor(
    private readonly store: StudioStore,
    private readonly followers: Followers,
  ) {}

  /** Whether a drag, a slider or a stroke is going on. */
  get inGesture(): boolean {
    return this.before !== null;
  }

  edit(label: string, after: Partial<Document>): void {
    this.end();
    this.perform(label, after, null);
    this.commit('step');
  }

  /** A step of a gesture: shown at once, one entry of the history until `end`. */
  gesture(label: string, after: Partial<Document>): void {
    if (this.before?.label !== label) {
      this.end();
      const { document, history } = this.store.state;
      this.before = { label, document, history };
      this.gestures += 1;
    }
    this.perform(label, after, `gesture ${this.gestures}`);
  }

  end(): void {
    if (!this.before) return;
    this.before = null;
    this.commit('step');
  }

  /** The last entry of the history is complete, or is another one. */
  private commit(kind: Kind): void {
    const { document, history } = this.store.state;
    const last = history.done.at(-1) ?? null;
    this.followers.committed(last?.label ?? '', document, kind, last);
  }

  /** Keep a change that the history has already as a step. */
  keep(): void {
    this.commit('step');
  }

  /** Give up the gesture: everything is as it was before it. */
  drop(): void {
    if (!this.before) return;
    const { document, history } = this.before;
    this.before = null;
    this.store.set({ document, history });
    this.followers.changed(document);
  }

  /** What follows from the last step belongs to it; a step of its own where there is none. */
  amend(label: (last: string) => string, after: Partial<Document>): void {
    const { document, history } = this.store.state;
    const last = history.done.at(-1);
    if (!last) {
      this.edit(label(''), after);
      return;
    }
    const next = change(last.label, document, after);
    const whole = new Change(label(last.label), { ...next.before, ...last.before }, { ...last.after, ...after });
    this.store.set({ document: next.apply(document), history: { done: [...history.done.slice(0, -1), whole], undone: [] } });
    this.followers.changed(this.store.state.document);
    this.commit('amend');
  }

  undo(): void {
    this.step(stepBack, 'Undo');
  }

  redo(): void {
    this.step(stepForward, 'Redo');
  }

  /** The last step cannot be: everything is as it was before it, and it is not offered again. */
  refuse(): void {
    this.end();
    const { document, history } = this.store.state;
    const last = history.done.at(-1);
    if (!last) return;
    const before = last.revert(document);
    this.store.set({ document: before, history: forget(history) });
    this.followers.changed(before);
    this.followers.committed(`Refused: ${last.label}`, before, 'refuse', null);
  }

  private perform(label: string, after: Partial<Document>, gesture: string | null): void {
    const { document, history } = this.store.state;
    const next = change(label, document, besides(document, after), gesture);
    this.store.set({ document: next.apply(document), history: record(history, next) });
    this.followers.changed(this.store.state.document);
  }

  private step(walk: typeof stepBack, word: string): void {
    this.end();
    const { document, history, selection } = this.store.state;
    const walked = walk(history, document);
    if (!walked) return;
    const [after, there] = walked;
    const label = (word === 'Undo' ? history.done : history.undone).at(-1)?.label ?? '';
    const ids = new Set(there.handles.map((handle) => handle.id));
    this.store.set({ document: there, history: after, selection: selection.filter((id) => ids.has(id)) });
    this.followers.changed(there);
    this.followers.committed(`${word}: ${label}`, there, word === 'Undo' ? 'undo' : 'redo', null);
  }
}
