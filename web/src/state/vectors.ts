/** Three numbers. */

export type Vector = [number, number, number];

export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Row i of a flat (n, 3) array. */
export const row = (flat: ArrayLike<number>, i: number): Vector => [flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]];

/** The mean of points. */
export function centre(points: readonly Vector[]): Vector {
  const sum = points.reduce<Vector>((total, point) => plus(total, point), [0, 0, 0]);
  return times(sum, 1 / Math.max(points.length, 1));
}

/** `point` turned about a line through `pivot` along the unit `axis`, by the right-hand rule (Rodrigues). */
export function turned(point: Vector, pivot: Vector, axis: Vector, angle: number): Vector {
  const arm = minus(point, pivot);
  const along = times(axis, dot(axis, arm) * (1 - Math.cos(angle)));
  return plus(pivot, plus(plus(times(arm, Math.cos(angle)), times(cross(axis, arm), Math.sin(angle))), along));
}
