/** Edits of the document as pure functions: what goes in is never changed. */

import type { Document, Handle } from '../wire/messages';
import type { Vector } from './vectors';

/** A point of the surface: a triangle and barycentric coordinates in it. */
export interface SurfacePoint {
  readonly face: number;
  readonly barycentric: Vector;
}

export const NOTHING: Document = { method: 'meshik', handles: [], weights: null, frozen: null };

export function placed(document: Document, at: SurfacePoint, target: Vector): Handle {
  const id = 1 + document.handles.reduce((largest, handle) => Math.max(largest, handle.id), 0);
  return { id, face: at.face, barycentric: at.barycentric, target, pinned: false, group: null };
}

/** The handles with new targets for those in `targets`. */
export function moved(handles: readonly Handle[], targets: ReadonlyMap<number, Vector>): Handle[] {
  return handles.map((handle) => {
    const target = targets.get(handle.id);
    return target ? { ...handle, target } : handle;
  });
}

/** The free handles that move when the handle `id` is pulled: it, its group, and the selection if it is in it. */
export function companions(handles: readonly Handle[], selection: readonly number[], id: number): Handle[] {
  const pulled = new Set(selection.includes(id) ? selection : [id]);
  const groups = new Set(handles.filter((handle) => pulled.has(handle.id)).map((handle) => handle.group));
  groups.delete(null);
  return handles.filter(
    (handle) => !handle.pinned && (pulled.has(handle.id) || (handle.group !== null && groups.has(handle.group))),
  );
}

/** The handles with those in `ids` pinned or freed. */
export function pinned(handles: readonly Handle[], ids: readonly number[], pin: boolean): Handle[] {
  return handles.map((handle) => (ids.includes(handle.id) ? { ...handle, pinned: pin } : handle));
}

/** The handles with those in `ids` as one new group, or as single ones. */
export function grouped(handles: readonly Handle[], ids: readonly number[], together: boolean): Handle[] {
  const group = together ? 1 + handles.reduce((largest, handle) => Math.max(largest, handle.group ?? 0), 0) : null;
  return handles.map((handle) => (ids.includes(handle.id) ? { ...handle, group } : handle));
}

/** Where the triangle's point lies when its corners are in the flat (n, 3) array V; F is flat (m, 3). */
export function pointOn(at: SurfacePoint, V: ArrayLike<number>, F: ArrayLike<number>): Vector {
  const point: Vector = [0, 0, 0];
  for (let corner = 0; corner < 3; corner++) {
    const vertex = F[3 * at.face + corner];
    for (let axis = 0; axis < 3; axis++) point[axis] += at.barycentric[corner] * V[3 * vertex + axis];
  }
  return point;
}

/** Runs [first, count, first, count, …] of the marked among n. */
export function runs(marked: Uint8Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < marked.length; i++) {
    if (!marked[i]) continue;
    const first = i;
    while (i < marked.length && marked[i]) i++;
    found.push(first, i - first);
  }
  return found;
}

/** The mask of n that the runs describe. */
export function mask(region: readonly number[], n: number): Uint8Array {
  const marked = new Uint8Array(n);
  for (let i = 0; i < region.length; i += 2) marked.fill(1, region[i], region[i] + region[i + 1]);
  return marked;
}

/** How many vertices the runs have. */
export function countOf(region: readonly number[]): number {
  return region.reduce((sum, value, i) => (i % 2 ? sum + value : sum), 0);
}

/** Whether a corner of the triangle is in a region of runs; F is flat (m, 3). */
export function touches(region: readonly number[], F: ArrayLike<number>, face: number): boolean {
  return [0, 1, 2].some((corner) => {
    const vertex = F[3 * face + corner];
    return region.some((first, i) => i % 2 === 0 && vertex >= first && vertex < first + region[i + 1]);
  });
}

/** Clear the marks where handles hold the mesh: a vertex cannot be held and frozen. F is flat (m, 3). */
export function spareHandles(marked: Uint8Array, handles: readonly Handle[], F: ArrayLike<number>): void {
  for (const { face } of handles) for (let corner = 0; corner < 3; corner++) marked[F[3 * face + corner]] = 0;
}

/** Where a handle is drawn: where it is pulled to, or on the surface while a free blend decides. */
export function shownAt(document: Document, reached: ReadonlyMap<number, Vector> | null, handle: Handle): Vector {
  return (document.weights ? reached?.get(handle.id) : undefined) ?? handle.target;
}

/** The handles, pulled to where they are now: what they hold when they take over from a free blend. */
export function settled(document: Document, reached: ReadonlyMap<number, Vector> | null): Handle[] {
  return document.handles.map((handle) => ({ ...handle, target: shownAt(document, reached, handle) }));
}
