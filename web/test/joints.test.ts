import { describe, expect, it } from 'vitest';
import { glyph } from '../src/methods/joints/glyphs';
import { reach } from '../src/methods/joints/reach';
import { tinted } from '../src/methods/joints/colours';
import { apart } from '../src/methods/joints/explosion';
import type { JointView, MechanismView, MotionView } from '../src/methods/joints/messages';
import { NOTHING } from '../src/methods/start';
import { carried, corrected, edit, jointName, limitOf, limitText, motionWords, tiltedFrame, uncarried, valueWords } from '../src/methods/joints/mechanism';
import { ranPositions } from '../src/methods/joints/running';
import { shownReach, swinging, swung, valueAt } from '../src/methods/joints/swing';
import type { Lens } from '../src/tools/lens';

const TURN: MotionView = { turns: true, row: 0, low: -Math.PI / 2, high: null, value: null };
const SLIDE: MotionView = { turns: false, row: 0, low: 0, high: 0.25, value: null };
const JOINT: JointView = { a: 0, b: 1, kind: 'cylinder', name: '', origin: [1, 0, 0], frame: [0, 0, 1, 1, 0, 0, 0, 1, 0], motions: [TURN, SLIDE], confidence: 1, bodies: [1, 0] };
/** x and y of the model are those of the screen, −1 to 1 over 200 pixels; z is the depth. */
const LENS: Lens = { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], inverse: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], width: 200, height: 200 };
/** The second control turns by a quarter about z, and lifts by 1. */
const PALETTE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1];

describe('edits', () => {
  it('are appended, and say only what they change', () => {
    const first = corrected(NOTHING, edit('remove', { joint: 2 }));
    const both = corrected({ ...NOTHING, ...first }, edit('kind', { joint: 1, kind: 'ball' }));
    expect(both.slices.joints.edits.map(({ change, joint, kind }) => [change, joint, kind])).toEqual([['remove', 2, null], ['kind', 1, 'ball']]);
    expect(NOTHING.slices.joints.edits).toEqual([]);
  });
});

describe('words', () => {
  it('give turns in degrees and slides in shares of the model', () => {
    expect(valueWords(TURN, Math.PI / 3, 2)).toBe('60°');
    expect(valueWords(TURN, -0.02, 2)).toBe('-1.1°');
    expect(valueWords(TURN, -1e-9, 2)).toBe('0°');
    expect(valueWords(SLIDE, 0.1, 2)).toBe('5.0%');
  });

  it('number motions of one sort', () => {
    expect([TURN, SLIDE, TURN].map((_, i, all) => motionWords(all, i))).toEqual(['Turn', 'Slide', 'Turn 2']);
  });

  it('name a joint by its parts', () => {
    const components = [{ name: 'base', cells: null }, { name: 'arm', cells: 3 }];
    expect(jointName({ components, joints: [], doubtful: 0.9, missing: '' }, JOINT)).toBe('base – arm');
  });
});

describe('limits', () => {
  it('come back from the field as they were shown', () => {
    expect(limitText(TURN, TURN.low)).toBe('-90');
    expect(limitOf(TURN, '-90')).toBeCloseTo(-Math.PI / 2, 12);
    expect(limitText(SLIDE, 0.25)).toBe('0.25');
    expect(limitOf(SLIDE, '0.25')).toBe(0.25);
  });

  it('are open where the field is empty, and undefined where it is no number', () => {
    expect(limitText(TURN, null)).toBe('');
    expect(limitOf(TURN, ' ')).toBeNull();
    expect(limitOf(TURN, 'far')).toBeUndefined();
  });
});

