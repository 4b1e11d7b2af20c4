import { describe, expect, it } from 'vitest';
import { FIRM } from '../src/state/pins';
import { pointOn } from '../src/state/document';
import { Mirror, mirroredPoints } from '../src/state/mirror';
import { joined, led, mirroredShape, mixed, onShape, replaced, shapeOf } from '../src/state/poses';
import { poseOfText, poseText } from '../src/state/posetext';
import { UNKEYED } from '../src/state/timeline';
import { followed, twinsOf } from '../src/state/twins';
import type { Opened } from '../src/state/state';
import type { Vector } from '../src/state/vectors';
import type { Handle } from '../src/wire/messages';

/** Two triangles that are each other's images across x = 0, and one between them that is its own. */
const V = new Float32Array([-2, 0, 0, -1, 0, 0, -1, 1, 0, 2, 0, 0, 1, 0, 0, 1, 1, 0, 0, 2, 0]);
const F = new Uint32Array([0, 1, 2, 4, 3, 5, 1, 4, 6]);
const MODEL = { V, F, diagonal: 4 } as Opened;
const PARTNER = [3, 4, 5, 0, 1, 2, 6];
const MIRROR = new Mirror(MODEL, PARTNER, { normal: [1, 0, 0], offset: 0 });
const REST = shapeOf(MODEL, V);

function handle(id: number, face: number, barycentric: Vector, more: Partial<Handle> = {}): Handle {
  return { id, face, barycentric, target: pointOn({ face, barycentric }, V, F), pinned: false, group: null, ...FIRM, ...more };
}

/** The vertices with the first one moved: the end of the left triangle. */
function pulled(by: Vector): Float32Array<ArrayBuffer> {
  const moved = V.slice();
  by.forEach((value, axis) => { moved[axis] += value; });
  return moved;
}

describe('the mirror', () => {
  it('finds the point across the plane, and comes back to where it began', () => {
    const at = { face: 0, barycentric: [0.5, 0.2, 0.3] as Vector }, other = MIRROR.across(at)!;
    expect(other.face).toBe(1);
    pointOn(other, V, F).forEach((value, axis) => { expect(value).toBeCloseTo(MIRROR.point(pointOn(at, V, F))[axis], 9); });
    const back = pointOn(MIRROR.across(other)!, V, F);
    back.forEach((value, axis) => { expect(value).toBeCloseTo(pointOn(at, V, F)[axis], 9); });
  });

  it('has no point across the plane where the surface has none', () => {
    const lonely = new Mirror(MODEL, PARTNER.map(() => 7), { normal: [1, 0, 0], offset: 0 });
    expect(lonely.across({ face: 0, barycentric: [1, 0, 0] })).toBeNull();
    expect(lonely.handle(handle(1, 0, [1, 0, 0]))).toBeNull();
  });

  it('turns rotations the other way about the mirrored axis', () => {
    // A point turned by r and mirrored is the mirrored point turned by the mirrored r: here about the normal, and across it.
    expect(MIRROR.turn([0.3, 0, 0])).toEqual([0.3, -0, -0]);
    expect(MIRROR.turn([0, 0.3, 0.1])).toEqual([-0, -0.3, -0.1]);
  });

  it('leaves a model at rest that is not quite symmetric', () => {
    const crooked = { ...MODEL, V: Float32Array.from(V, (value, i) => (i === 9 ? value + 0.04 : value)) } as Opened;
    const mirror = new Mirror(crooked, PARTNER, { normal: [1, 0, 0], offset: 0 }), rest = shapeOf(crooked, crooked.V);
    const place = mirroredShape(rest, mirror).place({ face: 1, barycentric: [0, 1, 0] })!;
    expect(place[0]).toBeCloseTo(2.04, 6);
  });

  it('exchanges points of a cage, and knows when they have no partners', () => {
    const rest = [-1, 0, 0, 1, 0, 0], at = [-1, 5, 0, 1, 0, 0];
    expect(mirroredPoints(MIRROR, rest, at, 4)).toEqual([-1, 0, 0, 1, 5, 0]);
    expect(mirroredPoints(MIRROR, [-1, 0, 0, 3, 0, 0], at, 4)).toBeNull();
  });
});

