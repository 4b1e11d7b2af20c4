/** A camera that goes around the model by itself. */

import type { Camera } from './camera';

/** Pixels of a drag per millisecond that a turntable is worth: once around in 12 seconds. */
const TURN = 2 * Math.PI / 0.008 / 12_000;
/** After a pause of so many milliseconds it goes on from where it is. */
const PAUSE = 500;

export class Turntable {
  private last = 0;

  /** Turn the camera by the time since the last picture; whether another picture is needed. */
  step(camera: Camera, now: number, on: boolean): boolean {
    const since = now - this.last;
    this.last = now;
    if (on && since < PAUSE) camera.orbit(-TURN * since, 0);
    return on;
  }
}