describe('joints on the screen', () => {
  it('follow the part that carries them', () => {
    expect(carried(PALETTE, 1, [1, 0, 0])).toEqual([0, 1, 1]);
    expect(carried(null, 1, [1, 0, 0])).toEqual([1, 0, 0]);
    expect(glyph(LENS, JOINT, PALETTE, [0, 0], false).at).toEqual({ x: 100, y: 0 });
    expect(glyph(LENS, JOINT, null, [0, 0], false).at).toEqual({ x: 200, y: 100 });
  });

  it('show an arc from the lowest to the highest angle', () => {
    const bounded = { ...JOINT, motions: [{ ...TURN, low: 0, high: Math.PI / 2 }] };
    const corners = glyph(LENS, bounded, null, [0], false).limits.slice(1).split('L').map((pair) => pair.split(' ').map(Number));
    const [first, last] = [corners[0], corners.at(-1)!];
    // Rows 2 and 3 of the frame are x and y: from the right of the origin to above it.
    expect(first[0]).toBeGreaterThan(210);
    expect(first[1]).toBeCloseTo(100, 6);
    expect(last[0]).toBeCloseTo(200, 6);
    expect(last[1]).toBeLessThan(90);
  });

  it('have no axis where they are fixed or turn every way', () => {
    const every = [0, 1, 2].map((row) => ({ ...TURN, row }));
    for (const [kind, motions] of [['fixed', []], ['ball', every]] as const) expect(glyph(LENS, { ...JOINT, kind, motions: [...motions] }, null, [], false).axis).toBe('');
  });
});

describe('parts', () => {
  const V = new Float32Array([0, 0, 0, 1, 0, 0, 4, 2, 0, 5, 2, 0]);
  const component = new Uint16Array([0, 0, 1, 1]);

  it('move apart as wholes, and nothing below the floor', () => {
    const far = apart(V, component, 'y');
    const way = (vertex: number): number[] => [0, 1, 2].map((axis) => far[3 * vertex + axis] - V[3 * vertex + axis]);
    expect(way(0)[0]).toBeCloseTo(way(1)[0], 5);
    expect(way(2)[0]).toBeCloseTo(way(3)[0], 5);
    expect(way(2)[0]).toBeGreaterThan(0);
    expect(way(0)[0]).toBeLessThan(0);
    expect(way(0)[1]).toBe(0);
    expect(way(2)[1]).toBeGreaterThan(0);
    expect(apart(V, component, 'z').at(2)).toBe(0);
  });

  it('have colours of their own, and the selected one the strongest', () => {
    const plain = tinted(component, [], [200, 200, 200]), chosen = tinted(component, [1], [200, 200, 200]);
    const distance = (rgb: Uint8Array, vertex: number): number => Math.hypot(...[0, 1, 2].map((axis) => rgb[3 * vertex + axis] - 200));
    expect([...plain.slice(0, 3)]).toEqual([...plain.slice(3, 6)]);
    expect([...plain.slice(0, 3)]).not.toEqual([...plain.slice(6, 9)]);
    expect(distance(chosen, 2)).toBeGreaterThan(distance(plain, 2));
    expect(distance(chosen, 0)).toBeLessThan(distance(plain, 0));
  });
});

