/** The tree of a mesh's triangles: at once for small meshes, by a worker for large ones. */

import type { BufferGeometry } from 'three';
import { CENTER, MeshBVH, type SerializedBVH } from 'three-mesh-bvh';
import type { Opened } from '../state/state';

/** Without `indirect` the tree would reorder the triangles, which belong to the user. */
export const TREE = { indirect: true, strategy: CENTER } as const;

/** Triangles beyond which building would be felt as a stop. */
const LARGE = 200_000;

/** Calls `ready` with the tree, at once or later; gives what stops that. */
export function treeOf({ V, F }: Opened, geometry: BufferGeometry, ready: (tree: MeshBVH) => void): () => void {
  if (F.length / 3 < LARGE) {
    ready(new MeshBVH(geometry, TREE));
    return () => undefined;
  }
  const worker = new Worker(new URL('./tree.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<SerializedBVH>) => {
    worker.terminate();
    ready(MeshBVH.deserialize(data, geometry, { setIndex: false }));
  };
  worker.onerror = (event) => {
    throw new Error(`The tree for picking could not be built: ${event.message}`);
  };
  // Copies: the page goes on drawing with its own.
  worker.postMessage({ V, F });
  return () => { worker.terminate(); };
}
