import { expect, test } from 'vitest';

import { covers, hintAt, hintSide } from '../src/tools/hintplace';

const size = { width: 900, height: 600 }, middle = { x: 450, y: 300 };

test('the words stand outside of a hand that is lowered', () => {
  expect(hintSide({ x: 700, y: 250 }, { x: 705, y: 350 }, middle, size)).toBe('right');
  expect(hintSide({ x: 200, y: 250 }, { x: 195, y: 350 }, middle, size)).toBe('left');
});

test('the words stand above a hand that is pulled outward, not on the arm', () => {
  expect(hintSide({ x: 200, y: 250 }, { x: 150, y: 262 }, middle, size)).toBe('above');
});

test('the words stay in the viewport', () => {
  expect(hintSide({ x: 450, y: 20 }, { x: 380, y: 60 }, middle, size)).toBe('right');
  expect(hintSide({ x: 880, y: 250 }, { x: 880, y: 350 }, middle, size)).not.toBe('right');
});

test('a box covers what lies in it and near it', () => {
  const box = { left: 10, top: 20, width: 100, height: 50 };
  expect(covers(box, { x: 60, y: 40 }, 0)).toBe(true);
  expect(covers(box, { x: 120, y: 40 }, 0)).toBe(false);
  expect(covers(box, { x: 120, y: 40 }, 24)).toBe(true);
});

test('above a handle near the side of the viewport the words move inward', () => {
  expect(hintAt({ x: 10, y: 300 }, 'above', 300).x).toBeGreaterThan(40);
  expect(hintAt({ x: 295, y: 300 }, 'below', 300).x).toBeLessThan(260);
  expect(hintAt({ x: 10, y: 300 }, 'right', 300)).toEqual({ x: 10, y: 300 });
});