describe('a pose', () => {
  it('mirrored twice is the pose', () => {
    const shape = shapeOf(MODEL, pulled([0.5, 1, 2])), twice = mirroredShape(mirroredShape(shape, MIRROR), MIRROR);
    const at = { face: 0, barycentric: [0.6, 0.1, 0.3] as Vector };
    twice.place(at)!.forEach((value, axis) => { expect(value).toBeCloseTo(shape.place(at)![axis], 6); });
  });

  it('leads the chosen handles a share of the way, and no others', () => {
    const two = [handle(1, 0, [1, 0, 0]), handle(2, 1, [0, 1, 0], { target: [5, 5, 5] })], shape = shapeOf(MODEL, pulled([0, 4, 0]));
    expect(led(two, new Set([1]), shape, 0.25).map(({ target }) => target)).toEqual([[-2, 1, 0], [5, 5, 5]]);
    expect(onShape(two, shape).map(({ target }) => target)).toEqual([[-2, 4, 0], [2, 0, 0]]);
    expect(mixed([0, 0, 0, 1, 1, 1], [2, 2, 2, 3, 3, 3], 0.5, new Set([1]))).toEqual([0, 0, 0, 2, 2, 2]);
  });

  it('keeps ids and keys of handles that hold the same point, and takes its own beside them', () => {
    const mine = [handle(4, 0, [1, 0, 0]), handle(5, 2, [0, 0, 1]), handle(6, 1, [0, 1, 0])];
    const wanted = [handle(1, 0, [1, 0, 0], { target: [9, 9, 9], pinned: true }), handle(2, 1, [0, 0, 1])];
    const timeline = { ...UNKEYED, rows: [{ name: 'Handle 5', handles: [5], numbers: null, keys: [], before: 'hold' as const, after: 'hold' as const }] };
    const found = replaced({ handles: mine, timeline }, wanted, REST, MODEL);
    expect(found.map(({ id }) => id)).toEqual([4, 5, 6]);
    expect(found[0]).toMatchObject({ target: [9, 9, 9], pinned: true });
    expect(found[2]).toMatchObject({ face: 1, barycentric: [0, 0, 1] });
  });

  it('does not hold a point twice', () => {
    expect(joined([handle(1, 0, [1, 0, 0])], [handle(1, 0, [1, 0, 0]), handle(2, 1, [0, 1, 0])], MODEL).map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('both sides', () => {
  const left = handle(1, 0, [1, 0, 0]), middle = handle(2, 2, [0, 0, 1]);

  it('has the twin follow, and what lies on the plane stay there', () => {
    const twins = twinsOf([left, middle], [left, middle], MIRROR, MODEL, REST);
    expect(twins.handles.length).toBe(3);
    const moved = twins.handles.map((one) => (one.id < 3 ? { ...one, target: [one.target[0] + 1, one.target[1] + 2, one.target[2]] as Vector } : one));
    const after = followed(moved, twins);
    expect(after.map(({ target }) => target)).toEqual([[-1, 2, 0], [0, 4, 0], [1, 2, 0]]);
  });

  it('leaves a pinned twin alone', () => {
    const twin = handle(3, 1, [0, 1, 0], { pinned: true });
    expect(twinsOf([left, twin], [left], MIRROR, MODEL, REST).pairs).toEqual([]);
  });
});

describe('a pose as text', () => {
  const stance = { rig: 'elastic {}', handles: [handle(1, 0, [1, 0, 0], { turn: [0, 1, 0], slide: { on: 'line', vector: [1, 0, 0] }, weight: 0.5 })], weights: null, points: [] };

  it('comes back as it was', () => {
    expect(poseOfText(poseText({ name: 'wave', stance, V }), MODEL)).toEqual({ name: 'wave', stance, V });
  });

  it('of another mesh, or damaged, is refused in words; another text is none', () => {
    const text = poseText({ name: 'wave', stance, V });
    expect(poseOfText(poseText({ name: 'wave', stance, V: V.slice(3) }), MODEL)).toContain('6 vertices; the model has 7');
    expect(poseOfText(text.replace(/"positions":"../, '"positions":"'), MODEL)).toContain('damaged');
    expect(poseOfText('hello', MODEL)).toBeNull();
    expect(poseOfText('null', MODEL)).toBeNull();
  });

  it('loses handles that hold no point of the mesh', () => {
    const bad = { ...stance, handles: [handle(1, 0, [1, 0, 0]), { ...handle(2, 0, [1, 0, 0]), face: 99 }, { ...handle(3, 0, [1, 0, 0]), target: 'x' as unknown as Vector }] };
    expect(poseOfText(poseText({ name: 'wave', stance: bad, V }), MODEL)).toMatchObject({ stance: { handles: [{ id: 1 }] } });
  });
});
