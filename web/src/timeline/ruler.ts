/** Frames on the screen: where they are, and which are named. Pure functions. */

/** Frames from first to last over a width in pixels, with a rim at either end. */
export interface Ruler {
  readonly first: number;
  readonly last: number;
  readonly width: number;
}

/** Pixels beside the first frame and the last. */
export const RIM = 14;
/** Pixels that a named frame has at least. */
const NAMED = 44;
/** Pixels between two ticks at least. */
const TICK = 5;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

export function perFrame({ first, last, width }: Ruler): number {
  return Math.max(width - 2 * RIM, 1) / Math.max(last - first, 1);
}

export function xOf(ruler: Ruler, frame: number): number {
  return RIM + (frame - ruler.first) * perFrame(ruler);
}

/** The frame nearest to a place, within the ruler. */
export function frameAt(ruler: Ruler, x: number): number {
  const frame = Math.round(ruler.first + (x - RIM) / perFrame(ruler));
  return Math.min(Math.floor(ruler.last), Math.max(Math.ceil(ruler.first), frame));
}

/** Frames with a tick, and whether each has its number beside it. */
export function ticks(ruler: Ruler): { frame: number; named: boolean }[] {
  const pixels = perFrame(ruler);
  const step = (least: number): number => STEPS.find((one) => one * pixels >= least) ?? STEPS.at(-1)!;
  const fine = step(TICK), coarse = step(NAMED);
  const found = [];
  for (let frame = Math.ceil(ruler.first / fine) * fine; frame <= ruler.last; frame += fine) found.push({ frame, named: frame % coarse === 0 });
  return found;
}

/** The frames of ghosts: so many before and after, so far apart, within the range. */
export function ghostFrames(frame: number, { count, step }: { count: number; step: number }, first: number, last: number): { frame: number; before: boolean; near: number }[] {
  const found = [];
  for (let near = 1; near <= count; near++) {
    for (const before of [true, false]) {
      const at = frame + (before ? -near : near) * step;
      if (at >= first && at <= last) found.push({ frame: at, before, near: 1 - (near - 1) / count });
    }
  }
  return found;
}

/** The frame after so many seconds of playing from a frame on, and whether it has come to the end; frames are dropped, time is not. */
export function playedFrame(from: number, seconds: number, fps: number, range: { first: number; last: number }, loop: boolean): { frame: number; over: boolean } {
  const count = range.last - range.first + 1;
  const gone = Math.floor(seconds * fps + 1e-6) + Math.min(Math.max(from, range.first), range.last) - range.first;
  if (loop) return { frame: range.first + (gone % count), over: false };
  return { frame: range.first + Math.min(gone, count - 1), over: gone >= count };
}
