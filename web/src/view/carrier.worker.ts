/** Carries the vertices of a mesh away from the page: { weights, shading } first, then points with room for what comes of them. */

import type { Floats } from '../state/state';
import type { Carried } from './carrier';
import { drawn, shadingNormals, type Shading } from './shading';
import { combined } from './skinning';

interface Mesh {
  readonly weights: Floats;
  readonly shading: Shading;
}

let mesh: Mesh | null = null;

self.onmessage = ({ data }: MessageEvent<Mesh | (Carried & { readonly points: Floats })>) => {
  if ('weights' in data) {
    mesh = data;
    return;
  }
  if (!mesh) return;
  const { points, V, drawn: copies, normals } = data;
  combined(mesh.weights, points, V);
  shadingNormals(drawn(V, mesh.shading.source, copies), mesh.shading, normals);
  self.postMessage({ V, drawn: copies, normals }, { transfer: [V.buffer, normals.buffer, ...(copies ? [copies.buffer] : [])] });
};
