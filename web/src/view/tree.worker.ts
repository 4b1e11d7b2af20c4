/** Builds the tree of a large mesh away from the page: { V, F } in, the serialized tree out. */

import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { TREE } from './tree';

self.onmessage = ({ data }: MessageEvent<{ V: Float32Array; F: Uint32Array }>) => {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(data.V, 3));
  geometry.setIndex(new BufferAttribute(data.F, 1));
  const { roots, indirectBuffer } = MeshBVH.serialize(new MeshBVH(geometry, TREE), { cloneBuffers: false });
  // The index is the page's own, unchanged.
  self.postMessage({ version: 1, roots, indirectBuffer, index: null });
};
