import { describe, expect, it } from 'vitest';
import { isHidden, meantParts, partsOf, several, shownFaces } from '../src/state/parts';
import { START } from '../src/methods/start';
import type { Opened, State } from '../src/state/state';
import { Camera, fieldOf } from '../src/view/camera';
import { project } from '../src/tools/lens';

/** Two triangles that share an edge, and one by itself. */
const model = { V: new Float32Array(21), F: Uint32Array.from([0, 1, 3, 3, 1, 4, 2, 5, 6]) } as unknown as Opened;

describe('parts of a mesh', () => {
  it('are what edges connect, named by their first vertices', () => {
    expect([...partsOf(model)]).toEqual([0, 0, 2, 0, 0, 2, 2]);
    expect(several(model)).toBe(true);
    expect(several({ ...model, F: Uint32Array.from([0, 1, 2]), V: new Float32Array(9) })).toBe(false);
  });

  it('have no area while they are hidden', () => {
    const seen = { ...START.seen, hidden: [0] };
    expect([...shownFaces(model, [0])]).toEqual([0, 0, 0, 3, 3, 3, 2, 5, 6]);
    expect(shownFaces(model, [])).toBe(model.F);
    expect([0, 1, 2].map((face) => isHidden({ model, seen }, face))).toEqual([true, true, false]);
    const state: State = { ...START, model };
    expect(meantParts(state, 2)).toEqual([2]);
    expect(meantParts(state, null)).toEqual([]);
  });
});

describe('a camera', () => {
  it('that goes around a point shows it at the same place', () => {
    const camera = new Camera(), point: [number, number, number] = [0.4, -0.3, 0.8];
    camera.resize(640, 480);
    const before = project(camera.lens(), point);
    camera.orbit(70, -25, point);
    const after = project(camera.lens(), point);
    expect(after.x).toBeCloseTo(before.x, 6);
    expect(after.y).toBeCloseTo(before.y, 6);
  });

  it('with another lens shows what it looks at as large as before', () => {
    const camera = new Camera();
    camera.resize(640, 480);
    const size = (): number => project(camera.lens(), [0, 0.1, 0]).y - project(camera.lens(), [0, -0.1, 0]).y;
    camera.restore({ ...camera.gaze, at: [0, 0, 0], azimuth: 0, elevation: 0 });
    const before = size();
    camera.setLens(120);
    expect(size()).toBeCloseTo(before, 6);
    expect(fieldOf(12)).toBeCloseTo(90, 10);
  });
});
