import { expect, test } from 'vitest';
import { besideModel, cornersOf, inScene, lowest, type PropShape } from '../src/state/props';
import type { Prop } from '../src/wire/messages';

/** A block 2 wide, 1 high, 4 deep on its origin. */
const BLOCK: PropShape = { title: 'Box', V: Float32Array.of(-1, 0, -2, 1, 0, -2, 1, 0, 2, -1, 1, 2), F: Uint32Array.of(0, 1, 2, 0, 2, 3) };
const MODEL = { V: Float32Array.of(0, 0, 0, 3, 4, 0), diagonal: 5 };
const PROP: Prop = { id: 1, name: 'Box', shape: 'block', at: [10, 1, 0], turn: [0, 0, 0], scale: 1, hidden: false };

const near = (a: readonly number[], b: readonly number[]): void => { a.forEach((value, i) => { expect(value).toBeCloseTo(b[i], 9); }); };

test('a point of a prop is scaled, turned about its origin, and moved', () => {
  near(inScene({ ...PROP, turn: [0, Math.PI / 2, 0], scale: 2 }, [1, 1, 0]), [10, 3, -2]);
});

test('the lowest point of a prop that lies on its side is its lowest corner', () => {
  expect(lowest({ ...PROP, turn: [0, 0, Math.PI / 2] }, BLOCK, 'y')).toBeCloseTo(0, 9);
  expect(lowest(PROP, BLOCK, 'z')).toBeCloseTo(-2, 9);
});

test('a new prop stands on the floor beside the model and beside those that are there, with a name of its own', () => {
  const shapes = new Map([['block', BLOCK]]), floor = { up: 'y' as const, height: -0.5 };
  const first = besideModel({ props: [] }, shapes, MODEL, 'block', floor);
  near(first.at, [3 + 0.06 * 5 + 1, -0.5, 0]);
  const second = besideModel({ props: [first] }, shapes, MODEL, 'block', floor);
  expect(Math.min(...cornersOf(second, BLOCK).map(([x]) => x))).toBeGreaterThan(Math.max(...cornersOf(first, BLOCK).map(([x]) => x)));
  expect([first.name, second.name, second.id]).toEqual(['Box', 'Box 2', 2]);
});

test('what comes in other units is made as large as the model', () => {
  const large: PropShape = { ...BLOCK, V: BLOCK.V.map((value) => 100 * value) };
  const prop = besideModel({ props: [] }, new Map([['large', large]]), MODEL, 'large', { up: 'y', height: 0 });
  const corners = cornersOf(prop, large), size = [0, 1, 2].map((axis) => Math.max(...corners.map((at) => at[axis])) - Math.min(...corners.map((at) => at[axis])));
  expect(Math.hypot(...size)).toBeCloseTo(MODEL.diagonal, 6);
});
