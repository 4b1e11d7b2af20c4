/** Steps on their way to the journal: each is kept here until the server says that it is on disk. */

import type { Change } from '../state/history';
import type { StudioStore } from '../state/state';
import type { Commit, Document, FromPage, Kept, SessionState } from '../wire/messages';

export type Kind = NonNullable<Commit['kind']>;

export class Commits {
  private number = 0;
  private unsafe: Commit[] = [];

  constructor(
    private readonly store: StudioStore,
    private readonly send: (message: FromPage) => boolean,
  ) {}

  /** A step; change: what it changed, where it is a new one or more of one. */
  commit(kind: Kind, label: string, document: Document, change: Change | null): void {
    this.number += 1;
    const known = change && (kind === 'step' || kind === 'amend') ? { before: change.revert(document), names: Object.keys(change.before) } : {};
    const message: Commit = { type: 'Commit', label, document, kind, number: this.number, ...known };
    this.unsafe.push(message);
    this.send(message);
    this.tell({ sent: this.number });
  }

  /** Steps that are not on disk yet. */
  get waiting(): readonly Commit[] {
    return this.unsafe;
  }

  /** Steps of this session that another page, before it was reloaded, could not get to the disk; says whether there are any. */
  takeOver(steps: readonly Commit[]): boolean {
    const lost = steps.filter((step) => (step.number ?? 0) > this.number);
    for (const step of lost) {
      this.number = step.number ?? this.number;
      this.unsafe.push(step);
      this.send(step);
    }
    if (lost.length) this.tell({ sent: this.number });
    return lost.length > 0;
  }

  /** The server tells what is safe. */
  kept({ number, failure }: Kept): void {
    this.unsafe = this.unsafe.filter((step) => (step.number ?? 0) > number);
    this.tell({ safe: number, failure });
  }

  /** A session begins or goes on; mine: whether this page had it before, so that it may hold steps that got lost. */
  begin({ number }: Pick<SessionState, 'number'>, mine: boolean): void {
    const lost = mine ? this.unsafe.filter((step) => (step.number ?? 0) > number) : [];
    this.unsafe = lost;
    this.number = Math.max(number, lost.at(-1)?.number ?? 0);
    this.tell({ sent: this.number, safe: lost.length ? number : this.number, failure: null });
    for (const step of lost) this.send(step);
  }

  private tell(news: Partial<{ sent: number; safe: number; failure: string | null }>): void {
    this.store.set({ kept: { ...this.store.state.kept, ...news } });
  }
}
