/** Cages as plain data: which one a document has, and where its vertices are. Pure functions. */

import type { Caged, CagePin, CagesRecovered, Document, FrameEdit } from '../wire/messages';
import { pointOn } from './document';
import type { Floats, Opened, PoseState, RigState, State } from './state';
import { row, type Vector } from './vectors';

/** How well the cages of the model's poses make them. */
export type Recovered = Omit<CagesRecovered, 'type'>;

/** What the rig of a document depends on: the method, and of a cage which one it is and how it carries the mesh. */
export function rigKey({ method, caged }: Pick<Document, 'method' | 'caged'>): string {
  return method === 'cage' ? `cage ${caged.coordinates} ${caged.cage ?? ''}` : method;
}

/** The same of a rig that is there. */
export function keyOf({ method, cage }: Pick<RigState, 'method' | 'cage'>): string {
  return cage ? `cage ${cage.coordinates} ${cage.name ?? ''}` : method;
}

/** What a rig of the document is asked for with. */
export function rigOptions({ method, caged }: Document): Record<string, unknown> {
  return method === 'cage' ? { cage: caged.cage, coordinates: caged.coordinates } : {};
}

/** Where the vertices of the cage are, flat (c, 3); null where there is no cage. */
export function cagePoints(rig: RigState | null, pose: PoseState | null): Floats | null {
  if (!rig?.cageRest) return null;
  return pose?.points && pose.points.length === 3 * carriers(rig) ? pose.points.subarray(0, rig.cageRest.length) : rig.cageRest;
}

/** How many points carry each vertex: the cage's own, and for Green coordinates its faces' normals. */
export function carriers({ carry, n }: Pick<RigState, 'carry' | 'n'>): number {
  return carry ? carry.length / n : 0;
}

/** Some vertices of a cage (flat (c, 3)) in new places, as a document has it. */
export function movedCage(points: ArrayLike<number>, places: ReadonlyMap<number, Vector>): number[] {
  const at = Array.from(points);
  for (const [vertex, place] of places) at.splice(3 * vertex, 3, ...place);
  return at;
}

/** What changes when the cage decides alone: no handle pulls, and pins hold where it is. */
export function freely(caged: Caged, at: number[]): Partial<Document> {
  return { caged: { ...caged, at, frame: null, pins: loosened(caged) }, weights: [] };
}

/** What changes when a frame of the sequence is shown. */
export function scrubbed(caged: Caged, frame: number): Partial<Document> {
  return { caged: { ...caged, at: null, frame, pins: loosened(caged) }, weights: [] };
}

/** What changes when some vertices are moved alone, from where the cage was (flat (c, 3)): of a frame it is an edit. */
export function reshaped(caged: Caged, points: ArrayLike<number>, places: ReadonlyMap<number, Vector>, reach: number): Partial<Document> {
  const at = movedCage(points, places);
  if (caged.frame === null) return freely(caged, at);
  return { caged: { ...caged, edits: edited(caged, at.map((value, i) => value - points[i]), reach), pins: loosened(caged) }, weights: [] };
}

/** The pins with some more, or with new targets. */
export function pinned({ pins }: Caged, places: ReadonlyMap<number, Vector | null>): CagePin[] {
  const kept = pins.filter(({ vertex }) => !places.has(vertex));
  return [...kept, ...Array.from(places, ([vertex, target]) => ({ vertex, target }))];
}

/** The pins, holding where the cage is. */
function loosened({ pins }: Caged): CagePin[] {
  return pins.map((pin) => (pin.target ? { ...pin, target: null } : pin));
}

/** Whether handles or pins pull on a frame of the sequence: once they rest, that becomes an edit. */
export function pulls({ method, caged, weights, handles }: Document): boolean {
  return method === 'cage' && caged.frame !== null && weights === null && handles.length + caged.pins.length > 0;
}

/** The edits with what the vertices moved in the frame that is shown; moves: flat (c, 3). */
function edited({ edits, frame }: Caged, moves: readonly number[], reach: number): FrameEdit[] {
  const before = edits.find((edit) => edit.frame === frame);
  const whole = before ? { ...before, moves: before.moves.map((value, i) => value + moves[i]) } : { frame: frame!, moves: [...moves], reach };
  return [...edits.filter((edit) => edit !== before), whole].sort((a, b) => a.frame - b.frame);
}

/** What changes when a pull on a frame becomes its edit; a pull of no more than `slack` is none. */
export function kept(caged: Caged, points: ArrayLike<number>, base: ArrayLike<number>, reach: number, slack: number): Partial<Document> {
  const moves = Array.from(base, (value, i) => points[i] - value);
  const some = moves.some((value) => Math.abs(value) > slack);
  return { caged: { ...caged, edits: some ? edited(caged, moves, reach) : caged.edits, pins: loosened(caged) }, weights: [] };
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
  return { caged: { ...document.caged, cage, at: null, frame: null, edits: [], pins: [] }, handles: rest, weights: null };
}

/** The cages that were found for this cage and these coordinates; null where they are for others. */
export function fitting({ recovered, document }: Pick<State, 'recovered' | 'document'>): Recovered | null {
  const { cage, coordinates } = document.caged;
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
