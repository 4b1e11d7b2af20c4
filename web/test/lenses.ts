/** Lenses for tests. */

import { Matrix4, OrthographicCamera, PerspectiveCamera } from 'three';
import type { Vector } from '../src/state/vectors';
import type { Lens } from '../src/tools/lens';

function lensOf(camera: PerspectiveCamera | OrthographicCamera, eye: Vector): Lens {
  camera.position.set(...eye);
  camera.lookAt(0.2, 0.1, 0);
  camera.updateMatrixWorld();
  camera.updateProjectionMatrix();
  const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return { matrix: matrix.toArray(), inverse: matrix.clone().invert().toArray(), width: 1280, height: 720 };
}

/** A lens from a place, in perspective. */
export const lens = (eye: Vector = [3, 2, 5]): Lens => lensOf(new PerspectiveCamera(30, 16 / 9, 0.1, 100), eye);
/** The same without perspective. */
export const parallel = (eye: Vector): Lens => lensOf(new OrthographicCamera(-3.2, 3.2, 1.8, -1.8, 0.1, 100), eye);
