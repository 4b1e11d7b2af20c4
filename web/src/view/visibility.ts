/** Which vertices the viewer sees: they lie on the picture of the depth, not behind it. */

import { DoubleSide, MeshDepthMaterial, NearestFilter, RGBADepthPacking, Scene, WebGLRenderTarget, type WebGLRenderer } from 'three';
import { dot, minus, row, times } from '../state/vectors';
import { project, towardViewer, unproject, type Lens } from '../tools/lens';
import type { Body } from './body';
import type { Camera } from './camera';

/** The pixel of a vertex and those beside it: at an outline it may fall just beside its surface. */
const AROUND = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]] as const;

/** Those of `vertices` (of positions V, flat (n, 3)) that nothing of the body hides by more than `slack`. */
export function visible(renderer: WebGLRenderer, body: Body, camera: Camera, lens: Lens, vertices: readonly number[], slack: number): number[] {
  const width = Math.max(1, Math.round(lens.width)), height = Math.max(1, Math.round(lens.height));
  const depths = depthPicture(renderer, body, camera, width, height);
  const V = body.positions(), away = times(towardViewer(lens), -1);
  return vertices.filter((vertex) => {
    const place = row(V, vertex), { x, y } = project(lens, place);
    return AROUND.some(([dx, dy]) => {
      const column = Math.floor(x) + dx, line = height - 1 - Math.floor(y) + dy;
      if (column < 0 || column >= width || line < 0 || line >= height) return false;
      const seen = unproject(lens, { x, y, depth: 2 * unpacked(depths, 4 * (line * width + column)) - 1 });
      return dot(minus(place, seen), away) <= slack;
    });
  });
}

/** Packed depths from 0 (near) to 1 (far), rows from below. */
function depthPicture(renderer: WebGLRenderer, body: Body, camera: Camera, width: number, height: number): Uint8Array {
  const target = new WebGLRenderTarget(width, height, { minFilter: NearestFilter, magFilter: NearestFilter });
  const material = new MeshDepthMaterial({ depthPacking: RGBADepthPacking, side: DoubleSide });
  body.skins(material);
  const scene = new Scene();
  const parent = body.group.parent;
  scene.overrideMaterial = material;
  scene.add(body.group);
  renderer.setRenderTarget(target);
  renderer.setClearColor(0xffffff, 1);
  renderer.clear();
  renderer.render(scene, camera.three);
  const pixels = new Uint8Array(4 * width * height);
  renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
  renderer.setRenderTarget(null);
  renderer.setClearColor(0x000000, 0);
  parent?.add(body.group);
  material.dispose();
  target.dispose();
  return pixels;
}

/** As three packs a depth into four bytes. */
function unpacked(pixels: Uint8Array, i: number): number {
  return pixels[i] / 256 + pixels[i + 1] / 65536 + pixels[i + 2] / 16777216;
}
