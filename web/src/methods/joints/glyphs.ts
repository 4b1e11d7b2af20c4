/** A joint as lines on the screen: its axis, how far it may turn or slide, and where it is now. */

import { carried, frameRow } from '../../state/mechanism';
import { minus, plus, times, type Vector } from '../../state/vectors';
import { pixelAt, project, type Lens } from '../../tools/lens';
import type { JointView } from '../../wire/messages';

/** Corners of a whole circle. */
const CORNERS = 48;
/** From the origin to either end of the axis, and the radius of arcs, in pixels. */
const AXIS = 22;
const ARC = 15;
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

/** palette: flat (c, 3, 4), null at rest; values: of the joint's free motions. */
export function glyph(lens: Lens, joint: JointView, palette: ArrayLike<number> | null, values: readonly number[], selected: boolean): Glyph {
  const body = joint.bodies[0];
  const origin = carried(palette, body, joint.origin);
  const row = (i: number): Vector => minus(carried(palette, body, plus(joint.origin, frameRow(joint, i % 3))), origin);
  const pixel = pixelAt(lens, origin) * (selected ? LARGER : 1);
  const seen = (point: Vector): Place => project(lens, point);
  const limits: string[] = [], value: string[] = [];
  joint.motions.forEach((motion, i) => {
    const now = values[i] ?? 0;
    if (motion.turns) {
      const at = (angle: number, size: number): Vector => plus(origin, plus(times(row(motion.row + 1), size * Math.cos(angle)), times(row(motion.row + 2), size * Math.sin(angle))));
      limits.push(path(angles(motion.low, motion.high).map((angle) => seen(at(angle, ARC * pixel)))));
      value.push(path([seen(at(now, 0.35 * ARC * pixel)), seen(at(now, 1.25 * ARC * pixel))]));
    } else {
      const along = (way: number): Vector => plus(origin, times(row(motion.row), way));
      limits.push(path([seen(along(motion.low ?? -2 * AXIS * pixel)), seen(along(motion.high ?? 2 * AXIS * pixel))]));
      value.push(tick(seen(along(now)), seen(along(now + pixel))));
    }
  });
  const line = joint.kind === 'fixed' || joint.kind === 'ball' ? '' : path([-1, 1].map((side) => seen(plus(origin, times(row(0), side * AXIS * pixel)))));
  const { x, y, depth } = project(lens, origin);
  return { at: { x, y }, depth, axis: line, limits: limits.join(''), value: value.join('') };
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
