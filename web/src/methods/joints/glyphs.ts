/** A joint as lines on the screen: its axis, how far it may turn or slide, and where it is now. */

import { dot, minus, plus, times, type Vector } from '../../state/vectors';
import { pixelAt, project, type Lens } from '../../tools/lens';
import { carried, frameRow } from './mechanism';
import type { JointView, MotionView } from './messages';
import { reach } from './reach';

/** Corners of a whole circle. */
const CORNERS = 48;
/** From the origin to either end of the axis, and the radius of arcs, in pixels. */
const AXIS = 22;
const ARC = 15;
/** The length of a ball's cone, in pixels, and the shares of its rim at which its sides are drawn. */
const CONE = 24;
const SIDES = [0, 0.25, 0.5, 0.75] as const;
/** Of a selected joint. */
const LARGER = 1.7;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Paths of an SVG, and where the origin is. */
export interface Glyph {
  readonly at: Place;
  readonly depth: number;
  readonly axis: string;
  readonly limits: string;
  readonly value: string;
}

/** Where a joint is now: its origin, and the rows of its frame as each of its two sides carries them. */
interface Posed {
  readonly joint: JointView;
  readonly origin: Vector;
  readonly rows: readonly Vector[];
  readonly turned: readonly Vector[];
  /** How long a pixel is there, in units of the model. */
  readonly pixel: number;
  readonly seen: (point: Vector) => Place;
}

/** palette: flat (c, 3, 4), null at rest; values: of the joint's free motions. */
export function glyph(lens: Lens, joint: JointView, palette: ArrayLike<number> | null, values: readonly number[], selected: boolean): Glyph {
  const origin = carried(palette, joint.bodies[0], joint.origin);
  const rows = [0, 1, 2].map((row) => direction(palette, joint.bodies[0], joint, row));
  const turned = [0, 1, 2].map((row) => direction(palette, joint.bodies[1], joint, row));
  const pixel = pixelAt(lens, origin) * (selected ? LARGER : 1);
  const posed = { joint, origin, rows, turned, pixel, seen: (point: Vector): Place => project(lens, point) };
  const cone = joint.kind === 'ball' ? reach(joint.motions) : null;
  const parts = cone ? swing(posed, cone) : joint.motions.map((motion, i) => moving(posed, motion, values[i] ?? 0));
  const line = joint.kind === 'fixed' || joint.kind === 'ball' ? '' : path([-1, 1].map((side) => posed.seen(plus(origin, times(rows[0], side * AXIS * pixel)))));
  const { x, y, depth } = project(lens, origin);
  return { at: { x, y }, depth, axis: line, limits: parts.map(({ limits }) => limits).join(''), value: parts.map(({ value }) => value).join('') };
}

/** A row of a joint's frame, as a control carries it. */
function direction(palette: ArrayLike<number> | null, body: number, joint: JointView, row: number): Vector {
  return minus(carried(palette, body, plus(joint.origin, frameRow(joint, row))), carried(palette, body, joint.origin));
}

type Lines = Pick<Glyph, 'limits' | 'value'>;

/** How far a turn or a slide goes, and where it is now. */
function moving({ origin, rows, pixel, seen }: Posed, motion: MotionView, now: number): Lines {
  if (motion.turns) {
    const at = (angle: number, size: number): Vector => plus(origin, plus(times(rows[(motion.row + 1) % 3], size * Math.cos(angle)), times(rows[(motion.row + 2) % 3], size * Math.sin(angle))));
    const limits = path(angles(motion.low, motion.high).map((angle) => seen(at(angle, ARC * pixel))));
    return { limits, value: path([seen(at(now, 0.35 * ARC * pixel)), seen(at(now, 1.25 * ARC * pixel))]) };
  }
  const along = (way: number): Vector => plus(origin, times(rows[motion.row], way));
  const limits = path([seen(along(motion.low ?? -2 * AXIS * pixel)), seen(along(motion.high ?? 2 * AXIS * pixel))]);
  return { limits, value: tick(seen(along(now)), seen(along(now + pixel))) };
}

/** A ball: the cone in which its axis stays, where that is now, and the turn about it where that has limits. */
function swing(posed: Posed, cone: readonly Vector[]): Lines[] {
  const { joint, origin, rows, turned, pixel, seen } = posed;
  const size = CONE * pixel;
  const rim = cone.map(([x, y, z]) => seen(plus(origin, plus(times(rows[0], size * x), plus(times(rows[1], size * y), times(rows[2], size * z))))));
  const sides = SIDES.map((share) => path([seen(origin), rim[Math.round(share * (rim.length - 1))]]));
  const now = path([seen(origin), seen(plus(origin, times(turned[0], 1.2 * size)))]);
  const about = joint.motions[0];
  const free = about.low === null && about.high === null;
  // Turns about x, y′ and z″: see `euler` of the library's tree of joints.
  const angle = Math.atan2(-dot(rows[1], turned[2]), dot(rows[2], turned[2]));
  return [{ limits: path(rim) + sides.join(''), value: now }, ...(free ? [] : [moving({ ...posed, pixel: 0.7 * pixel }, about, angle)])];
}

/** Angles of an arc; of a whole circle where nothing stops it on either side. */
function angles(low: number | null, high: number | null): number[] {
  const from = low ?? (high ?? Math.PI) - 2 * Math.PI, to = Math.min(high ?? from + 2 * Math.PI, from + 2 * Math.PI);
  const count = Math.max(2, Math.ceil((CORNERS * (to - from)) / (2 * Math.PI)));
  return Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
}

/** A short stroke across a direction on the screen. */
function tick(at: Place, ahead: Place): string {
  const dx = ahead.x - at.x, dy = ahead.y - at.y, size = Math.hypot(dx, dy) || 1;
  const u = (7 * -dy) / size, v = (7 * dx) / size;
  return path([{ x: at.x + u, y: at.y + v }, { x: at.x - u, y: at.y - v }]);
}

export function path(line: readonly Place[]): string {
  return line.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
