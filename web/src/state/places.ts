/** Where handles are: names, snapping, distances, and what they look at. Pure functions. */

import type { Document, Handle } from '../wire/messages';
import { pointOn, type SurfacePoint } from './document';
import { floorUnder } from './pins';
import type { Opened, Up } from './state';
import { followedBy } from './turns';
import { cross, dot, length, minus, plus, times, type Vector } from './vectors';

/** To what a handle that is moved jumps. */
export interface Snap {
  readonly grid: boolean;
  readonly floor: boolean;
  readonly vertices: boolean;
  /** Whether it comes up to the surface of a prop that it is pulled into. */
  readonly props: boolean;
}

/** Cells of the snapping grid along the model's diagonal, about. */
const CELLS = 50;
/** A handle nearer to the floor than this, in diagonals of the model, jumps onto it. */
const NEAR_FLOOR = 0.03;

export function nameOf({ id, name }: Pick<Handle, 'id' | 'name'>): string {
  return name || `Handle ${id}`;
}

/** The side of a cell of the snapping grid: 1, 2 or 5 times a power of ten. */
export function cellOf(diagonal: number): number {
  const wanted = diagonal / CELLS, power = 10 ** Math.floor(Math.log10(wanted));
  return [5, 2, 1].map((factor) => factor * power).find((cell) => cell <= wanted) ?? power;
}

/** The height of the floor, or of the lowest vertex at rest. */
export function floorHeight({ floor }: Pick<Document, 'floor'>, model: Pick<Opened, 'V'>, up: Up): number {
  return (floor ?? floorUnder(model.V, up)).height;
}

/** A target that came from `from`, on the grid along the axes that it went, and on the floor where it is near. */
export function snapped(target: Vector, from: Vector, snap: Snap, { diagonal, up, height }: { diagonal: number; up: Up; height: number }): Vector {
  const cell = cellOf(diagonal), still = 1e-9 * diagonal, vertical = up === 'y' ? 1 : 2;
  const after = target.map((value, axis) => (snap.grid && Math.abs(value - from[axis]) > still ? cell * Math.round(value / cell) : value)) as Vector;
  if (snap.floor && Math.abs(target[vertical] - height) < NEAR_FLOOR * diagonal && Math.abs(target[vertical] - from[vertical]) > still) after[vertical] = height;
  return after;
}

/** The smallest rotation from one direction to another. */
export function turnOnto(from: Vector, to: Vector): Vector {
  const size = length(from) * length(to);
  if (size === 0) return [0, 0, 0];
  const axis = cross(from, to), sine = length(axis), angle = Math.atan2(sine, dot(from, to));
  if (sine > 1e-12 * size) return times(axis, angle / sine);
  if (angle < 1) return [0, 0, 0];
  // Straight back: half a round about anything across.
  const across = cross(from, Math.abs(from[0]) < 0.9 * length(from) ? [1, 0, 0] : [0, 1, 0]);
  return times(across, Math.PI / length(across));
}

/** The handles of `after`, turned so that those that look at another one face it as they did before. */
export function facing(before: readonly Handle[], after: readonly Handle[]): Handle[] {
  const find = (handles: readonly Handle[], id: number | null): Handle | undefined => handles.find((one) => one.id === id);
  return after.map((handle) => {
    const was = find(before, handle.id), from = find(before, handle.looks), to = find(after, handle.looks);
    if (!was || !from || !to || !handle.turn) return handle;
    const turn = turnOnto(minus(from.target, was.target), minus(to.target, handle.target));
    return length(turn) === 0 ? handle : { ...handle, turn: followedBy(handle.turn, turn) };
  });
}

/** The handles with the second of two at a distance from the first, on the line through both. */
export function apart(handles: readonly Handle[], first: Handle, second: Handle, distance: number): Handle[] {
  const way = minus(second.target, first.target), size = length(way);
  if (size === 0) return [...handles];
  const target = plus(first.target, times(way, distance / size));
  return handles.map((handle) => (handle.id === second.id ? { ...handle, target } : handle));
}

/** A set of handles that is kept for a model: points of its surface, and how they hold. */
export type Preset = readonly Omit<Handle, 'target' | 'id'>[];

export function presetOf(handles: readonly Handle[]): Preset {
  // What looks at a handle looks at its place in the list.
  const place = new Map(handles.map(({ id }, i) => [id, i + 1]));
  return handles.map(({ face, barycentric, pinned, group, weight, slide, turn, name, looks }) => ({ face, barycentric, pinned, group, weight, slide, turn, name, looks: place.get(looks ?? 0) ?? null }));
}

/** The handles of a preset, which hold the model, at V, flat (n, 3), as it is. */
export function handlesOf(preset: Preset, V: ArrayLike<number>, F: ArrayLike<number>): Handle[] {
  return preset.map((handle, i) => ({ ...handle, id: i + 1, target: pointOn(handle as SurfacePoint, V, F) }));
}
