import { describe, expect, it } from 'vitest';
import type { Floats, Opened, SurfaceState } from '../src/state/state';
import { drawn, shadingNormals, shadingOf, wireOf } from '../src/view/shading';

/** A roof: two slopes that meet at a ridge, whose two vertices are doubled. */
const V = new Float32Array([0, 1, 0, 0, 1, 1, -1, 0, 0, -1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1]);
const F = new Uint32Array([0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6]);
const S = Math.SQRT1_2;

function roof(smooth: number[], normals: number[], source: number[] = [0, 1, 2, 3, 4, 5, 6, 7], faces = F): Opened {
  const surface = { materials: [], textures: [], pictures: 0, coloured: false, words: '', source: Uint32Array.from(source), smooth: Uint32Array.from(smooth), faces, normals: Float32Array.from(normals), colours: null, uv: new Map() } satisfies SurfaceState;
  return { name: '', words: '', diagonal: 1, examples: [], methods: [], regions: [], start: { reason: '', up: 'y', azimuth: 0, handles: [], suggested: [], toward: [0, 0, 0] }, original: null, V, F, sides: null, surface };
}

function normalsOf(model: Opened, positions: Floats): number[] {
  const shading = shadingOf(model), places = drawn(positions, shading.source);
  const normals = new Float32Array(places.length);
  shadingNormals(places, shading, normals);
  return [...normals];
}

/** Positions or normals turned by a right angle about z. */
const turned = (values: ArrayLike<number>): number[] => Array.from(values, (_, i) => [-values[i + 1], values[i - 1], values[i]][i % 3]);

function close(found: readonly number[], wanted: readonly number[]): void {
  expect(found.length).toBe(wanted.length);
  found.forEach((value, i) => { expect(value).toBeCloseTo(wanted[i], 4); });
}

const LEFT = [-S, S, 0], RIGHT = [S, S, 0], UP = [0, 1, 0];
const HARD = [LEFT, LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT].flat();
const SOFT = [UP, UP, LEFT, LEFT, UP, UP, RIGHT, RIGHT].flat();

describe('normals of a surface', () => {
  it('are smooth across doubled vertices of one group, and hard across groups', () => {
    close(normalsOf(roof([0, 1, 2, 3, 0, 1, 4, 5], SOFT), V), SOFT);
    close(normalsOf(roof([0, 1, 2, 3, 4, 5, 6, 7], HARD), V), HARD);
  });

  it('are those of the file at rest, whatever the triangles say, and turn with them', () => {
    const own = Array.from({ length: 8 }, (_, i) => [0.6, 0, 0.8, 0, 0.6, 0.8].slice(i % 2 ? 3 : 0, i % 2 ? 6 : 3)).flat();
    const model = roof([0, 1, 2, 3, 4, 5, 6, 7], own);
    close(normalsOf(model, V), own);
    close(normalsOf(model, Float32Array.from(turned(V))), turned(own));
  });

  it('of copies follow the vertices that they copy', () => {
    const model = roof([0, 1, 2, 3, 4, 5, 6, 7, 4, 5], [...HARD, ...RIGHT, ...RIGHT], [0, 1, 2, 3, 4, 5, 6, 7, 0, 1], new Uint32Array([0, 2, 3, 0, 3, 1, 8, 9, 7, 8, 7, 6]));
    const { source } = shadingOf(model);
    close([...drawn(V, source)].slice(24), [...V.slice(0, 6)]);
    close(normalsOf(model, V).slice(24), [...RIGHT, ...RIGHT]);
  });
});

describe('the wire frame', () => {
  const sorted = (lines: Uint32Array): string[] => Array.from({ length: lines.length / 2 }, (_, i) => [...lines.subarray(2 * i, 2 * i + 2)].sort((a, b) => a - b).join()).sort();

  it('has every side of a triangle once', () => {
    expect(sorted(wireOf({ V, F, sides: null }, null))).toEqual(['0,1', '0,2', '0,3', '1,3', '2,3', '4,5', '4,6', '4,7', '5,7', '6,7']);
  });

  it('has the sides of polygons, and joins copies of their vertices', () => {
    const sides = Uint32Array.from([0, 1, 1, 3, 2, 3, 0, 2]);
    expect(sorted(wireOf({ V, F, sides }, null))).toEqual(['0,1', '0,2', '1,3', '2,3']);
    expect(sorted(wireOf({ V: V.slice(0, 12), F, sides }, Uint32Array.from([3, 2, 1, 0])))).toEqual(['0,1', '0,2', '1,3', '2,3']);
    expect([...sides]).toEqual([0, 1, 1, 3, 2, 3, 0, 2]);
  });
});
