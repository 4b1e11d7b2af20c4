import { describe, expect, it } from 'vitest';
import { dot, plus, turned, type Vector } from '../src/state/vectors';
import { pixelAt, project, type Place } from '../src/tools/lens';
import { ring, ringTurn, towardEye } from '../src/tools/rings';
import { AXES, type AxisName } from '../src/tools/typed';
import { lens, parallel } from './lenses';

const CENTRE: Vector = [0.4, -0.3, 0.2];
const NAMES: readonly AxisName[] = ['X', 'Y', 'Z'];

describe('a ring', () => {
  const lines = ({ near, far }: ReturnType<typeof ring>): Place[] => [...near, ...far].flat();

  it('is a circle where its axis points at the viewer, and all of it is in front', () => {
    const view = parallel([0.2, 0.1, 9]);
    const found = ring(view, CENTRE, 'Z', 50 * pixelAt(view, CENTRE));
    const { x, y } = project(view, CENTRE);
    expect(found.far).toEqual([]);
    for (const place of lines(found)) expect(Math.hypot(place.x - x, place.y - y)).toBeCloseTo(50, 6);
  });

  it('is a line where it is seen from its edge', () => {
    const view = parallel([0.2, 0.1, 9]);
    const places = lines(ring(view, CENTRE, 'Y', 50 * pixelAt(view, CENTRE)));
    expect(Math.max(...places.map(({ y }) => y)) - Math.min(...places.map(({ y }) => y))).toBeLessThan(1e-6);
    expect(Math.max(...places.map(({ x }) => x)) - Math.min(...places.map(({ x }) => x))).toBeCloseTo(100, 6);
  });

  it('is closed, and one half of it is in front', () => {
    for (const axis of NAMES) {
      const { near, far } = ring(lens(), CENTRE, axis, 0.3);
      const segments = [...near, ...far].reduce((sum, line) => sum + line.length - 1, 0);
      expect(segments).toBe(64);
      const front = near.reduce((sum, line) => sum + line.length - 1, 0);
      expect(Math.abs(front - 32)).toBeLessThanOrEqual(2);
      const ends = new Map<string, number>();
      for (const line of [...near, ...far]) for (const end of [line[0], line.at(-1)!]) ends.set(`${end.x.toFixed(6)} ${end.y.toFixed(6)}`, (ends.get(`${end.x.toFixed(6)} ${end.y.toFixed(6)}`) ?? 0) + 1);
      expect([...ends.values()].every((met) => met === 2)).toBe(true);
    }
  });

  it('keeps the point under the pointer when it is turned', () => {
    for (const axis of NAMES) {
      const arm: Vector = axis === 'X' ? [0, 0.3, 0] : axis === 'Y' ? [0, 0, 0.3] : [0.3, 0, 0];
      if (Math.abs(dot(AXES[axis], towardEye(lens(), CENTRE))) < 0.3) throw new Error('seen from its edge');
      const seen = (angle: number): Place => project(lens(), turned(plus(CENTRE, arm), CENTRE, AXES[axis], angle));
      const measure = ringTurn(lens(), CENTRE, axis, 58);
      for (const angle of [0.4, -1.2, 3]) expect(measure(seen(0), seen(angle))).toBeCloseTo(angle, 9);
    }
  });

  it('follows a straight drag where it is seen from its edge', () => {
    for (const eye of [[0.2, 0.4, 9], [0.2, -0.4, 9]] as const) {
      const view = lens([...eye]);
      const measure = ringTurn(view, CENTRE, 'Y', 58);
      const { x, y } = project(view, CENTRE);
      // What is in front of the viewer goes right by a right-hand turn about an axis that points up.
      expect(measure({ x, y }, { x: x + 58, y })).toBeCloseTo(1, 1);
      expect(measure({ x, y }, { x, y: y + 58 })).toBeCloseTo(0, 1);
    }
  });
});
