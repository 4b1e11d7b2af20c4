/** Vertices of the cage under the pointer: selected, moved, turned and scaled; the others follow, or stay where they are. */

import { settled, sliced } from '../../state/document';
import type { Floats } from '../../state/state';
import { row, type Vector } from '../../state/vectors';
import { enclosed, fenced } from '../../tools/fence';
import type { At, Bench, Gesture } from '../../tools/gesture';
import { project, type Place } from '../../tools/lens';
import type { Pointer } from '../../tools/pointer';
import { Press } from '../../tools/press';
import { handleAt } from '../../tools/pull';
import { StepGesture } from '../../tools/stepgesture';
import { stepped, type Kind, type Step } from '../../tools/steps';
import type { Hit } from '../../view/picking';
import type { Document, Handle } from '../../wire/messages';
import { cagePoints, middleOf, pinned, reshaped, vertexWords } from './slice';

/** How near a pointer must be to a vertex to mean it, in pixels. */
const REACH = 10;

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

/** The selected vertices moved, turned or scaled, as one step of the history; the others follow, or stay. */
class Reshape extends StepGesture {
  protected readonly subject: string;
  private readonly points: ArrayLike<number>;
  private readonly document: Document;
  private readonly handles: Handle[];

  /** grip: the point that stays under the pointer in a move. */
  constructor(bench: Bench, kind: Kind, private readonly selection: readonly number[], points: Floats, grip: Vector, from: At) {
    super(bench, kind, middleOf(points, selection), from, { grip });
    this.points = points.slice();
    const { document, pose, rig } = bench.studio.store.state;
    this.document = document;
    this.handles = settled(document, pose?.reached ?? null, rig?.pins);
    this.subject = `${vertexWords(selection)} of the cage`;
  }

  protected after(step: Step): Partial<Document> {
    const { cageFollow, cageReach } = this.bench.studio.store.state;
    const places = new Map(this.selection.map((vertex): [number, Vector] => [vertex, stepped(row(this.points, vertex), step)]));
    if (!cageFollow) return reshaped(this.document, this.points, places, cageReach);
    return { ...sliced(this.document, 'cage', { pins: pinned(this.document.slices.cage, places) }), handles: this.handles, weights: null };
  }
}

/** A press on a vertex of the cage: selects it; moves what is selected as soon as the pointer moves. */
class PickVertex extends Press {
  constructor(
    bench: Bench,
    private readonly vertex: number,
    from: At,
  ) {
    super(bench, from);
    const { store } = bench.studio;
    const { cageSelection } = store.state;
    const on = cageSelection.includes(vertex), rest = cageSelection.filter((one) => one !== vertex);
    if (from.shiftKey) store.set({ cageSelection: on ? rest : [...rest, vertex] });
    else if (!on) store.set({ cageSelection: [vertex] });
    store.set({ selection: [] });
  }

  protected begin(): Reshape | null {
    const { cageSelection, rig, pose } = this.bench.studio.store.state;
    const points = cagePoints(rig, pose);
    if (!points || !cageSelection.includes(this.vertex)) return null;
    return new Reshape(this.bench, 'move', cageSelection, points, row(points, this.vertex), this.from);
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
  pointer.begin(new Reshape(bench, kind, cageSelection, points, middleOf(points, cageSelection), pointer.at));
  return true;
}

/** P: hold the selected vertices where they are, or let them go. */
export function pin({ studio }: Bench): boolean {
  const { cageSelection, rig, pose, selection, document } = studio.store.state;
  const { cage } = document.slices;
  const points = cagePoints(rig, pose);
  if (!points || cageSelection.length === 0 || selection.length > 0) return false;
  const held = new Set(cage.pins.map(({ vertex }) => vertex));
  if (cageSelection.every((vertex) => held.has(vertex))) return remove({ studio });
  // While handles pull, a vertex stays where they have brought it; else where the cage is.
  const pulling = document.weights === null && cage.frame === null;
  const places = new Map(cageSelection.filter((vertex) => !held.has(vertex)).map((vertex): [number, Vector | null] => [vertex, pulling ? row(points, vertex) : null]));
  studio.editor.edit(`Hold ${vertexWords(cageSelection)} of the cage`, sliced(document, 'cage', { pins: pinned(cage, places) }));
  return true;
}

/** Delete: let the selected vertices go. */
export function remove({ studio }: Pick<Bench, 'studio'>): boolean {
  const { cageSelection, selection, document } = studio.store.state;
  const before = document.slices.cage.pins;
  const pins = before.filter(({ vertex }) => !cageSelection.includes(vertex));
  if (selection.length > 0 || pins.length === before.length) return false;
  studio.editor.edit(`Let go of ${vertexWords(cageSelection)} of the cage`, sliced(document, 'cage', { pins }));
  return true;
}

/** Box and lasso on the cage's vertices; those that the surface hides only where that is wished. */
export function select({ studio, stage }: Bench, corners: readonly Place[], at: At): void {
  const { rig, pose, cageSelection, through } = studio.store.state;
  const points = cagePoints(rig, pose);
  if (!points) return;
  const { lens } = stage;
  const seen = (vertex: number): boolean => {
    const { x, y, depth } = project(lens, row(points, vertex));
    const hit = stage.pick({ x, y, pane: at.pane });
    return hit === null || depth <= project(lens, hit.at).depth;
  };
  const inside = enclosed(corners, points, lens).filter((vertex) => through || seen(vertex));
  studio.store.set({ cageSelection: fenced(cageSelection, inside, at), selection: [] });
}
