/** What several fingers on the screen, a track pad's pinch and a pen say. Pure functions. */

import type { Place } from './lens';

/** Fingers nearer to their middle than this, in pixels, say nothing about size. */
const TOGETHER = 4;
/** The share of the brush that a pen paints with which hardly touches. */
const LIGHTEST = 0.25;

/** How far the middle of all fingers went, where it is, and by which factor the camera's distance changes. */
export interface Grasp {
  readonly dx: number;
  readonly dy: number;
  readonly middle: Place;
  readonly factor: number;
}

/** What a movement of fingers means, each at its place in both lists. */
export function grasp(before: readonly Place[], after: readonly Place[]): Grasp {
  const from = middleOf(before), middle = middleOf(after);
  const spans = [spanOf(before, from), spanOf(after, middle)];
  return { dx: middle.x - from.x, dy: middle.y - from.y, middle, factor: Math.min(...spans) < TOGETHER ? 1 : spans[0] / spans[1] };
}

/** How far, in pixels, the picture must be shifted after a change of the distance so that what is seen at a place stays there. */
export function steadied(at: Place, factor: number, { width, height }: { readonly width: number; readonly height: number }): { dx: number; dy: number } {
  return { dx: (at.x - width / 2) * (1 - 1 / factor), dy: (at.y - height / 2) * (1 - 1 / factor) };
}

/** The share of the brush's radius that a press paints with: the whole of it, unless it is a pen's. */
export function pressureOf({ pointerType, pressure }: Pick<PointerEvent, 'pointerType' | 'pressure'>): number {
  return pointerType === 'pen' ? LIGHTEST + (1 - LIGHTEST) * Math.min(1, Math.max(0, pressure)) : 1;
}

/** What a turn of the wheel, or two fingers on a track pad, do; browsers report a pinch there with Ctrl. */
export function wheelMeans({ ctrlKey, shiftKey, altKey }: Pick<WheelEvent, 'ctrlKey' | 'shiftKey' | 'altKey'>): 'pinch' | 'pan' | 'orbit' | 'zoom' {
  if (ctrlKey) return 'pinch';
  return shiftKey ? 'pan' : altKey ? 'orbit' : 'zoom';
}

function middleOf(fingers: readonly Place[]): Place {
  const sum = fingers.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / fingers.length, y: sum.y / fingers.length };
}

function spanOf(fingers: readonly Place[], middle: Place): number {
  return fingers.reduce((sum, { x, y }) => sum + Math.hypot(x - middle.x, y - middle.y), 0) / fingers.length;
}
