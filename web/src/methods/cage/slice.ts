/** The cage of a document as plain data: which one it has, and where its vertices are. Pure functions. */

import { pointOn, sliced } from '../../state/document';
import type { Floats, Opened, PoseState, RigState, State } from '../../state/state';
import { row, type Vector } from '../../state/vectors';
import { carriers } from '../../view/skinning';
import type { Document } from '../../wire/messages';
import type { CagePin, CageSlice, FrameEdit } from './messages';
import type { Recovered } from './state';

/** The cage that is made at first, where it was bound. */
export const AT_REST: CageSlice = { cage: null, coordinates: 'harmonic', at: null, frame: null, edits: [], pins: [] };

/** A document with its slices. */
type Sliced = Pick<Document, 'slices'>;

/** Where the vertices of the cage are, flat (c, 3); null where there is no cage. */
export function cagePoints(rig: RigState | null, pose: PoseState | null): Floats | null {
  if (!rig?.cageRest) return null;
  return pose?.points && pose.points.length === 3 * carriers(rig) ? pose.points.subarray(0, rig.cageRest.length) : rig.cageRest;
}

/** Some vertices of a cage (flat (c, 3)) in new places, as a document has it. */
export function movedCage(points: ArrayLike<number>, places: ReadonlyMap<number, Vector>): number[] {
  const at = Array.from(points);
  for (const [vertex, place] of places) at.splice(3 * vertex, 3, ...place);
  return at;
}

/** What changes when the cage decides alone: no handle pulls, and pins hold where it is. */
export function freely(document: Sliced, at: number[]): Partial<Document> {
  return alone(document, { at, frame: null });
}

/** What changes when a frame of the sequence is shown. */
export function scrubbed(document: Sliced, frame: number): Partial<Document> {
  return alone(document, { at: null, frame });
}

/** What changes when some vertices are moved alone, from where the cage was (flat (c, 3)): of a frame it is an edit. */
export function reshaped(document: Sliced, points: ArrayLike<number>, places: ReadonlyMap<number, Vector>, reach: number): Partial<Document> {
  const at = movedCage(points, places), { cage } = document.slices;
  if (cage.frame === null) return freely(document, at);
  return alone(document, { edits: edited(cage, at.map((value, i) => value - points[i]), reach) });
}

/** What changes of the cage while no handle pulls, and pins hold where it is. */
function alone(document: Sliced, change: Partial<CageSlice>): Partial<Document> {
  return { ...sliced(document, 'cage', { ...change, pins: loosened(document.slices.cage) }), weights: [] };
}

/** The pins with some more, or with new targets. */
export function pinned({ pins }: CageSlice, places: ReadonlyMap<number, Vector | null>): CagePin[] {
  const kept = pins.filter(({ vertex }) => !places.has(vertex));
  return [...kept, ...Array.from(places, ([vertex, target]) => ({ vertex, target }))];
}

/** The pins, holding where the cage is. */
function loosened({ pins }: CageSlice): CagePin[] {
  return pins.map((pin) => (pin.target ? { ...pin, target: null } : pin));
}

/** Whether handles or pins pull on a frame of the sequence: once they rest, that becomes an edit. */
export function pulls({ method, slices: { cage }, weights, handles }: Document): boolean {
  return method === 'cage' && cage.frame !== null && weights === null && handles.length + cage.pins.length > 0;
}

/** The edits with what the vertices moved in the frame that is shown; moves: flat (c, 3). */
function edited({ edits, frame }: CageSlice, moves: readonly number[], reach: number): FrameEdit[] {
  const before = edits.find((edit) => edit.frame === frame);
  const whole = before ? { ...before, moves: before.moves.map((value, i) => value + moves[i]) } : { frame: frame!, moves: [...moves], reach };
  return [...edits.filter((edit) => edit !== before), whole].sort((a, b) => a.frame - b.frame);
}

/** What changes when a pull on a frame becomes its edit; a pull of no more than `slack` is none. */
export function kept(document: Sliced, points: ArrayLike<number>, base: ArrayLike<number>, reach: number, slack: number): Partial<Document> {
  const { cage } = document.slices;
  const moves = Array.from(base, (value, i) => points[i] - value);
  const some = moves.some((value) => Math.abs(value) > slack);
  return alone(document, { edits: some ? edited(cage, moves, reach) : cage.edits });
}

/** What is left of an edit in each frame: whole in its own, nothing from `reach` frames away on; as the library has it. */
export function falloff(count: number, frame: number, reach: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const near = Math.max(0, 1 - Math.abs(i - frame) / reach);
    return near * near * (3 - 2 * near);
  });
}

/** What changes when a document takes another cage: it is at rest, and handles hold on where they can. */
export function recaged(document: Document, cage: string | null, model: Opened): Partial<Document> {
  const rest = document.weights ? document.handles.map((handle) => ({ ...handle, target: pointOn(handle, model.V, model.F) })) : document.handles;
  return { ...sliced(document, 'cage', { cage, at: null, frame: null, edits: [], pins: [] }), handles: rest, weights: null };
}

/** The cages that were found for this cage and these coordinates; null where they are for others. */
export function fitting({ recovered, document }: Pick<State, 'recovered' | 'document'>): Recovered | null {
  const { cage, coordinates } = document.slices.cage;
  return recovered?.cage === cage && recovered.coordinates === coordinates ? recovered : null;
}

/** "vertex 12", or "3 vertices". */
export function vertexWords(selection: readonly number[]): string {
  return selection.length === 1 ? `vertex ${selection[0]}` : `${selection.length} vertices`;
}

/** The middle of some vertices of a cage. */
export function middleOf(points: ArrayLike<number>, selection: readonly number[]): Vector {
  const sum: Vector = [0, 0, 0];
  for (const vertex of selection) row(points, vertex).forEach((value, axis) => { sum[axis] += value / selection.length; });
  return sum;
}
