/** Carries the vertices of a mesh away from the page: { weights, F } first, then points with room for what comes of them. */

import type { Floats } from '../state/state';
import type { Carried } from './carrier';
import { combined, vertexNormals } from './skinning';

interface Mesh {
  readonly weights: Floats;
  readonly F: Uint32Array;
}

let mesh: Mesh | null = null;

self.onmessage = ({ data }: MessageEvent<Mesh | (Carried & { readonly points: Floats })>) => {
  if ('weights' in data) {
    mesh = data;
    return;
  }
  if (!mesh) return;
  const { points, V, normals } = data;
  combined(mesh.weights, points, V);
  vertexNormals(V, mesh.F, normals);
  self.postMessage({ V, normals }, { transfer: [V.buffer, normals.buffer] });
};
