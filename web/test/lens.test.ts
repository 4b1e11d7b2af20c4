import { PerspectiveCamera, Matrix4 } from 'three';
import { describe, expect, it } from 'vitest';
import { length, minus, turned, type Vector } from '../src/state/vectors';
import { alongAxis, inScreenPlane, onAxis, pixelAt, project, rayThrough, swept, towardViewer, unproject, type Lens } from '../src/tools/lens';

function lens(): Lens {
  const camera = new PerspectiveCamera(30, 16 / 9, 0.1, 100);
  camera.position.set(3, 2, 5);
  camera.lookAt(0.2, 0.1, 0);
  camera.updateMatrixWorld();
  const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return { matrix: matrix.toArray(), inverse: matrix.clone().invert().toArray(), width: 1280, height: 720 };
}

const POINT: Vector = [0.4, -0.3, 0.2];

describe('the lens', () => {
  it('brings a point back from the screen', () => {
    const back = unproject(lens(), project(lens(), POINT));
    expect(length(minus(back, POINT))).toBeLessThan(1e-9);
  });

  it('keeps a point that is dragged in the screen plane under the pointer', () => {
    const at = project(lens(), POINT);
    const after = project(lens(), inScreenPlane(lens(), POINT, 120, -45));
    expect(after.x - at.x).toBeCloseTo(120, 8);
    expect(after.y - at.y).toBeCloseTo(-45, 8);
    expect(after.depth).toBeCloseTo(at.depth, 10);
  });

  it('sends the ray of a pixel through the point that is seen there', () => {
    const { x, y } = project(lens(), POINT);
    const { origin, direction } = rayThrough(lens(), x, y);
    const way = minus(POINT, origin);
    const along = way[0] * direction[0] + way[1] * direction[1] + way[2] * direction[2];
    expect(Math.abs(length(way) - along)).toBeLessThan(1e-9);
  });

  it('moves along an axis only, to the point nearest to the ray', () => {
    const moved = onAxis(lens(), POINT, [0, 1, 0], 0, -80);
    expect(moved[0]).toBeCloseTo(POINT[0], 12);
    expect(moved[2]).toBeCloseTo(POINT[2], 12);
    expect(moved[1]).toBeGreaterThan(POINT[1]);
    expect(onAxis(lens(), POINT, [0, 1, 0], 0, 0)[1]).toBeCloseTo(POINT[1], 9);
  });

  it('does not move along an axis that points at the viewer', () => {
    expect(alongAxis({ origin: [0, 0, 5], direction: [0, 0, -1] }, [0, 0, 0], [0, 0, 1])).toEqual([0, 0, 0]);
  });

  it('measures a pixel by what a move of one pixel is', () => {
    expect(pixelAt(lens(), POINT) * 10).toBeCloseTo(length(minus(inScreenPlane(lens(), POINT, 10, 0), POINT)), 6);
  });

  it('turns what is seen counter-clockwise by the angle that the pointer sweeps', () => {
    const pivot: Vector = [0.1, 0, 0];
    const seen = project(lens(), pivot);
    const arm = inScreenPlane(lens(), pivot, 100, 0);
    const angle = swept(seen, { x: seen.x + 50, y: seen.y }, { x: seen.x, y: seen.y - 50 });
    expect(angle).toBeCloseTo(Math.PI / 2, 12);
    const after = project(lens(), turned(arm, pivot, towardViewer(lens()), angle));
    expect(after.y).toBeLessThan(seen.y - 80);
    expect(Math.abs(after.x - seen.x)).toBeLessThan(10);
  });

  it('sweeps the short way round', () => {
    const pivot = { x: 0, y: 0, depth: 0 };
    expect(swept(pivot, { x: -10, y: 1 }, { x: -10, y: -1 })).toBeCloseTo(-2 * Math.atan(0.1), 12);
  });
});
