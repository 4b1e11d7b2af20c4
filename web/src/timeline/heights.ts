/** Values on the screen, and parts of a range that are seen larger. Pure functions. */

import type { Piece } from '../state/curves';

/** Values from low, at the bottom, to high, at the top, over a height in pixels. */
export interface Heights {
  readonly low: number;
  readonly high: number;
  readonly height: number;
}

/** Pixels that are free above and below the curves. */
const RIM = 16;
/** Pixels between two lines at least. */
const APART = 26;

export function perPixel({ low, high, height }: Heights): number {
  return (high - low) / Math.max(1, height - 2 * RIM);
}

export function yOf(heights: Heights, value: number): number {
  return heights.height - RIM - (value - heights.low) / perPixel(heights);
}

export function valueOf(heights: Heights, y: number): number {
  return heights.low + (heights.height - RIM - y) * perPixel(heights);
}

/** Low and high so that all pieces are seen, handles too; a flat curve lies in the middle. */
export function fitted(pieces: readonly Piece[], single: readonly number[]): { low: number; high: number } {
  const values = [...pieces.flatMap(({ points, step }) => (step ? [points[0], points[3]] : points).map(([, value]) => value)), ...single];
  if (values.length === 0) return { low: -1, high: 1 };
  const low = values.reduce((least, value) => Math.min(least, value)), high = values.reduce((most, value) => Math.max(most, value));
  const room = high - low > 1e-9 * Math.max(1, Math.abs(high)) ? 0 : Math.max(0.5 * Math.abs(high), 0.1);
  return { low: low - room, high: high + room };
}

/** Values with a line, at round numbers, and with how many decimals they are told. */
export function lines(heights: Heights): { values: number[]; decimals: number } {
  const least = APART * perPixel(heights), power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least)!;
  const from = Math.ceil(valueOf(heights, heights.height) / step), to = Math.floor(valueOf(heights, 0) / step);
  return { values: Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => (from + i) * step), decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

/** A range with what lies at `at` held still, larger or smaller by a factor. */
export function zoomed<R extends { readonly low: number; readonly high: number }>(range: R, at: number, factor: number): R {
  return { ...range, low: at + (range.low - at) * factor, high: at + (range.high - at) * factor };
}
