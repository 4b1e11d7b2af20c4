import { describe, expect, it } from 'vitest';
import { NOTHING } from '../src/methods/start';
import { settled, shownAt } from '../src/state/document';
import { can, common, FIRM, floorUnder, heldAs, shareOf, slid, slideOf, slidingOf, slidings, unused, weightAt, weightWords } from '../src/state/pins';
import { followedBy, turnAt, turnBetween } from '../src/state/turns';
import { turned, type Vector } from '../src/state/vectors';
import type { Document, Handle } from '../src/wire/messages';

const handle = (id: number, rest: Partial<Handle> = {}): Handle => ({ id, face: 0, barycentric: [1, 0, 0], target: [0, 0, 0], pinned: false, group: null, ...FIRM, ...rest });
const doc = (rest: Partial<Document> = {}): Document => ({ ...NOTHING, ...rest });
const close = (found: Vector, wanted: Vector): void => { found.forEach((value, i) => { expect(value).toBeCloseTo(wanted[i], 6); }); };

describe('firmness', () => {
  it('goes from barely to firm, and back to the same place of the slider', () => {
    expect(weightAt(1)).toBe(1);
    expect(weightAt(0)).toBe(0.01);
    expect(weightAt(-1)).toBe(0.01);
    for (const share of [0, 0.2, 0.5, 0.8, 0.98, 1]) expect(shareOf(weightAt(share))).toBeCloseTo(share, 1);
    expect(shareOf(1e-9)).toBe(0);
  });
  it('is told in words', () => {
    expect([1, 0.1, 0.955, undefined].map(weightWords)).toEqual(['firm', '0.10', '0.95', 'mixed']);
  });
  it('changes the chosen handles only', () => {
    const handles = [handle(1), handle(2), handle(3)];
    const after = heldAs(handles, [1, 3], ({ id }) => ({ weight: id / 10 }));
    expect(after.map(({ weight }) => weight)).toEqual([0.1, 1, 0.3]);
    expect(handles[0].weight).toBe(1);
    expect(common(after.map(({ weight }) => weight))).toBeUndefined();
    expect(common([2, 2])).toBe(2);
    const none: number[] = [];
    expect(common(none)).toBeUndefined();
  });
});

describe('a slide', () => {
  it('is known again by its word', () => {
    for (const up of ['y', 'z'] as const) {
      const words = slidings(up).map(([word]) => word);
      expect(new Set(words).size).toBe(words.length);
      expect(words[1]).toBe(`plane ${up}`);
      for (const word of words) expect(slidingOf(slideOf(word, [0.6, 0, 0.8]))).toBe(word);
    }
  });
  it('leaves a point where it is along it, and puts it on it across', () => {
    const target: Vector = [1, 2, 3], at: Vector = [5, 6, 7];
    close(slid({ target, slide: { on: 'plane', vector: [0, 2, 0] } }, at), [5, 2, 7]);
    close(slid({ target, slide: { on: 'line', vector: [0, 0, 3] } }, at), [1, 2, 7]);
    expect(slid({ target, slide: null }, at)).toBe(target);
  });
  it('shows the handle where it has slid to, where the rig can', () => {
    const one = handle(1, { slide: { on: 'plane', vector: [0, 1, 0] } });
    const reached = new Map<number, Vector>([[1, [4, 9, 4]]]);
    close(shownAt(doc({ handles: [one] }), reached, one, ['slide']), [4, 0, 4]);
    close(shownAt(doc({ handles: [one] }), reached, one, ['turn']), [0, 0, 0]);
    close(settled(doc({ handles: [one] }), reached, ['slide'])[0].target, [4, 0, 4]);
    close(shownAt(doc({ handles: [one], weights: [1] }), reached, one, ['slide']), [4, 9, 4]);
  });
});

describe('a turn', () => {
  const quarter: Vector = [0, 0, Math.PI / 2];
  it('follows another', () => {
    close(followedBy(quarter, quarter), [0, 0, Math.PI]);
    close(followedBy([Math.PI / 2, 0, 0], quarter).map(Math.abs) as Vector, ([1, 1, 1] as Vector).map((one) => one * (2 * Math.PI) / (3 * Math.sqrt(3))) as Vector);
    close(followedBy([0.3, -0.2, 0.1], [-0.3, 0.2, -0.1]), [0, 0, 0]);
  });
  it('is found between points, whatever their shift, also on a plane and by half a round', () => {
    const flat: Vector[] = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [1, 1, 0]];
    for (const by of [[0, 0, 0], quarter, [0.4, -1, 0.3], [0, 3.1, 0]] as Vector[]) {
      const angle = Math.hypot(...by) || 1, axis = by.map((one) => one / angle) as Vector;
      const there = flat.map((point) => turned(point, [0, 0, 0], axis, Math.hypot(...by)).map((one) => one + 5) as Vector);
      close(turnBetween(flat, there), by);
    }
    close(turnBetween([[1, 1, 1]], [[2, 2, 2]]), [0, 0, 0]);
  });
  it('is that of the surface around a handle', () => {
    const V = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]), F = Uint32Array.from([0, 1, 2, 2, 1, 3]);
    const posed = Float32Array.from([0, 0, 0, 0, 1, 0, -1, 0, 0, -1, 1, 0]);
    close(turnAt({ V, F, diagonal: 1.4 }, { face: 0, barycentric: [1, 0, 0] }, posed), quarter);
  });
});

describe('what a rig cannot do', () => {
  const handles = [handle(1, { weight: 0.5, slide: { on: 'line', vector: [1, 0, 0] }, turn: [0, 0, 0] })];
  it('is said, and nothing where it can all', () => {
    const floor = floorUnder([0, -2, 5, 0, 1, -3], 'y');
    expect(unused({ handles, floor }, { pins: ['turn'] })).toBe('This method goes without softness, sliding and the floor; others take it up again.');
    expect(unused({ handles, floor }, { pins: ['floor', 'slide', 'turn', 'weight'] })).toBeNull();
    expect(unused({ handles: [handle(1)], floor: null }, { pins: [] })).toBeNull();
    expect(unused({ handles, floor }, null)).toBeNull();
    expect(can(null, 'turn')).toBe(false);
  });
});

describe('a floor', () => {
  it('lies under the lowest vertex along the axis that is up', () => {
    expect(floorUnder([0, -2, 5, 0, 1, -3], 'y')).toEqual({ height: -2, up: 'y', grip: false });
    expect(floorUnder([0, -2, 5, 0, 1, -3], 'z', true)).toEqual({ height: -3, up: 'z', grip: true });
  });
});
