import { expect, it } from 'vitest';
import { arranged, readScale, scaleFor } from '../src/state/uiscale';

it('is what was chosen, from 75 to 150, as far as the window has room', () => {
  expect([75, 100, 150].map((percent) => scaleFor(percent, 1280))).toEqual([0.75, 1, 1.5]);
  expect([10, 999].map((percent) => scaleFor(percent, 1280))).toEqual([0.75, 1.5]);
  expect(scaleFor(150, 390)).toBeCloseTo(390 / 360);
  expect([scaleFor(100, 320), scaleFor(75, 320)]).toEqual([1, 0.75]);
});

it('arranges the page by the width that panels have for themselves', () => {
  expect(arranged(1280, 1)).toEqual({ classes: { 'under-1200': false, 'under-1100': false, 'under-900': false, 'under-600': false }, narrow: false });
  expect(arranged(1280, 1.5)).toEqual({ classes: { 'under-1200': true, 'under-1100': true, 'under-900': true, 'under-600': false }, narrow: true });
  expect(arranged(1000, 0.75).narrow).toBe(false);
});

it('is the usual one where nothing of the kind was kept', () => {
  expect(['125', null, 'x', '7'].map(readScale)).toEqual([125, 100, 100, 100]);
});
