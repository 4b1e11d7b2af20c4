/** Where the limits of a ball let its axis point. */

import type { Vector } from '../../state/vectors';
import type { MotionView } from './messages';

/** Corners of the rim, and steps between two of them: limits of the first turn count to half a degree or so. */
const CORNERS = 72;
const FINE = 10;
const QUARTER = Math.PI / 2;

/**
 * The rim of all directions of the axis, as unit vectors in the joint's frame, closed: the last is the first.
 * Null where nothing stops the axis.
 *
 * motions: the turns a, b, c about x, y′ and z″, of which b and c take the axis to (cos b cos c, sin c, −sin b cos c),
 * and a turns that about x: the rim is the farthest of b and c, over all a.
 */
export function reach([about, second, third]: readonly MotionView[]): Vector[] | null {
  if ([second.low, second.high, third.low, third.high].every((limit) => limit === null)) return null;
  const count = CORNERS * FINE, step = (2 * Math.PI) / count;
  const tilts = Array.from({ length: count }, (_, i) => tilt(i * step, second, third));
  const back = Math.floor(Math.min(Math.PI, -(about.low ?? -Math.PI)) / step), ahead = Math.floor(Math.min(Math.PI, about.high ?? Math.PI) / step);
  const round = back + ahead >= count ? Math.max(...tilts) : null;
  return Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const i = corner * FINE;
    let most = round ?? tilts[i % count];
    if (round === null) for (let k = -back; k <= ahead; k++) most = Math.max(most, tilts[(i - k + 2 * count) % count]);
    return [Math.cos(most), Math.sin(most) * Math.cos(i * step), Math.sin(most) * Math.sin(i * step)];
  });
}

/** How far from x the limits of b and c let the axis go, towards an angle from y to z. */
function tilt(angle: number, second: MotionView, third: MotionView): number {
  const y = Math.cos(angle), z = Math.sin(angle);
  const b = (z < 0 ? second.high : negative(second.low)) ?? Math.PI;
  const c = (y > 0 ? third.high : negative(third.low)) ?? Math.PI;
  let most = Math.PI;
  if (c < QUARTER && Math.sin(Math.max(c, 0)) < Math.abs(y)) most = Math.asin(Math.sin(Math.max(c, 0)) / Math.abs(y));
  if (b < QUARTER && Math.abs(z) > 1e-9) most = Math.min(most, Math.atan2(Math.sin(Math.max(b, 0)), Math.cos(b) * Math.abs(z)));
  return most;
}

function negative(limit: number | null): number | null {
  return limit === null ? null : -limit;
}
