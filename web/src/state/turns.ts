/** Rotations as vectors: the axis times the angle in radians. */

import { adjacencyOf, flood } from './adjacency';
import { pointOn, type SurfacePoint } from './document';
import type { Floats, Opened } from './state';
import { centre, dot, length, minus, row, times, type Vector } from './vectors';

type Quaternion = [number, number, number, number];

/** Radius of the neighbourhood that a handle turns, in diagonals of the model: the server's own number. */
const RADIUS = 0.04;
/** Squarings of a matrix whose largest eigenvector is looked for: as 16,384 steps of the power method. */
const SQUARINGS = 14;

/** The rotation `first` followed by `then`. */
export function followedBy(first: Vector, then: Vector): Vector {
  return vectorOf(product(quaternionOf(then), quaternionOf(first)));
}

/** The rotation that brings points nearest to where they are, but for a shift of the whole. */
export function turnBetween(from: readonly Vector[], to: readonly Vector[]): Vector {
  const a = centre(from), b = centre(to);
  const S = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
  from.forEach((point, k) => {
    const p = minus(point, a), q = minus(to[k], b);
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) S[i][j] += p[i] * q[j];
  });
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = S;
  // Its largest eigenvector is the quaternion [Horn1987].
  return vectorOf(largestEigenvector([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ]));
}

/** How the surface around a point is turned from rest where the vertices are at V, flat (n, 3). */
export function turnAt(model: Pick<Opened, 'V' | 'F' | 'diagonal'>, at: SurfacePoint, V: Floats): Vector {
  const around = neighbourhood(model, at);
  return turnBetween(around.map((vertex) => row(model.V, vertex)), around.map((vertex) => row(V, vertex)));
}

/** The vertices around a point at rest; at least the triangles at its corners. */
function neighbourhood({ V, F, diagonal }: Pick<Opened, 'V' | 'F' | 'diagonal'>, at: SurfacePoint): number[] {
  const corners = [F[3 * at.face], F[3 * at.face + 1], F[3 * at.face + 2]];
  const joined = adjacencyOf({ V, F }), middle = pointOn(at, V, F);
  const found = new Set(corners);
  for (const corner of corners) for (let k = joined.first[corner]; k < joined.first[corner + 1]; k++) found.add(joined.other[k]);
  flood(joined, corners, (vertex) => length(minus(row(V, vertex), middle)) <= RADIUS * diagonal, (vertex) => found.add(vertex));
  return [...found];
}

function quaternionOf(vector: Vector): Quaternion {
  const angle = length(vector);
  const scale = angle === 0 ? 0.5 : Math.sin(angle / 2) / angle;
  return [Math.cos(angle / 2), ...times(vector, scale)];
}

/** The shorter way round. */
function vectorOf([w, x, y, z]: Quaternion): Vector {
  const axis: Vector = w < 0 ? [-x, -y, -z] : [x, y, z];
  const sine = length(axis);
  return times(axis, sine === 0 ? 2 : (2 * Math.atan2(sine, Math.abs(w))) / sine);
}

function product([a, ...u]: Quaternion, [b, ...v]: Quaternion): Quaternion {
  return [
    a * b - dot(u, v),
    a * v[0] + b * u[0] + u[1] * v[2] - u[2] * v[1],
    a * v[1] + b * u[1] + u[2] * v[0] - u[0] * v[2],
    a * v[2] + b * u[2] + u[0] * v[1] - u[1] * v[0],
  ];
}

/** The unit eigenvector of the largest eigenvalue of a symmetric matrix; no rotation for a matrix of zeros. */
function largestEigenvector(N: readonly (readonly number[])[]): Quaternion {
  const size = Math.hypot(...N.flat());
  if (size === 0) return [1, 0, 0, 0];
  // Shifted, no eigenvalue is below zero, and the largest one wins when the matrix is squared again and again.
  let M = N.map((line, i) => line.map((value, j) => value / size + (i === j ? 1 : 0)));
  for (let k = 0; k < SQUARINGS; k++) {
    const squared = M.map((line) => M[0].map((_, j) => line.reduce((sum, value, i) => sum + value * M[i][j], 0)));
    const largest = Math.hypot(...squared.flat());
    M = squared.map((line) => line.map((value) => value / largest));
  }
  const best = M.reduce((one, other) => (Math.hypot(...other) > Math.hypot(...one) ? other : one));
  const scale = 1 / Math.hypot(...best);
  return [best[0] * scale, best[1] * scale, best[2] * scale, best[3] * scale];
}
