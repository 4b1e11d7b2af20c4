/** The mirror plane of a model: points, vectors and handles on its other side. Pure. */

import type { Handle, Slide } from '../wire/messages';
import { pointOn, type SurfacePoint } from './document';
import type { Opened, State } from './state';
import { dot, length, minus, plus, row, times, type Vector } from './vectors';

/** The points x with normal · x = offset; the normal has length one. */
export interface Plane {
  readonly normal: Vector;
  readonly offset: number;
}

/** Points nearer to each other than this share of the diagonal are the same end of the model. */
export const NEAR = 0.02;
/** Points nearer to the plane than this share of the diagonal lie on it. */
const ON_PLANE = 0.005;

export class Mirror {
  /** partner: the vertex across the plane for each of n vertices, n for none. */
  constructor(
    private readonly model: Pick<Opened, 'V' | 'F' | 'diagonal'>,
    private readonly partner: ArrayLike<number>,
    readonly plane: Plane,
  ) {}

  vector(vector: Vector): Vector {
    const { normal } = this.plane;
    return minus(vector, times(normal, 2 * dot(normal, vector)));
  }

  point(point: Vector): Vector {
    return plus(this.vector(point), times(this.plane.normal, 2 * this.plane.offset));
  }

  /** A rotation vector: its axis is mirrored, and it turns the other way round. */
  turn(turn: Vector): Vector {
    return times(this.vector(turn), -1);
  }

  /** On which side of the plane a point is: 1 where the normal points, −1, or 0 on the plane. */
  side(point: Vector): -1 | 0 | 1 {
    const away = dot(this.plane.normal, point) - this.plane.offset;
    return Math.abs(away) <= ON_PLANE * this.model.diagonal ? 0 : away > 0 ? 1 : -1;
  }

  /** The point of the surface at rest across the plane; null where there is none. */
  across(at: SurfacePoint): SurfacePoint | null {
    const { V, F, diagonal } = this.model;
    const corners = [0, 1, 2].map((i) => this.partner[F[3 * at.face + i]]).filter((vertex) => vertex < V.length / 3);
    const image = this.point(pointOn(at, V, F));
    let best: SurfacePoint | null = null, shortest = NEAR * diagonal;
    for (let face = 0; face < F.length / 3; face++) {
      if (!corners.some((vertex) => F[3 * face] === vertex || F[3 * face + 1] === vertex || F[3 * face + 2] === vertex)) continue;
      const found = { face, barycentric: nearestIn([0, 1, 2].map((i) => row(V, F[3 * face + i])), image) };
      const distance = length(minus(pointOn(found, V, F), image));
      if (distance < shortest) [best, shortest] = [found, distance];
    }
    return best;
  }

  /** A handle across the plane, with its target and how it holds; null where the surface has no such point. */
  handle(handle: Handle): Handle | null {
    const at = this.across(handle);
    return at && { ...handle, ...at, target: this.moved(handle, handle.target, at), slide: this.slide(handle.slide), turn: handle.turn && this.turn(handle.turn) };
  }

  /** Where a point is while the one across the plane is at `place`: a model that is not quite symmetric rests where it rests. */
  moved(from: SurfacePoint, place: Vector, to: SurfacePoint): Vector {
    const { V, F } = this.model;
    return plus(pointOn(to, V, F), this.vector(minus(place, pointOn(from, V, F))));
  }

  private slide(slide: Slide | null): Slide | null {
    return slide && { ...slide, vector: this.vector(slide.vector) };
  }
}

/** The mirror of the model, once the server has told of it. */
export function mirrorOf({ model, partner, plane }: Pick<State, 'model' | 'partner' | 'plane'>): Mirror | null {
  return model && partner && plane ? new Mirror(model, partner, plane) : null;
}

/** Points of a method's own, flat (c, 3), with those of the other side; null where a point at rest has no partner. */
export function mirroredPoints(mirror: Mirror, rest: ArrayLike<number>, points: ArrayLike<number>, diagonal: number): number[] | null {
  const all = Array.from({ length: rest.length / 3 }, (_, i) => row(rest, i));
  const found: number[] = [];
  for (const own of all) {
    const image = mirror.point(own);
    const distances = all.map((other) => length(minus(other, image)));
    const nearest = Math.min(...distances), partner = distances.indexOf(nearest);
    if (nearest > NEAR * diagonal) return null;
    found.push(...plus(own, mirror.vector(minus(row(points, partner), all[partner]))));
  }
  return found;
}

/** Barycentric coordinates of the point of a triangle that is nearest to p. */
function nearestIn([a, b, c]: readonly Vector[], p: Vector): Vector {
  const u = minus(b, a), v = minus(c, a), d = minus(p, a);
  const uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
  if (det > 0) {
    const s = (vv * dot(d, u) - uv * dot(d, v)) / det, t = (uu * dot(d, v) - uv * dot(d, u)) / det;
    if (s >= 0 && t >= 0 && s + t <= 1) return [1 - s - t, s, t];
  }
  const corners = [a, b, c];
  let best: Vector = [1, 0, 0], shortest = Infinity;
  for (const [i, j] of [[0, 1], [1, 2], [2, 0]]) {
    const along = minus(corners[j], corners[i]);
    const share = Math.min(1, Math.max(0, dot(minus(p, corners[i]), along) / Math.max(dot(along, along), Number.MIN_VALUE)));
    const distance = length(minus(plus(corners[i], times(along, share)), p));
    if (distance >= shortest) continue;
    shortest = distance;
    best = [0, 0, 0];
    best[i] = 1 - share;
    best[j] = share;
  }
  return best;
}
