/** Circles about the model's axes, as the screen shows them. */

import { cross, dot, length, minus, plus, times, type Vector } from '../state/vectors';
import { project, rayThrough, type Lens, type Place } from './lens';
import { AXES, type AxisName } from './typed';

/** Corners of a drawn ring. */
const CORNERS = 64;
/** A ring steeper than this (the cosine between its axis and the view) is turned by a straight drag along it. */
const EDGE_ON = 0.3;

const ORDER = ['X', 'Y', 'Z'] as const;

/** Lines on the screen: in front of the ring's own middle, and behind it. */
export interface Ring {
  readonly near: readonly (readonly Place[])[];
  readonly far: readonly (readonly Place[])[];
}

/** The unit vector from a point to the viewer's eye. */
export function towardEye(lens: Lens, point: Vector): Vector {
  const { x, y } = project(lens, point);
  return times(rayThrough(lens, x, y).direction, -1);
}

/** Two unit vectors that with the axis, the axis last, are a right-handed frame. */
function frame(axis: AxisName): [Vector, Vector] {
  const place = ORDER.indexOf(axis);
  return [AXES[ORDER[(place + 1) % 3]], AXES[ORDER[(place + 2) % 3]]];
}

/** The circle about an axis through a point. */
export function ring(lens: Lens, centre: Vector, axis: AxisName, radius: number): Ring {
  const [u, v] = frame(axis);
  const eye = towardEye(lens, centre);
  const corners = Array.from({ length: CORNERS + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS;
    const arm = plus(times(u, Math.cos(angle)), times(v, Math.sin(angle)));
    // A ring that faces the viewer is all in front.
    return { seen: project(lens, plus(centre, times(arm, radius))), front: dot(arm, eye) >= -1e-3 };
  });
  const near: Place[][] = [], far: Place[][] = [];
  for (let i = 0; i < CORNERS; i++) {
    const [a, b] = [corners[i], corners[i + 1]];
    const side = a.front && b.front ? near : far;
    const line = side.at(-1);
    if (line?.at(-1) === a.seen) line.push(b.seen);
    else side.push([a.seen, b.seen]);
  }
  return { near, far };
}

/** How far a drag turns a ring of a radius in pixels, in radians: the point under the pointer stays there, where that can be. */
export function ringTurn(lens: Lens, centre: Vector, axis: AxisName, radius: number): (from: Place, to: Place) => number {
  const eye = towardEye(lens, centre), pole = AXES[axis];
  if (Math.abs(dot(pole, eye)) >= EDGE_ON) {
    return (from, to) => {
      const angle = angleAt(lens, centre, axis, to) - angleAt(lens, centre, axis, from);
      return Number.isFinite(angle) ? Math.atan2(Math.sin(angle), Math.cos(angle)) : 0;
    };
  }
  // Seen from its edge, what is in front goes to one side.
  const heading = cross(pole, eye);
  const step = 1e-3 * length(minus(rayThrough(lens, 0, 0).origin, centre));
  const start = project(lens, centre), end = project(lens, plus(centre, times(heading, step / length(heading))));
  const size = Math.hypot(end.x - start.x, end.y - start.y);
  return (from, to) => ((to.x - from.x) * (end.x - start.x) + (to.y - from.y) * (end.y - start.y)) / (size * radius);
}

/** The angle about the axis at which the plane of the ring is seen at a place; not a number where it is not seen. */
function angleAt(lens: Lens, centre: Vector, axis: AxisName, { x, y }: Place): number {
  const { origin, direction } = rayThrough(lens, x, y);
  const slope = dot(AXES[axis], direction);
  const far = dot(AXES[axis], minus(centre, origin)) / slope;
  if (!(far > 0)) return Number.NaN;
  const arm = minus(plus(origin, times(direction, far)), centre);
  const [u, v] = frame(axis);
  return Math.atan2(dot(arm, v), dot(arm, u));
}
