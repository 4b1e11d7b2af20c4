/** Connected parts of the mesh: which are hidden. */

import { adjacencyOf, flood } from './adjacency';
import { pointOn } from './document';
import type { Opened, State } from './state';
import type { Vector } from './vectors';

const KNOWN = new WeakMap<Uint32Array, Uint32Array>();

/** Of each vertex the first one of its part, (n,); made at the first question. */
export function partsOf(model: Pick<Opened, 'V' | 'F'>): Uint32Array {
  const known = KNOWN.get(model.F);
  if (known) return known;
  const n = model.V.length / 3, parts = new Uint32Array(n).fill(n), edges = adjacencyOf(model);
  for (let vertex = 0; vertex < n; vertex++) {
    if (parts[vertex] === n) flood(edges, [vertex], (other) => parts[other] === n, (other) => { parts[other] = vertex; });
  }
  KNOWN.set(model.F, parts);
  return parts;
}

/** Whether the mesh has more than one part. */
export function several(model: Opened | null): boolean {
  return model !== null && partsOf(model).some((part) => part !== 0);
}

/** Whether a triangle is hidden. */
export function isHidden({ model, seen: { hidden } }: Pick<State, 'model' | 'seen'>, face: number): boolean {
  return hidden.length > 0 && model !== null && hidden.includes(partsOf(model)[model.F[3 * face]]);
}

/** Triangles of which those that are hidden have no area; F itself where none is. drawn: the same triangles of copies of the vertices. */
export function shownFaces(model: Opened, hidden: readonly number[], drawn: Uint32Array<ArrayBuffer> = model.F): Uint32Array<ArrayBuffer> {
  if (hidden.length === 0) return drawn;
  const parts = partsOf(model), away = new Set(hidden), faces = drawn.slice();
  for (let j = 0; j < faces.length; j += 3) if (away.has(parts[model.F[j]])) faces[j + 1] = faces[j + 2] = faces[j];
  return faces;
}

/** The parts of what is selected, or of a triangle under the pointer. */
export function meantParts({ model, document, selection }: Readonly<State>, face: number | null): number[] {
  if (!model) return [];
  const faces = selection.length ? document.handles.filter(({ id }) => selection.includes(id)).map((handle) => handle.face) : face === null ? [] : [face];
  return [...new Set(faces.map((one) => partsOf(model)[model.F[3 * one]]))];
}

/** Where the selected handles are held, or those that decide; none where none is selected. */
export function selectedPlaces({ document, selection, pose, model }: Readonly<State>): Vector[] {
  if (!model) return [];
  return document.handles.filter(({ id }) => selection.includes(id)).map((handle) => pose?.reached.get(handle.id) ?? pointOn(handle, model.V, model.F));
}
