/**
 * Poses that can be taken: kept ones, examples, rest, a mirror image, what was copied. Pure functions.
 *
 * A pose is a shape, which says where every point of the surface is, and a stance: what decided it. The same rig takes the
 * stance as it is; another rig, or a part of the model, leads its handles to where they are on the shape.
 */

import type { Document, Handle, KeptPose } from '../wire/messages';
import { pointOn, type SurfacePoint } from './document';
import { NEAR, type Mirror } from './mirror';
import type { Floats, Opened } from './state';
import { rowOf } from './timeline';
import { turnAt } from './turns';
import { length, minus, plus, times, type Vector } from './vectors';

/** Where points of the surface are, and how it is turned there; null where nobody knows. */
export interface Shape {
  place(at: SurfacePoint): Vector | null;
  turn(at: SurfacePoint): Vector | null;
}

/** What decides a pose. */
export type Stance = Pick<KeptPose, 'rig' | 'handles' | 'weights' | 'points'>;

export interface Pose {
  readonly name: string;
  readonly shape: Shape;
  readonly stance: Stance;
}

type Surface = Pick<Opened, 'V' | 'F' | 'diagonal'>;

/** The shape of vertices, flat (n, 3). */
export function shapeOf(model: Surface, V: Floats): Shape {
  return { place: (at) => pointOn(at, V, model.F), turn: (at) => turnAt(model, at, V) };
}

export function mirroredShape(shape: Shape, mirror: Mirror): Shape {
  return {
    place(at) {
      const other = mirror.across(at), place = other && shape.place(other);
      return place && mirror.moved(other, place, at);
    },
    turn(at) {
      const other = mirror.across(at), turn = other && shape.turn(other);
      return turn && mirror.turn(turn);
    },
  };
}

/** The handle that holds a point, or one as near to it as `slack`, a share of the diagonal. */
export function holder(handles: readonly Handle[], at: SurfacePoint, { V, F, diagonal }: Surface, slack = 1e-4): Handle | undefined {
  const place = pointOn(at, V, F);
  const found = handles.map((handle) => ({ handle, away: length(minus(pointOn(handle, V, F), place)) })).filter(({ away }) => away <= slack * diagonal);
  return found.sort((a, b) => a.away - b.away).at(0)?.handle;
}

/** The handles with those of `others` that hold points which none of them holds, as new ones; slack: as for `holder`. */
export function joined(handles: readonly Handle[], others: readonly Handle[], model: Surface, slack?: number): Handle[] {
  const all = [...handles];
  for (const other of others) {
    if (holder(all, other, model, slack)) continue;
    all.push({ ...other, id: 1 + all.reduce((largest, { id }) => Math.max(largest, id), 0), group: null });
  }
  return all;
}

/** The handles with those of the other side that are missing, where they are on a shape. */
export function twinned(handles: readonly Handle[], sources: readonly Handle[], mirror: Mirror, model: Surface, shape: Shape): Handle[] {
  const images = sources.flatMap((handle) => mirror.handle(handle) ?? []);
  return joined(handles, onShape(images, shape), model, NEAR);
}

/** The handles, led to where they are on a shape by a share of the way; ids: of those that go, null for all. */
export function led(handles: readonly Handle[], ids: ReadonlySet<number> | null, shape: Shape, share: number): Handle[] {
  return handles.map((handle) => {
    const place = !ids || ids.has(handle.id) ? shape.place(handle) : null;
    if (!place) return handle;
    const turn = handle.turn && shape.turn(handle);
    return { ...handle, target: between(handle.target, place, share), turn: handle.turn && turn ? between(handle.turn, turn, share) : handle.turn };
  });
}

/** The handles where they are on a shape. */
export function onShape(handles: readonly Handle[], shape: Shape): Handle[] {
  return led(handles, null, shape, 1);
}

/**
 * The handles of a pose in place of those of a document: one that holds the same point keeps its id, its group and its keys.
 * Others go, but for those with keys, which go along with the shape.
 */
export function replaced({ handles, timeline }: Pick<Document, 'handles' | 'timeline'>, wanted: readonly Handle[], shape: Shape, model: Surface): Handle[] {
  const stay = handles.flatMap((handle) => {
    const same = holder(wanted, handle, model);
    if (same) return [{ ...same, id: handle.id, group: handle.group }];
    return rowOf(timeline, handle.id) ? onShape([handle], shape) : [];
  });
  return joined(stay, wanted, model);
}

/** Numbers between two lists; indices: of the points that go, null for all. */
export function mixed(from: ArrayLike<number>, to: ArrayLike<number>, share: number, indices: ReadonlySet<number> | null = null): number[] {
  return Array.from(from, (value, i) => (!indices || indices.has(Math.floor(i / 3)) ? value + share * (to[i] - value) : value));
}

function between(from: Vector, to: Vector, share: number): Vector {
  return share === 1 ? to : plus(from, times(minus(to, from), share));
}

/** "Pose 3": the next name that is free. */
export function freshName(poses: readonly Pick<KeptPose, 'name'>[]): string {
  const names = new Set(poses.map(({ name }) => name));
  let number = 1;
  while (names.has(`Pose ${number}`)) number += 1;
  return `Pose ${number}`;
}

/** The library with one more pose. */
export function withPose(poses: readonly KeptPose[], pose: Omit<KeptPose, 'id'>): KeptPose[] {
  return [...poses, { id: 1 + poses.reduce((largest, { id }) => Math.max(largest, id), 0), ...pose }];
}
