/** Edits of the document as pure functions: what goes in is never changed. */

import type { Document, Handle, Slices } from '../wire/messages';
import { FIRM, slid } from './pins';
import type { Marked } from './state';
import { UNKEYED } from './timeline';
import type { Vector } from './vectors';

/** A point of the surface: a triangle and barycentric coordinates in it. */
export interface SurfacePoint {
  readonly face: number;
  readonly barycentric: Vector;
}

/** A document with nothing in it; slices: those of all methods. */
export function emptyDocument(slices: Slices): Document {
  return { method: '', handles: [], weights: null, frozen: null, slices, timeline: UNKEYED, frame: 1, floor: null, poses: [], props: [] };
}

/** What changes when a method's slice does. */
export function sliced<Name extends keyof Slices>({ slices }: Pick<Document, 'slices'>, method: Name, change: Partial<Slices[Name]>): Pick<Document, 'slices'> {
  return { slices: { ...slices, [method]: { ...slices[method], ...change } } };
}

export function placed(document: Document, at: SurfacePoint, target: Vector): Handle {
  const id = 1 + document.handles.reduce((largest, handle) => Math.max(largest, handle.id), 0);
  return { id, face: at.face, barycentric: at.barycentric, target, pinned: false, group: null, ...FIRM };
}

/** The handles with new targets for those in `targets`. */
export function moved(handles: readonly Handle[], targets: ReadonlyMap<number, Vector>): Handle[] {
  return handles.map((handle) => {
    const target = targets.get(handle.id);
    return target ? { ...handle, target } : handle;
  });
}

/** The handles that move when the handle `id` is pulled: it, even pinned, and what is free of its group, and of the selection if it is in it. */
export function companions(handles: readonly Handle[], selection: readonly number[], id: number): Handle[] {
  const pulled = new Set(selection.includes(id) ? selection : [id]);
  const groups = new Set(handles.filter((handle) => pulled.has(handle.id)).map((handle) => handle.group));
  groups.delete(null);
  return handles.filter(
    (handle) => handle.id === id || (!handle.pinned && (pulled.has(handle.id) || (handle.group !== null && groups.has(handle.group)))),
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

/** Of a vertex that belongs to a region wholly. */
export const WHOLLY = 255;

/** The region of the vertices whose level is above zero: runs of one level each. */
export function regionOf(marked: Uint8Array): Marked {
  const runs: number[] = [], levels: number[] = [];
  for (let i = 0; i < marked.length;) {
    const first = i, level = marked[i];
    while (i < marked.length && marked[i] === level) i++;
    if (level === 0) continue;
    runs.push(first, i - first);
    levels.push(level);
  }
  return { runs, levels: levels.every((level) => level === WHOLLY) ? [] : levels };
}

/** The levels of n vertices that a region describes. */
export function mask(region: Marked | null, n: number): Uint8Array {
  const marked = new Uint8Array(n);
  region?.runs.forEach((first, i) => {
    if (i % 2 === 0) marked.fill(region.levels[i / 2] ?? WHOLLY, first, first + region.runs[i + 1]);
  });
  return marked;
}

/** How many vertices a region has. */
export function countOf(region: Marked | null): number {
  return region?.runs.reduce((sum, value, i) => (i % 2 ? sum + value : sum), 0) ?? 0;
}

/** Whether a vertex belongs to a region. */
export function contains({ runs }: Marked, vertex: number): boolean {
  return runs.some((first, i) => i % 2 === 0 && vertex >= first && vertex < first + runs[i + 1]);
}

/** Whether a corner of the triangle is in a region; F is flat (m, 3). */
export function touches(region: Marked | null, F: ArrayLike<number>, face: number): boolean {
  return region !== null && [0, 1, 2].some((corner) => contains(region, F[3 * face + corner]));
}

/** Clear the marks where handles hold the mesh: a vertex cannot be held and frozen. F is flat (m, 3). */
export function spareHandles(marked: Uint8Array, handles: readonly Handle[], F: ArrayLike<number>): void {
  for (const { face } of handles) for (let corner = 0; corner < 3; corner++) marked[F[3 * face + corner]] = 0;
}

/**
 * Where a handle is drawn: where it is pulled to, on the surface while a free blend decides, or where it has slid to.
 *
 * pins: what the rig's pins can
 */
export function shownAt(document: Document, reached: ReadonlyMap<number, Vector> | null, handle: Handle, pins: readonly string[] = []): Vector {
  const at = reached?.get(handle.id);
  if (!at) return handle.target;
  if (document.weights) return at;
  return pins.includes('slide') ? slid(handle, at) : handle.target;
}

/** The handles, pulled to where they are now: what they hold when they take over from a free blend. */
export function settled(document: Document, reached: ReadonlyMap<number, Vector> | null, pins: readonly string[] = []): Handle[] {
  return document.handles.map((handle) => ({ ...handle, target: shownAt(document, reached, handle, pins) }));
}
