/** Vertices of the cage under the pointer: selected, moved, turned and scaled; the others stay where they are. */

import { cagePoints, freely, middleOf, movedCage, vertexWords } from '../../state/cage';
import { minus, plus, row, times, turned, type Vector } from '../../state/vectors';
import type { At, Bench, Gesture } from '../../tools/gesture';
import { project, type Place } from '../../tools/lens';
import type { Pointer } from '../../tools/pointer';
import { handleAt, SLACK } from '../../tools/pull';
import { typedKey, UNTYPED, type Typed } from '../../tools/typed';
import type { Hit } from '../../view/picking';
import type { SculptStep } from '../../wire/messages';
import { stepOf, stepWords, sweptAbout, turnAxis, type Kind, type Pull } from '../handles/steps';

/** How near a pointer must be to a vertex to mean it, in pixels. */
const REACH = 10;
const VERBS: Readonly<Record<Kind, string>> = { move: 'Move', turn: 'Turn', scale: 'Scale' };

/** The vertex of the cage under the pointer, the nearest if several are; none that the surface hides, and none under a handle. */
export function vertexAt({ studio, stage }: Bench, at: At, hit: Hit | null): number | null {
  const { state } = studio.store;
  const points = state.showCage && state.rig?.method === 'cage' && at.pane === 0 ? cagePoints(state.rig, state.pose) : null;
  if (!points || handleAt(state, stage.lens, at)) return null;
  const { lens } = stage;
  const surface = hit ? project(lens, hit.at).depth : Infinity;
  let best: number | null = null, shortest = REACH;
  for (let vertex = 0; vertex < points.length / 3; vertex++) {
    const seen = project(lens, row(points, vertex));
    const distance = Math.hypot(seen.x - at.x, seen.y - at.y);
    if (distance < shortest && seen.depth <= surface && seen.depth > -1) [best, shortest] = [vertex, distance];
  }
  return best;
}

/** The selected vertices moved, turned or scaled, as one step of the history. */
export class Reshape implements Gesture {
  private typed: Typed = UNTYPED;
  private last: At;
  private angle = 0;
  private readonly points: ArrayLike<number>;

  /** grip: the point that stays under the pointer in a move. */
  constructor(
    private readonly bench: Bench,
    private readonly kind: Kind,
    private readonly selection: readonly number[],
    private readonly pivot: Vector,
    private readonly grip: Vector,
    private readonly from: At,
  ) {
    const { rig, pose } = bench.studio.store.state;
    this.points = cagePoints(rig, pose)!.slice();
    this.last = from;
  }

  move(at: At): void {
    // Turns add up, so that more than half a round can be gone.
    this.angle += this.sweep(this.last, at);
    this.last = at;
    this.update();
  }

  key(key: string): boolean {
    const next = typedKey(this.typed, key);
    if (!next) return false;
    this.typed = next;
    this.angle = this.sweep(this.from, this.last);
    this.update();
    return true;
  }

  finish(): void {
    this.bench.studio.editor.end();
    this.bench.studio.store.set({ gesture: null, dragged: true });
  }

  cancel(): void {
    this.bench.studio.editor.drop();
    this.bench.studio.store.set({ gesture: null });
  }

  private update(): void {
    const { editor, store } = this.bench.studio;
    const step = stepOf(this.kind, this.pull());
    const places = new Map(this.selection.map((vertex) => [vertex, placed(row(this.points, vertex), step)]));
    editor.gesture(`${VERBS[this.kind]} ${vertexWords(this.selection)} of the cage`, freely(store.state.document.caged, movedCage(this.points, places)));
    store.set({ gesture: stepWords(this.kind, this.pull()) });
  }

  private pull(): Pull {
    const { pivot, grip, from, typed, angle } = this;
    return { lens: this.bench.stage.lens, parts: [], pivot, grip, from, at: this.last, typed, angle };
  }

  private sweep(from: Place, to: Place): number {
    const { lens } = this.bench.stage;
    return sweptAbout(lens, this.pivot, turnAxis(lens, this.typed), from, to);
  }
}

/** Where a step takes a point. */
function placed(point: Vector, { kind, vector, amount, centre }: SculptStep): Vector {
  if (kind === 'move') return plus(point, vector);
  if (kind === 'scale') return plus(centre, times(minus(point, centre), amount));
  return turned(point, centre, vector, (amount * Math.PI) / 180);
}

/** A press on a vertex of the cage: selects it; moves what is selected as soon as the pointer moves. */
class PickVertex implements Gesture {
  private moving: Reshape | null = null;

  constructor(
    private readonly bench: Bench,
    private readonly vertex: number,
    private readonly from: At,
  ) {
    const { store } = bench.studio;
    const { cageSelection } = store.state;
    const on = cageSelection.includes(vertex), rest = cageSelection.filter((one) => one !== vertex);
    if (from.shiftKey) store.set({ cageSelection: on ? rest : [...rest, vertex] });
    else if (!on) store.set({ cageSelection: [vertex] });
    store.set({ selection: [] });
  }

  move(at: At): void {
    if (!this.moving && Math.hypot(at.x - this.from.x, at.y - this.from.y) < SLACK) return;
    this.moving ??= this.begin();
    this.moving?.move(at);
  }

  key(key: string): boolean {
    return this.moving?.key(key) ?? false;
  }

  finish(): void {
    this.moving?.finish();
  }

  cancel(): void {
    this.moving?.cancel();
  }

  private begin(): Reshape | null {
    const { cageSelection, rig, pose } = this.bench.studio.store.state;
    const points = cagePoints(rig, pose);
    if (!points || !cageSelection.includes(this.vertex)) return null;
    return new Reshape(this.bench, 'move', cageSelection, middleOf(points, cageSelection), row(points, this.vertex), this.from);
  }
}

/** A press with the posing tool on a vertex of the cage; elsewhere it means what it always means. */
export function press(bench: Bench, at: At, hit: Hit | null): Gesture | undefined {
  const vertex = vertexAt(bench, at, hit);
  if (vertex !== null) return new PickVertex(bench, vertex, at);
  if (hit && bench.studio.store.state.cageSelection.length) bench.studio.store.set({ cageSelection: [] });
  return undefined;
}

/** Whether a vertex of the cage is under the pointer, which is drawn larger then. */
export function near(bench: Bench, at: At, hit: Hit | null): boolean {
  const { store } = bench.studio;
  const cageNear = vertexAt(bench, at, hit);
  if (cageNear !== store.state.cageNear) store.set({ cageNear });
  return cageNear !== null;
}

/** G, R and S on the selected vertices. */
export function transform(bench: Bench, pointer: Pointer, kind: Kind): boolean {
  const { cageSelection, rig, pose, selection } = bench.studio.store.state;
  const points = cagePoints(rig, pose);
  if (!points || cageSelection.length === 0 || selection.length > 0) return false;
  const pivot = middleOf(points, cageSelection);
  pointer.begin(new Reshape(bench, kind, cageSelection, pivot, pivot, pointer.at));
  return true;
}
