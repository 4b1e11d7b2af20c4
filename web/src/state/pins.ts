/** How handles hold: how firmly, on what they slide, whether they turn, and the floor. Pure functions. */

import type { Document, FloorAt, Handle, Slide } from '../wire/messages';
import type { RigState, Up } from './state';
import { dot, length, minus, plus, times, type Vector } from './vectors';

/** What rigs may be able to do with pins; the server's words. */
export type Ability = 'weight' | 'slide' | 'turn' | 'floor';

/** How a handle is held, and what it is called. */
export type Hold = Pick<Handle, 'weight' | 'slide' | 'turn' | 'name' | 'looks'>;

/** A handle that is placed is firm, and free to turn. */
export const FIRM: Hold = { weight: 1, slide: null, turn: null, name: '', looks: null };

/** The softest weight that a slider gives: it barely moves the model. */
const SOFTEST = 0.01;
/** The share of a slider's way from which on a handle is firm. */
const FIRM_FROM = 0.995;

export function can(rig: Pick<RigState, 'pins'> | null, ability: Ability): boolean {
  return rig?.pins.includes(ability) ?? false;
}

/** The handles with another hold of those in `ids`. */
export function heldAs(handles: readonly Handle[], ids: readonly number[], change: (handle: Handle) => Partial<Hold>): Handle[] {
  return handles.map((handle) => (ids.includes(handle.id) ? { ...handle, ...change(handle) } : handle));
}

/** What all of some things have in common; undefined where they differ, or where there is none. */
export function common<T>(values: readonly T[]): T | undefined {
  return values.length && values.every((value) => value === values[0]) ? values[0] : undefined;
}

/** The weight at a share of the slider's way: equal ways are equal factors, and the end is firm. */
export function weightAt(share: number): number {
  return share >= FIRM_FROM ? 1 : Number((SOFTEST ** (1 - Math.max(0, share))).toPrecision(2));
}

/** The share of the slider's way at a weight. */
export function shareOf(weight: number): number {
  return Math.min(1, Math.max(0, 1 - Math.log(weight) / Math.log(SOFTEST)));
}

export function weightWords(weight: number | undefined): string {
  return weight === undefined ? 'mixed' : weight === 1 ? 'firm' : weight.toPrecision(2);
}

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;
type Axis = keyof typeof AXES;

/** What a handle slides on, by a word: a plane across an axis or facing the viewer, or a line along an axis. */
export type Sliding = 'still' | 'view' | `${'plane' | 'line'} ${Axis}`;

/** toViewer: from the model toward the viewer. */
export function slideOf(sliding: Sliding, toViewer: Vector): Slide | null {
  if (sliding === 'still') return null;
  if (sliding === 'view') return { on: 'plane', vector: toViewer };
  const [on, axis] = sliding.split(' ') as ['plane' | 'line', Axis];
  return { on, vector: [...AXES[axis]] };
}

/** The word of what a handle slides on; a plane across no axis was taken facing the viewer. */
export function slidingOf(slide: Slide | null): Sliding {
  if (!slide) return 'still';
  const axis = (Object.keys(AXES) as Axis[]).find((name) => AXES[name].every((value, i) => value === slide.vector[i]));
  return axis ? `${slide.on} ${axis}` : 'view';
}

/** The choices in words, the ground first. */
export function slidings(up: Up): readonly (readonly [Sliding, string])[] {
  const sides = (['x', 'y', 'z'] as const).filter((axis) => axis !== up);
  return [
    ['still', 'Nothing: it stays'],
    [`plane ${up}`, 'The ground plane'],
    ['view', 'The plane facing you'],
    ...sides.map((axis) => [`plane ${axis}`, `The plane across ${axis.toUpperCase()}`] as const),
    ...(['x', 'y', 'z'] as const).map((axis) => [`line ${axis}`, `The line along ${axis.toUpperCase()}`] as const),
  ];
}

/** The point of a handle's plane or line, which go through its target, that is nearest to where it is. */
export function slid({ target, slide }: Pick<Handle, 'target' | 'slide'>, at: Vector): Vector {
  if (!slide) return target;
  const unit = times(slide.vector, 1 / length(slide.vector));
  const off = minus(target, at), along = times(unit, dot(unit, off));
  return plus(at, slide.on === 'plane' ? along : minus(off, along));
}

/** A floor under the lowest of vertices V, flat (n, 3). */
export function floorUnder(V: ArrayLike<number>, up: Up, grip = false): FloorAt {
  let height = Infinity;
  for (let i = up === 'y' ? 1 : 2; i < V.length; i += 3) height = Math.min(height, V[i]);
  return { height, up, grip };
}

/** What a document asks for that the rig goes without, in words; null where there is nothing. */
export function unused({ handles, floor }: Pick<Document, 'handles' | 'floor'>, rig: Pick<RigState, 'pins'> | null): string | null {
  if (!rig) return null;
  const asked: readonly (readonly [Ability, boolean, string])[] = [
    ['weight', handles.some(({ weight }) => weight < 1), 'softness'],
    ['slide', handles.some(({ slide }) => slide !== null), 'sliding'],
    ['turn', handles.some(({ turn }) => turn !== null), 'directions'],
    ['floor', floor !== null, 'the floor'],
  ];
  const words = asked.flatMap(([ability, wanted, name]) => (wanted && !can(rig, ability) ? [name] : []));
  const last = words.pop();
  return last === undefined ? null : `This method goes without ${[...(words.length ? [words.join(', ')] : []), last].join(' and ')}; others take it up again.`;
}
