/** Handles moved and turned, by the pointer and by typed axes and numbers. */

import { moved } from '../state/document';
import { mirrorOf } from '../state/mirror';
import { shapeOf } from '../state/poses';
import { followedBy } from '../state/turns';
import { followed, twinsOf, type Twins } from '../state/twins';
import { centre, times, type Vector } from '../state/vectors';
import type { Document, Handle } from '../wire/messages';
import type { At, Bench } from './gesture';
import { many } from './holding';
import { StepGesture } from './stepgesture';
import { stepped, type Step } from './steps';

export class MoveHandles extends StepGesture {
  protected readonly subject: string;
  private readonly handles: readonly Handle[];
  private readonly twins: Twins | null;

  /**
   * handles: all of the document as the gesture finds them; free: those that move, the first under the pointer.
   * A pinned one among these keeps its place, and turns where it is.
   */
  constructor(
    bench: Bench,
    kind: 'move' | 'turn',
    handles: readonly Handle[],
    private readonly free: readonly Handle[],
    from: At,
  ) {
    super(bench, kind, centre(free.map((handle) => handle.target)), from, { grip: free[0].target });
    this.twins = twinsIn(bench, handles, free);
    this.handles = this.twins?.handles ?? handles;
    this.subject = `${many(free.map(({ id }) => id))}${this.twins?.pairs.length ? ' on both sides' : ''}`;
  }

  protected after(step: Step): Partial<Document> {
    const going = this.free.filter((handle) => !handle.pinned);
    const targets = new Map(going.map((handle): [number, Vector] => [handle.id, stepped(handle.target, step)]));
    const placed = moved(this.handles, targets);
    const handles = step.kind === 'turn' ? this.turned(placed, step) : placed;
    return { handles: this.twins ? followed(handles, this.twins) : handles, weights: null };
  }

  /** The directions that handles keep turn with them. */
  private turned(handles: readonly Handle[], { vector, amount }: Step): Handle[] {
    const ids = new Set(this.free.map(({ id }) => id)), by = times(vector, (amount * Math.PI) / 180);
    return handles.map((handle) => (handle.turn && ids.has(handle.id) ? { ...handle, turn: followedBy(handle.turn, by) } : handle));
  }
}

/** The handles that follow on the other side, where both sides are pulled. */
function twinsIn({ studio, stage }: Bench, handles: readonly Handle[], free: readonly Handle[]): Twins | null {
  const { state } = studio.store, { model } = state, V = stage.positions();
  const mirror = state.mirror ? mirrorOf(state) : null;
  return mirror && model && V ? twinsOf(handles, free, mirror, model, shapeOf(model, V)) : null;
}
