/** Where the words of the first hint stand, so that they hide neither the model nor the arrow. */

import type { Place } from './lens';

export type Side = 'right' | 'left' | 'above' | 'below';

const SIDES: readonly (readonly [Side, number, number])[] = [['right', 1, 0], ['left', -1, 0], ['above', 0, -1], ['below', 0, 1]];
/** The words and their tip in pixels, half the words, and how much hiding the model counts against hiding the arrow. */
const WIDE = 110, HIGH = 50, HALF = 42, MODEL = 0.5;
/** The cosine up to which the words stand off a direction. */
const OFF = 0.2;

/** The side of a handle `at` for the words: off the way to the arrow's end and to the middle of the model, in the viewport. */
export function hintSide(at: Place, to: Place, middle: Place, size: { readonly width: number; readonly height: number }): Side {
  const arrow = unit(at, to), body = unit(at, middle);
  const cost = ([, dx, dy]: (typeof SIDES)[number]): number => {
    const x = at.x + dx * WIDE, y = at.y + dy * HIGH;
    const outside = x < 0 || y < 0 || x > size.width || y > size.height;
    return Math.max(0, dx * arrow.x + dy * arrow.y - OFF) + MODEL * Math.max(0, dx * body.x + dy * body.y - OFF) + (outside ? 2 : 0);
  };
  return SIDES.reduce((best, side) => (cost(side) < cost(best) - 1e-9 ? side : best))[0];
}

/** Where the words stand: above and below a handle near the side of the viewport they move inward. */
export function hintAt(at: Place, side: Side, width: number): Place {
  return side === 'right' || side === 'left' ? at : { x: Math.min(Math.max(at.x, HALF), width - HALF), y: at.y };
}

function unit(from: Place, to: Place): Place {
  const x = to.x - from.x, y = to.y - from.y, far = Math.hypot(x, y) || 1;
  return { x: x / far, y: y / far };
}

/** Whether a box on the screen, widened by some pixels, holds a place. */
export function covers(box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }, at: Place, margin: number): boolean {
  return at.x > box.left - margin && at.x < box.left + box.width + margin && at.y > box.top - margin && at.y < box.top + box.height + margin;
}
