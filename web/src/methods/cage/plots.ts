/** Where frames are in a plot, in pixels. */

export const WIDTH = 288, HEIGHT = 44, RIM = 4;

/** The place of a frame among so many. */
export function xOf(frame: number, frames: number): number {
  return RIM + (frame / Math.max(1, frames - 1)) * (WIDTH - 2 * RIM);
}

/** A line through shares from 0 to 1, one for each frame, as the points of a polyline. */
export function lineOf(shares: readonly number[]): string {
  return shares.map((share, i) => `${xOf(i, shares.length).toFixed(1)},${(HEIGHT - RIM - share * (HEIGHT - 2 * RIM)).toFixed(1)}`).join(' ');
}
