import { expect, test } from 'vitest';
import { apart, cellOf, facing, handlesOf, presetOf, snapped, turnOnto } from '../src/state/places';
import { FIRM } from '../src/state/pins';
import { length, minus, turned, type Vector } from '../src/state/vectors';
import type { Handle } from '../src/wire/messages';

const handle = (id: number, target: Vector, rest: Partial<Handle> = {}): Handle => ({ id, face: 0, barycentric: [1, 0, 0], target, pinned: false, group: null, ...FIRM, ...rest });
const near = (found: readonly number[], wanted: readonly number[]): void => { found.forEach((value, i) => { expect(value).toBeCloseTo(wanted[i], 9); }); };
const by = (turn: Vector, point: Vector): Vector => (length(turn) === 0 ? point : turned(point, [0, 0, 0], turn.map((value) => value / length(turn)) as Vector, length(turn)));

test('a handle snaps to the grid only along the axes that it went, and to the floor only where it is near', () => {
  const room = { diagonal: 10, up: 'y' as const, height: 0.07 }, none = { grid: false, floor: false, vertices: false, props: false };
  expect(cellOf(10)).toBe(0.2);
  near(snapped([1.13, 3.01, 0.05], [0.4, 3.01, 0.05], { ...none, grid: true }, room), [1.2, 3.01, 0.05]);
  near(snapped([1.13, 0.2, 0], [1.13, 2, 0], { ...none, floor: true }, room), [1.13, 0.07, 0]);
  near(snapped([1.13, 0.5, 0], [1.13, 2, 0], { ...none, floor: true }, room), [1.13, 0.5, 0]);
  near(snapped([1.13, 0.2, 0], [1.13, 2, 0], none, room), [1.13, 0.2, 0]);
});

test('the turn onto a direction takes one to the other, also straight back', () => {
  const ways: [Vector, Vector][] = [[[1, 0, 0], [0, 0, 2]], [[1, 2, 3], [-1, 0.5, 0.2]], [[0, 1, 0], [0, -3, 0]], [[2, 0, 0], [-1, 0, 0]], [[1, 1, 0], [2, 2, 0]]];
  for (const [from, to] of ways) near(by(turnOnto(from, to), from).map((value) => value / length(from)), to.map((value) => value / length(to)));
});

test('what looks at a handle turns with the direction to it, and only that', () => {
  const before = [handle(1, [0, 0, 0], { turn: [0, 0, 0], looks: 2 }), handle(2, [1, 0, 0]), handle(3, [0, 0, 0], { turn: [0, 0, 0] })];
  const after = facing(before, [before[0], { ...before[1], target: [0, 2, 0] }, before[2]]);
  near(after[0].turn!, [0, 0, Math.PI / 2]);
  expect(after[2]).toBe(before[2]);
});

test('the second of two handles goes to a distance from the first, along the line through both', () => {
  const handles = [handle(1, [1, 0, 0]), handle(2, [1, 3, 4])];
  const moved = apart(handles, handles[0], handles[1], 10);
  expect(moved[0]).toBe(handles[0]);
  near(moved[1].target, [1, 6, 8]);
  expect(length(minus(moved[1].target, moved[0].target))).toBeCloseTo(10, 9);
});

test('a set of handles comes back where the surface is, and looks at what it looked at', () => {
  const handles = [handle(4, [9, 9, 9], { looks: 7, name: 'nose', turn: [0, 0, 1] }), handle(7, [8, 8, 8], { pinned: true, barycentric: [0, 1, 0] })];
  const taken = handlesOf(presetOf(handles), [0, 0, 0, 1, 2, 3, 5, 5, 5], [0, 1, 2]);
  expect(taken).toEqual([{ ...handles[0], id: 1, looks: 2, target: [0, 0, 0] }, { ...handles[1], id: 2, target: [1, 2, 3] }]);
});