describe('the reach of a ball', () => {
  const turn = (row: number, low: number | null, high: number | null): MotionView => ({ turns: true, value: null, row, low, high });
  /** The angle from the axis, at a share of the way round from y over z. */
  const angleAt = (rim: readonly (readonly number[])[], share: number): number => Math.acos(rim[Math.round(share * (rim.length - 1))][0]);

  it('is null where nothing stops the axis', () => {
    expect(reach([turn(0, -1, 1), turn(1, null, null), turn(2, null, null)])).toBeNull();
  });

  it('ends where the limits of its second and third turn are, with the first at rest', () => {
    const rim = reach([turn(0, 0, 0), turn(1, -0.3, 0.5), turn(2, -0.2, 0.4)])!;
    // Towards y the third turn is positive; towards z the second is negative.
    expect([0, 0.25, 0.5, 0.75].map((share) => angleAt(rim, share))).toEqual([0.4, 0.3, 0.2, 0.5].map((value) => expect.closeTo(value, 6) as number));
    for (const [x, y, z] of rim) {
      const c = Math.asin(y), b = Math.atan2(-z, x);
      expect(Math.max((c - 0.4), (-0.2 - c), (b - 0.5), (-0.3 - b))).toBeCloseTo(0, 6);
    }
  });

  it('is a round cone where nothing stops the first turn: as far as the corner of the other two', () => {
    const rim = reach([turn(0, null, null), turn(1, -0.4, 0.4), turn(2, -0.4, 0.4)])!;
    const angles = rim.map(([x]) => Math.acos(x));
    expect(Math.max(...angles) - Math.min(...angles)).toBeLessThan(1e-9);
    expect(angles[0]).toBeCloseTo(Math.acos(Math.cos(0.4) ** 2), 2);
  });

  it('is drawn as a cone around the axis, with a stroke where the axis is now', () => {
    const ball: JointView = { ...JOINT, kind: 'ball', origin: [0, 0, 0], motions: [turn(0, null, null), turn(1, -0.4, 0.4), turn(2, -0.4, 0.4)], bodies: [0, 1], frame: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
    const drawn = glyph(LENS, ball, PALETTE, [0, 0, 0], false);
    // The second control turns x to y, which is up on the screen.
    const [from, to] = [...drawn.value.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map((match) => [Number(match[1]), Number(match[2])]);
    expect(from).toEqual([100, 100]);
    expect([to[0], Math.sign(to[1] - 100)]).toEqual([100, -1]);
    expect(drawn.limits.split('M')).toHaveLength(6);
    expect(drawn.axis).toBe('');
  });
});

describe('a joint that its gizmo moves', () => {
  it('is taken back to rest by the part that carries it', () => {
    for (const body of [0, 1]) expect(uncarried(PALETTE, body, carried(PALETTE, body, [0.3, -2, 5]))).toEqual([0.3, -2, 5].map((value) => expect.closeTo(value, 9) as number));
    expect(uncarried(null, 0, [1, 2, 3])).toEqual([1, 2, 3]);
  });

  it('turns its frame no farther than its axis', () => {
    const frame = tiltedFrame([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 1]);
    expect(frame).toEqual([0, 0, 1, 0, 1, 0, -1, 0, 0].map((value) => expect.closeTo(value, 12) as number));
    expect(tiltedFrame(frame, [0, 0, 1])).toEqual(frame.map((value) => expect.closeTo(value, 12) as number));
  });
});

describe('a swinging joint', () => {
  const fixed: MechanismView['joints'][number] = { ...JOINT, kind: 'revolute', motions: [TURN] };
  const chain: MechanismView = { components: [0, 1, 2].map((part) => ({ name: `${part}`, cells: null })), joints: [{ ...fixed, a: 0, b: 1 }, { ...fixed, a: 1, b: 2 }], doubtful: 0.9, missing: '' };

  it('takes along what hangs on its lighter side, and one part alone in a loop', () => {
    expect(swinging(chain, 0, [0, 0, 0, 1, 2])).toEqual({ parts: new Set([1, 2]), side: 'b' });
    expect(swinging(chain, 1, [0, 1, 2, 2, 2])).toEqual({ parts: new Set([1, 0]), side: 'a' });
    const loop = { ...chain, joints: [...chain.joints, { ...fixed, a: 2, b: 0 }] };
    expect(swinging(loop, 0, [0, 0, 1, 2])).toEqual({ parts: new Set([1]), side: 'b' });
  });

  it('goes from rest to both ends and back, one motion after another', () => {
    const limits = shownReach(TURN, 2);
    expect(limits).toEqual([-Math.PI / 2, Math.PI / 6]);
    expect(valueAt([TURN, SLIDE], 0, 2)?.value).toBeCloseTo(0);
    expect(valueAt([TURN, SLIDE], 0.6, 2)?.value).toBeCloseTo(limits[1]);
    expect(valueAt([TURN, SLIDE], 1.8, 2)?.value).toBeCloseTo(limits[0]);
    expect(valueAt([TURN, SLIDE], 3, 2)).toEqual({ motion: SLIDE, value: 0.25 });
    expect(valueAt([], 1, 2)).toBeNull();
  });

  it('turns the vertices of its side about the axis, whichever side that is, and no others', () => {
    const V = Float32Array.from([2, 0, 0, 2, 0, 0]), at = { motion: TURN, value: Math.PI / 2 };
    const ahead = swung(V, [0, 1], { parts: new Set([1]), side: 'b' }, JOINT, at, null);
    const back = swung(V, [0, 1], { parts: new Set([0]), side: 'a' }, JOINT, at, null);
    [[2, 0, 0, 1, 1, 0], [1, -1, 0, 2, 0, 0]].forEach((wanted, i) => { wanted.forEach((value, k) => { expect([ahead, back][i][k]).toBeCloseTo(value, 6); }); });
  });
});

describe('a simulation', () => {
  it('has each part where its own motion of the frame takes it', () => {
    const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], turn = PALETTE.slice(12);
    expect([...ranPositions([1, 2, 3, 1, 0, 0], [0, 1], [...still, ...still, ...still, ...turn], 1, 2)]).toEqual([1, 2, 3, 0, 1, 1]);
  });
});
