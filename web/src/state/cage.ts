/** Cages as plain data: which one a document has, and where its vertices are. Pure functions. */

import type { Caged, CagesRecovered, Document } from '../wire/messages';
import { pointOn } from './document';
import type { Floats, Opened, PoseState, RigState, State } from './state';
import { row, type Vector } from './vectors';

/** The cages of the model's poses; frames: x, y, z of each vertex, frame by frame. */
export type Recovered = Omit<CagesRecovered, 'type'> & { readonly frames: readonly number[][] };

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

/** What changes when the cage decides alone: no handle pulls. */
export function freely(caged: Caged, at: number[]): Partial<Document> {
  return { caged: { ...caged, at }, weights: [] };
}

/** What changes when a document takes another cage: it is at rest, and handles hold on where they can. */
export function recaged(document: Document, cage: string | null, model: Opened): Partial<Document> {
  const rest = document.weights ? document.handles.map((handle) => ({ ...handle, target: pointOn(handle, model.V, model.F) })) : document.handles;
  return { caged: { ...document.caged, cage, at: null }, handles: rest, weights: null };
}

/** The place of the frame that a document shows; −1 for none. */
export function frameOf({ recovered, document }: Pick<State, 'recovered' | 'document'>): number {
  return document.caged.at && document.weights ? (recovered?.frames.indexOf(document.caged.at) ?? -1) : -1;
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
