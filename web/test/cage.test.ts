import { describe, expect, it } from 'vitest';
import { heat, weightOf } from '../src/methods/cage/colours';
import { FIRM } from '../src/state/pins';
import type { CageSlice } from '../src/methods/cage/messages';
import { AT_REST, cagePoints, falloff, freely, kept, movedCage, pinned, pulls, recaged, reshaped, scrubbed } from '../src/methods/cage/slice';
import { NOTHING } from '../src/methods/start';
import { keyOf, rigKey } from '../src/methods/views';
import { sliced } from '../src/state/document';
import type { Opened, PoseState, RigState } from '../src/state/state';
import type { Document, Handle } from '../src/wire/messages';
import { combined } from '../src/view/skinning';

/** Two vertices carried by three points, the last of them no vertex of the cage. */
const RIG = { method: 'cage', n: 2, carry: new Float32Array([0.5, 0.5, 2, 0.25, 0.75, 0]), cageRest: new Float32Array(6), cage: { name: null, coordinates: 'green', words: '', frames: 0 } } as unknown as RigState;

const doc = (cage: Partial<CageSlice>, rest: Partial<Document> = {}): Document => ({ ...NOTHING, method: 'cage', ...sliced(NOTHING, 'cage', cage), ...rest });

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
    expect(freely(doc({ frame: 2 }), at)).toEqual({ slices: { ...NOTHING.slices, cage: { ...AT_REST, at } }, weights: [] });
  });

  it('is another rig by its name and its coordinates, and the same in documents and rigs', () => {
    expect(rigKey(doc({ coordinates: 'green' }))).toBe(keyOf(RIG));
    expect(rigKey(doc({ coordinates: 'green', cage: 'cage 1' }))).not.toBe(keyOf(RIG));
    expect(rigKey(doc({ cage: 'cage 1' }, { method: 'meshik' }))).toBe(rigKey({ ...NOTHING, method: 'meshik' }));
  });

  it('lets handles hold at rest where they did not pull when another cage is taken', () => {
    const handle: Handle = { id: 1, face: 0, barycentric: [1, 0, 0], target: [9, 9, 9], pinned: false, group: null, ...FIRM };
    const model = { V: new Float32Array([1, 2, 3, 0, 0, 0, 0, 0, 0]), F: new Uint32Array([0, 1, 2]) } as unknown as Opened;
    expect(recaged({ ...NOTHING, handles: [handle] }, 'cage 1', model).handles).toEqual([handle]);
    const taken = recaged({ ...NOTHING, handles: [handle], weights: [] }, 'cage 1', model);
    expect(taken.handles![0].target).toEqual([1, 2, 3]);
    expect(taken.weights).toBeNull();
  });
});

describe('a frame of a sequence', () => {
  const cage: CageSlice = { ...AT_REST, frame: 3, edits: [{ frame: 5, moves: [0, 0, 1, 0, 0, 0], reach: 4 }], pins: [{ vertex: 1, target: [1, 2, 3] }] };

  it('gets the edit of a pull, and a second pull adds to it', () => {
    const once = kept(doc(cage), [1, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], 6, 1e-6);
    expect(once.weights).toEqual([]);
    expect(once.slices!.cage.edits).toEqual([{ frame: 3, moves: [1, 0, 0, 0, 0, 0], reach: 6 }, cage.edits[0]]);
    expect(once.slices!.cage.pins).toEqual([{ vertex: 1, target: null }]);
    const twice = kept(doc(once.slices!.cage), [1, 2, 0, 1, 1, 1], [1, 0, 0, 1, 1, 1], 9, 1e-6);
    expect(twice.slices!.cage.edits[0]).toEqual({ frame: 3, moves: [1, 2, 0, 0, 0, 0], reach: 6 });
    expect(cage.edits).toHaveLength(1);
  });

  it('gets none where nothing moved', () => {
    expect(kept(doc(cage), [1e-7, 0, 0], [0, 0, 0], 6, 1e-6).slices!.cage.edits).toBe(cage.edits);
  });

  it('is edited where a vertex is moved alone, and without a frame the cage is moved', () => {
    const points = [0, 0, 0, 1, 1, 1], places = new Map([[1, [1, 1, 3] as [number, number, number]]]);
    expect(reshaped(doc(cage), points, places, 2).slices!.cage.edits[0]).toEqual({ frame: 3, moves: [0, 0, 0, 0, 0, 2], reach: 2 });
    expect(reshaped(doc({ ...cage, frame: null }), points, places, 2).slices!.cage).toMatchObject({ at: [0, 0, 0, 1, 1, 3], edits: cage.edits });
  });

  it('is shown without a pull, and pulled on as soon as handles or pins decide', () => {
    const shown = doc({}, scrubbed(doc({ ...cage, at: [1] }), 7));
    expect(shown.slices.cage).toMatchObject({ frame: 7, at: null });
    expect(pulls(shown)).toBe(false);
    expect(pulls({ ...shown, weights: null })).toBe(true);
    expect(pulls({ ...shown, ...sliced(shown, 'cage', { pins: [] }), weights: null })).toBe(false);
  });

  it('takes new targets of pins in place of the old ones', () => {
    expect(pinned(cage, new Map([[1, null], [0, [1, 1, 1]]]))).toEqual([{ vertex: 1, target: null }, { vertex: 0, target: [1, 1, 1] }]);
  });

  it('has less of an edit the farther away it is, as the library says', () => {
    expect(falloff(5, 1, 2)).toEqual([0.5, 1, 0.5, 0, 0]);
    expect(falloff(3, 0, 3)[1]).toBeCloseTo(0.7407407407, 9);
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
