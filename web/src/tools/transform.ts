/** Handles moved and turned, by the pointer and by typed axes and numbers. */

import { moved } from '../state/document';
import { centre, type Vector } from '../state/vectors';
import type { Document, Handle } from '../wire/messages';
import type { At, Bench } from './gesture';
import { StepGesture } from './stepgesture';
import { stepped, type Step } from './steps';

export class MoveHandles extends StepGesture {
  protected readonly subject: string;

  /** handles: all of the document as the gesture finds them; free: those that move, the first under the pointer. */
  constructor(
    bench: Bench,
    kind: 'move' | 'turn',
    private readonly handles: readonly Handle[],
    private readonly free: readonly Handle[],
    from: At,
  ) {
    super(bench, kind, centre(free.map((handle) => handle.target)), from, { grip: free[0].target });
    this.subject = free.length === 1 ? `handle ${free[0].id}` : `${free.length} handles`;
  }

  protected after(step: Step): Partial<Document> {
    const targets = new Map(this.free.map((handle): [number, Vector] => [handle.id, stepped(handle.target, step)]));
    return { handles: moved(this.handles, targets), weights: null };
  }
}
