/** Handles moved and turned, by the pointer and by typed axes and numbers. */

import { moved } from '../state/document';
import { mirrorOf } from '../state/mirror';
import { shapeOf } from '../state/poses';
import { followedBy } from '../state/turns';
import { followed, twinsOf, type Twins } from '../state/twins';
import { floorHeight, facing, snapped } from '../state/places';
import type { Floats } from '../state/state';
import { centre, length, minus, plus, row, times, type Vector } from '../state/vectors';
import type { Document, Handle } from '../wire/messages';
import type { At, Bench } from './gesture';
import { many } from './holding';
import { project } from './lens';
import { StepGesture, type Beginning } from './stepgesture';
import { stepped, type Step } from './steps';

const NOWHERE: Vector = [0, 0, 0];
/** A vertex is snapped to when it is seen within so many pixels, and was so far from the handle, in diagonals of the model. */
const REACH = 14, FAR = 0.05;

export class MoveHandles extends StepGesture {
  protected readonly subject: string;
  private readonly handles: readonly Handle[];
  private readonly twins: Twins | null;
  /** Vertices as the gesture finds them, flat (n, 3), to snap to. */
  private readonly V: Floats | null;

  /**
   * handles: all of the document as the gesture finds them; free: those that move, the first under the pointer.
   * A pinned one among these can be moved, and turns where it is.
   */
  constructor(
    bench: Bench,
    kind: 'move' | 'turn',
    handles: readonly Handle[],
    private readonly free: readonly Handle[],
    from: At,
    beginning: Beginning = {},
  ) {
    super(bench, kind, centre(free.map((handle) => handle.target)), from, { grip: free[0].target, ...beginning });
    this.twins = twinsIn(bench, handles, free);
    this.handles = this.twins?.handles ?? handles;
    this.subject = `${free.length === 1 && free[0].name ? free[0].name : many(free.map(({ id }) => id))}${this.twins?.pairs.length ? ' on both sides' : ''}`;
    this.V = kind === 'move' ? bench.stage.positions() : null;
  }

  protected after(step: Step): Partial<Document> {
    const going = this.free.filter((handle) => step.kind === 'move' || !handle.pinned);
    const jump = step.kind === 'move' ? this.jump(stepped(this.free[0].target, step)) : NOWHERE;
    const targets = new Map(going.map((handle): [number, Vector] => [handle.id, plus(stepped(handle.target, step), jump)]));
    const placed = moved(this.handles, targets);
    const led = facing(this.handles, step.kind === 'turn' ? this.turned(placed, step) : placed);
    return { handles: this.twins ? followed(led, this.twins) : led, weights: null };
  }

  /** From where the first handle is pulled to where it snaps. */
  private jump(target: Vector): Vector {
    const { store } = this.bench.studio, { snap, model, document, up } = store.state;
    const from = this.free[0].target;
    if (!model) return NOWHERE;
    const vertex = snap.vertices && this.V ? this.vertexAt(this.V, target, FAR * model.diagonal) : null;
    const there = vertex ?? snapped(target, from, snap, { diagonal: model.diagonal, up, height: floorHeight(document, model, up) });
    return minus(snap.props ? this.bench.stage.beside.raised(there) : there, target);
  }

  /** The vertex that is seen nearest to a target; those around the handle itself move with it, and are left out. */
  private vertexAt(V: Floats, target: Vector, far: number): Vector | null {
    const { lens } = this.bench.stage, seen = project(lens, target), from = this.free[0].target;
    let best: Vector | null = null, shortest = REACH;
    for (let i = 0; i < V.length / 3; i++) {
      const at = row(V, i), { x, y } = project(lens, at), distance = Math.hypot(x - seen.x, y - seen.y);
      if (distance < shortest && length(minus(at, from)) > far) [best, shortest] = [at, distance];
    }
    return best;
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
