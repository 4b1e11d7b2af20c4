import { describe, expect, it } from 'vitest';
import { grasp, pressureOf, steadied, wheelMeans } from '../src/tools/fingers';

const PAIR = [{ x: 100, y: 100 }, { x: 200, y: 100 }];

describe('fingers', () => {
  it('that go the same way shift the picture and change no size', () => {
    expect(grasp(PAIR, PAIR.map(({ x, y }) => ({ x: x + 30, y: y - 10 })))).toEqual({ dx: 30, dy: -10, middle: { x: 180, y: 90 }, factor: 1 });
  });

  it('that spread to the double bring the camera to half the distance', () => {
    const { dx, dy, factor } = grasp(PAIR, [{ x: 50, y: 100 }, { x: 250, y: 100 }]);
    expect([dx, dy, factor]).toEqual([0, 0, 0.5]);
  });

  it('that nearly touch say nothing about size', () => {
    expect(grasp(PAIR, [{ x: 150, y: 100 }, { x: 151, y: 100 }]).factor).toBe(1);
  });

  it('of any number have one middle', () => {
    expect(grasp([...PAIR, { x: 150, y: 250 }], [...PAIR, { x: 150, y: 280 }]).dy).toBe(10);
  });
});

it('what is seen at a place stays there when the distance changes', () => {
  const lens = { width: 800, height: 600 }, at = { x: 700, y: 150 };
  for (const factor of [0.5, 1, 3]) {
    // A point seen at `at` is seen so far from the middle after the change, and then is shifted.
    const seen = { x: 400 + (at.x - 400) / factor, y: 300 + (at.y - 300) / factor };
    const { dx, dy } = steadied(at, factor, lens);
    expect(seen.x + dx).toBeCloseTo(at.x);
    expect(seen.y + dy).toBeCloseTo(at.y);
  }
});

it('a pen paints the larger the harder it is pressed, and all others wholly', () => {
  const pen = [0, 0.5, 1].map((pressure) => pressureOf({ pointerType: 'pen', pressure }));
  expect(pen[2]).toBe(1);
  expect(pen[0]).toBeGreaterThan(0);
  expect(pen[0]).toBeLessThan(pen[1]);
  expect(pressureOf({ pointerType: 'mouse', pressure: 0.5 })).toBe(1);
  expect(pressureOf({ pointerType: 'touch', pressure: 0 })).toBe(1);
});

it('the wheel zooms, pinches with Ctrl, pans with Shift and turns with Alt', () => {
  const keys = { ctrlKey: false, shiftKey: false, altKey: false };
  expect([keys, { ...keys, ctrlKey: true }, { ...keys, shiftKey: true }, { ...keys, altKey: true }].map(wheelMeans)).toEqual(['zoom', 'pinch', 'pan', 'orbit']);
});
