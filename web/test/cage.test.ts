import { describe, expect, it } from 'vitest';
import { heat, weightOf } from '../src/methods/cage/colours';
import { cagePoints, freely, keyOf, movedCage, recaged, rigKey } from '../src/state/cage';
import { NOTHING } from '../src/state/document';
import type { Opened, PoseState, RigState } from '../src/state/state';
import type { Handle } from '../src/wire/messages';
import { combined } from '../src/view/skinning';

/** Two vertices carried by three points, the last of them no vertex of the cage. */
const RIG = { method: 'cage', n: 2, carry: new Float32Array([0.5, 0.5, 2, 0.25, 0.75, 0]), cageRest: new Float32Array(6), cage: { name: null, coordinates: 'green', words: '', frames: 0 } } as unknown as RigState;

describe('a cage', () => {
  it('carries every vertex by the weights of its points', () => {
    const points = new Float32Array([0, 0, 0, 4, 8, 12, 1, 1, 1]);
    expect([...combined(RIG.carry!, points)]).toEqual([4, 6, 8, 3, 6, 9]);
    expect([...combined(RIG.carry!.slice(0, 3), points)]).toEqual([4, 6, 8]);
  });

  it('is what comes first of the points, and at rest while a pose is of another cage', () => {
    const points = new Float32Array([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...cagePoints(RIG, { points } as unknown as PoseState)!]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(cagePoints(RIG, { points: points.subarray(3) } as unknown as PoseState)).toBe(RIG.cageRest);
  });

  it('moves some vertices, and decides alone then', () => {
    const at = movedCage([0, 0, 0, 1, 1, 1], new Map([[1, [7, 8, 9]]]));
    expect(at).toEqual([0, 0, 0, 7, 8, 9]);
    expect(freely(NOTHING.caged, at)).toEqual({ caged: { ...NOTHING.caged, at }, weights: [] });
  });

  it('is another rig by its name and its coordinates, and the same in documents and rigs', () => {
    const caged = { cage: null, coordinates: 'green', at: null } as const;
    expect(rigKey({ method: 'cage', caged })).toBe(keyOf(RIG));
    expect(rigKey({ method: 'cage', caged: { ...caged, cage: 'cage 1' } })).not.toBe(keyOf(RIG));
    expect(rigKey({ method: 'meshik', caged })).toBe('meshik');
  });

  it('lets handles hold at rest where they did not pull when another cage is taken', () => {
    const handle: Handle = { id: 1, face: 0, barycentric: [1, 0, 0], target: [9, 9, 9], pinned: false, group: null };
    const model = { V: new Float32Array([1, 2, 3, 0, 0, 0, 0, 0, 0]), F: new Uint32Array([0, 1, 2]) } as unknown as Opened;
    expect(recaged({ ...NOTHING, handles: [handle] }, 'cage 1', model).handles).toEqual([handle]);
    const taken = recaged({ ...NOTHING, handles: [handle], weights: [] }, 'cage 1', model);
    expect(taken.handles![0].target).toEqual([1, 2, 3]);
    expect(taken.weights).toBeNull();
  });
});

describe('the colours of a weight', () => {
  it('add up what is selected, and darken towards the most', () => {
    expect([...weightOf(RIG, [0, 1])]).toEqual([1, 1]);
    const rgb = heat([0, 0.5, 1, -1], 1);
    expect([...rgb.subarray(0, 3)]).toEqual([0xdd, 0xcf, 0xc0]);
    expect([...rgb.subarray(6, 9)]).toEqual([0x4a, 0x10, 0x38]);
    expect([...rgb.subarray(9, 12)]).toEqual([...rgb.subarray(0, 3)]);
  });
});
