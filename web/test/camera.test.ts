import { describe, expect, it } from 'vitest';
import { project } from '../src/tools/lens';
import { anglesFrom, Camera, towardEye, type Axis } from '../src/view/camera';
import { extent } from '../src/view/skinning';

const UPS = ['y', 'z'] as const;

function camera(up: 'y' | 'z'): Camera {
  const made = new Camera();
  made.resize(800, 600);
  made.keep(2);
  made.setUp(up);
  return made;
}

/** Wait for the end of an eased move. */
function arrive(moved: Camera): void {
  moved.tick(performance.now() + 1000);
}

describe('the camera', () => {
  it.each(UPS)('shows the axis %s as up in every level view', (up) => {
    const seen = camera(up);
    for (const azimuth of [0, 1, 2.5, -2]) {
      seen.frame([0, 0, 0], 1, { azimuth, elevation: 0.3 }, false);
      const low = project(seen.lens(), [0, 0, 0]);
      const high = project(seen.lens(), up === 'y' ? [0, 0.2, 0] : [0, 0, 0.2]);
      expect(high.x).toBeCloseTo(low.x, 6);
      expect(high.y).toBeLessThan(low.y - 5);
    }
  });

  it.each(UPS)('has the first axis at the right in the view from the front, where %s is up', (up) => {
    const seen = camera(up);
    seen.frame([0, 0, 0], 1, { azimuth: 0, elevation: 0 }, false);
    const [x, y, z] = seen.axes();
    expect(x[0]).toBeCloseTo(1, 9);
    expect((up === 'y' ? y : z)[1]).toBeCloseTo(1, 9);
    expect(up === 'y' ? z[2] : -y[2]).toBeCloseTo(1, 9);
  });

  it.each(UPS)('looks from each end of each axis, where %s is up', (up) => {
    const seen = camera(up);
    for (const axis of [0, 1, 2] as Axis[]) {
      for (const sign of [1, -1] as const) {
        expect(towardEye(anglesFrom(axis, sign, up), up)[axis]).toBeCloseTo(sign, 5);
        seen.lookFrom(axis, sign);
        arrive(seen);
        expect(seen.axes()[axis][2]).toBeCloseTo(sign, 5);
      }
    }
  });

  it('turns the way that is shorter', () => {
    const seen = camera('y');
    seen.frame([0, 0, 0], 1, { azimuth: Math.PI - 0.1 }, false);
    seen.turnTo(-Math.PI + 0.1, 0);
    arrive(seen);
    expect(seen.gaze.azimuth).toBeCloseTo(Math.PI + 0.1, 9);
  });

  it('never passes the poles, by no orbit and no view', () => {
    const seen = camera('z');
    seen.orbit(0, 1e5);
    expect(seen.gaze.elevation).toBeLessThan(Math.PI / 2);
    seen.turnTo(0, Math.PI);
    arrive(seen);
    expect(seen.gaze.elevation).toBeLessThan(Math.PI / 2);
  });
});

describe('enclosing', () => {
  const shapes = { tall: [0.1, 5, 0.1], wide: [8, 0.3, 0.2], deep: [0.1, 0.1, 6], cube: [1, 1, 1], far: [2, 1, 3] };

  it.each(Object.entries(shapes))('crops nothing of a %s box and wastes no room', (name, [a, b, c]) => {
    const shift = name === 'far' ? 40 : 0;
    const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x * a + shift, y * b, z * c])));
    const V = Float32Array.from(corners.flat());
    for (const up of UPS) {
      const seen = camera(up);
      seen.keep(extent(V).radius);
      seen.enclose(V, { azimuth: 0.72, elevation: 0.22 });
      const places = corners.map((corner) => project(seen.lens(), corner as [number, number, number]));
      const room = places.flatMap(({ x, y }) => [x, 800 - x, y, 600 - y]);
      expect(Math.min(...room)).toBeGreaterThan(0);
      expect(Math.min(...room)).toBeLessThan(60);
      for (const { depth } of places) expect(Math.abs(depth)).toBeLessThan(1);
    }
  });
});

describe('the extent', () => {
  it('has its floor along the axis that is up', () => {
    const V = Float32Array.of(-1, -2, -3, 4, 5, 6);
    expect(extent(V).floor).toBe(-2);
    expect(extent(V, 'z').floor).toBe(-3);
    expect(extent(V, 'z').at).toEqual(extent(V).at);
  });
});
