/** Which buttons move the camera, as Blender's and Maya's users know them. */

import type { Preset } from '../state/state';

export type Travel = 'orbit' | 'pan' | 'zoom';

export interface Press {
  readonly button: number;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
}

const LEFT = 0, MIDDLE = 1, RIGHT = 2;

/** What a press of a button begins, or null if it belongs to the tool. */
export function travel(press: Press, preset: Preset): Travel | null {
  if (press.button === LEFT && press.altKey) return press.shiftKey ? 'pan' : 'orbit';
  if (preset === 'maya') {
    if (press.button === MIDDLE) return 'pan';
    return press.button === RIGHT ? (press.altKey ? 'zoom' : 'orbit') : null;
  }
  if (press.button === MIDDLE) return press.shiftKey ? 'pan' : press.ctrlKey ? 'zoom' : 'orbit';
  return press.button === RIGHT ? 'pan' : null;
}

/** The factor of the distance for a turn of the wheel, the same for mice and track pads. */
export function wheelFactor(event: { deltaY: number; deltaMode: number; ctrlKey: boolean }): number {
  const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1);
  return Math.exp(Math.max(-240, Math.min(240, pixels)) * (event.ctrlKey ? 0.01 : 0.0015));
}
