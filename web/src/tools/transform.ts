/** Handles moved and turned, by the pointer and by typed axes and numbers. */

import { moved } from '../state/document';
import { followedBy } from '../state/turns';
import { centre, times, type Vector } from '../state/vectors';
import type { Document, Handle } from '../wire/messages';
import type { At, Bench } from './gesture';
import { StepGesture } from './stepgesture';
import { stepped, type Step } from './steps';

export class MoveHandles extends StepGesture {
  protected readonly subject: string;

  /**
   * handles: all of the document as the gesture finds them; free: those that move, the first under the pointer.
   * A pinned one among these keeps its place, and turns where it is.
   */
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
    const going = this.free.filter((handle) => !handle.pinned);
    const targets = new Map(going.map((handle): [number, Vector] => [handle.id, stepped(handle.target, step)]));
    const handles = moved(this.handles, targets);
    return { handles: step.kind === 'turn' ? this.turned(handles, step) : handles, weights: null };
  }

  /** The directions that handles keep turn with them. */
  private turned(handles: readonly Handle[], { vector, amount }: Step): Handle[] {
    const ids = new Set(this.free.map(({ id }) => id)), by = times(vector, (amount * Math.PI) / 180);
    return handles.map((handle) => (handle.turn && ids.has(handle.id) ? { ...handle, turn: followedBy(handle.turn, by) } : handle));
  }
}
