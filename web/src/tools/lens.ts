/** Where points are on the screen and back: the camera as plain numbers. */

import { cross, dot, length, minus, plus, times, type Vector } from '../state/vectors';

/** matrix: view and projection as one, column by column; width, height: of the viewport in CSS pixels. */
export interface Lens {
  readonly matrix: readonly number[];
  readonly inverse: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** x, y in CSS pixels from the top left; depth from −1 (near) to 1 (far). */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** On the screen, in CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Ray {
  readonly origin: Vector;
  readonly direction: Vector;
}

function mapped(matrix: readonly number[], [x, y, z]: Vector): Vector {
  const at = (i: number): number => matrix[i] * x + matrix[i + 4] * y + matrix[i + 8] * z + matrix[i + 12];
  const w = at(3);
  return [at(0) / w, at(1) / w, at(2) / w];
}

export function project(lens: Lens, point: Vector): ScreenPoint {
  const [x, y, depth] = mapped(lens.matrix, point);
  return { x: ((x + 1) / 2) * lens.width, y: ((1 - y) / 2) * lens.height, depth };
}

export function unproject(lens: Lens, at: ScreenPoint): Vector {
  return mapped(lens.inverse, [(2 * at.x) / lens.width - 1, 1 - (2 * at.y) / lens.height, at.depth]);
}

export function rayThrough(lens: Lens, x: number, y: number): Ray {
  const origin = unproject(lens, { x, y, depth: -1 });
  const away = minus(unproject(lens, { x, y, depth: 1 }), origin);
  return { origin, direction: times(away, 1 / length(away)) };
}

/** `start` moved in the plane of the screen by a pointer that went from one place to another. */
export function inScreenPlane(lens: Lens, start: Vector, dx: number, dy: number): Vector {
  const at = project(lens, start);
  return unproject(lens, { x: at.x + dx, y: at.y + dy, depth: at.depth });
}

/** The point of the line through `start` along the unit `axis` that is nearest to the ray. */
export function alongAxis(ray: Ray, start: Vector, axis: Vector): Vector {
  const between = minus(start, ray.origin);
  const cosine = dot(axis, ray.direction);
  const sine2 = 1 - cosine * cosine;
  // An axis that points at the viewer cannot be moved along on the screen.
  if (sine2 < 1e-6) return start;
  return plus(start, times(axis, (cosine * dot(ray.direction, between) - dot(axis, between)) / sine2));
}

/** `start` moved along the unit `axis`, as far as the pointer's way on the screen says. */
export function onAxis(lens: Lens, start: Vector, axis: Vector, dx: number, dy: number): Vector {
  const at = project(lens, start);
  return alongAxis(rayThrough(lens, at.x + dx, at.y + dy), start, axis);
}

/** A plane is seen from its edge where the cosine between the view and its normal is less than this. */
const EDGE_ON = 0.05;

/** `start` moved in the plane across the unit `normal`, as far as the pointer's way on the screen says; nowhere in a plane that is seen from its edge. */
export function inPlane(lens: Lens, start: Vector, normal: Vector, dx: number, dy: number): Vector {
  const at = project(lens, start), { origin, direction } = rayThrough(lens, at.x + dx, at.y + dy);
  const slope = dot(normal, direction), far = dot(normal, minus(start, origin)) / slope;
  return Math.abs(slope) < EDGE_ON || far <= 0 ? start : plus(origin, times(direction, far));
}

/** The unit vector from the scene toward the viewer. */
export function towardViewer(lens: Lens): Vector {
  return times(rayThrough(lens, lens.width / 2, lens.height / 2).direction, -1);
}

/** The angle in radians, counter-clockwise as seen, from one screen point to another around a pivot. */
export function swept(pivot: ScreenPoint, from: { x: number; y: number }, to: { x: number; y: number }): number {
  const angle = Math.atan2(pivot.y - to.y, to.x - pivot.x) - Math.atan2(pivot.y - from.y, from.x - pivot.x);
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

/** How long a pixel is at a point, in units of the model. */
export function pixelAt(lens: Lens, point: Vector): number {
  return length(minus(inScreenPlane(lens, point, 1, 0), point));
}

/** The unit normal of a triangle. */
export function normalOf(a: Vector, b: Vector, c: Vector): Vector {
  const n = cross(minus(b, a), minus(c, a));
  return times(n, 1 / Math.max(length(n), Number.MIN_VALUE));
}
