/** Parts and joints in words and numbers: pure functions. */

import { sliced } from '../../state/document';
import { cross, dot, length, minus, times, turned, type Vector } from '../../state/vectors';
import type { Document } from '../../wire/messages';
import type { JointsSlice, JointView, MechanismEdit, MechanismView, MotionView } from './messages';

/** Nothing is corrected. */
export const FOUND: JointsSlice = { edits: [], painted: null };

export type JointKind = JointView['kind'];

export const KINDS: readonly (readonly [JointKind, string])[] = [
  ['fixed', 'Fixed'], ['revolute', 'Hinge'], ['prismatic', 'Slider'], ['cylinder', 'Cylinder'], ['plane', 'Plane'], ['ball', 'Ball'],
];

const DEGREES = 180 / Math.PI;
const AXES: readonly Vector[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const ROWS = ['', ' 2', ' 3'] as const;

/** An edit that says only what it changes. */
export function edit(change: MechanismEdit['change'], said: Partial<MechanismEdit>): MechanismEdit {
  return { change, parts: [], joint: null, kind: null, axis: null, origin: null, ranges: [], region: null, cells: null, name: null, frame: [], ...said };
}

/** What changes when a document has more edits: values that were set are those of other joints then. */
export function corrected(document: Pick<Document, 'slices'>, ...next: readonly MechanismEdit[]): Pick<Document, 'slices' | 'weights'> {
  return { ...sliced(document, 'joints', { edits: [...document.slices.joints.edits, ...next] }), weights: null };
}

/** Lowest and highest of a slider: the limits, or half a round and a diagonal of the model where nothing stops. */
export function reachOf({ turns, low, high }: MotionView, diagonal: number): [number, number] {
  const far = turns ? Math.PI : diagonal;
  return [low ?? Math.min(-far, high ?? 0), high ?? Math.max(far, low ?? 0)];
}

export function kindWords(kind: JointKind): string {
  return KINDS.find(([known]) => known === kind)?.[1] ?? kind;
}

/** "base – arm" */
export function jointName(mechanism: MechanismView, { a, b }: Pick<JointView, 'a' | 'b'>): string {
  return `${mechanism.components[a].name} – ${mechanism.components[b].name}`;
}

/** "12°" of a turn; "3.4%" of the model's diagonal of a slide. */
export function valueWords({ turns }: MotionView, value: number, diagonal: number): string {
  const shown = turns ? value * DEGREES : (100 * value) / diagonal;
  const figure = Math.abs(shown) < 0.05 ? '0' : shown.toFixed(Math.abs(shown) < 9.95 ? 1 : 0);
  return `${figure}${turns ? '°' : '%'}`;
}

/** A limit as the field shows it: degrees of a turn, the model's own unit of a slide, nothing where nothing stops. */
export function limitText({ turns }: MotionView, limit: number | null): string {
  if (limit === null) return '';
  return String(Number((turns ? limit * DEGREES : limit).toPrecision(5)));
}

/** What a field says: undefined where it is no number. */
export function limitOf({ turns }: MotionView, text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? (turns ? value / DEGREES : value) : undefined;
}

/** "Turn", "Slide", and for several "Turn 2". */
export function motionWords(motions: readonly MotionView[], index: number): string {
  const own = motions[index];
  const before = motions.slice(0, index).filter(({ turns }) => turns === own.turns).length;
  return `${own.turns ? 'Turn' : 'Slide'}${ROWS[before]}`;
}

/** A row of a joint's frame. */
export function frameRow({ frame }: Pick<JointView, 'frame'>, row: number): Vector {
  return [frame[3 * row], frame[3 * row + 1], frame[3 * row + 2]];
}

/** A point moved by a control of a palette, flat (c, 3, 4). */
export function carried(palette: ArrayLike<number> | null, body: number, [x, y, z]: Vector): Vector {
  if (!palette) return [x, y, z];
  const at = (axis: number): number => {
    const i = 12 * body + 4 * axis;
    return palette[i] * x + palette[i + 1] * y + palette[i + 2] * z + palette[i + 3];
  };
  return [at(0), at(1), at(2)];
}

/** A point that a control of a palette moved, where it was before. */
export function uncarried(palette: ArrayLike<number> | null, body: number, point: Vector): Vector {
  const origin = carried(palette, body, [0, 0, 0]), away = minus(point, origin);
  const [x, y, z] = AXES.map((axis) => minus(carried(palette, body, axis), origin));
  // By Cramer's rule, for soft parts are stretched.
  const volume = dot(x, cross(y, z));
  return [dot(away, cross(y, z)) / volume, dot(away, cross(z, x)) / volume, dot(away, cross(x, y)) / volume];
}

/** The rows of a frame, turned no farther than its first one turns to a unit axis: as the library does it. */
export function tiltedFrame(frame: readonly number[], axis: Vector): number[] {
  const rows = [0, 1, 2].map((row) => frameRow({ frame: [...frame] }, row));
  const normal = cross(rows[0], axis), sine = length(normal);
  if (sine === 0) return [...frame];
  const angle = Math.atan2(sine, dot(rows[0], axis));
  return rows.flatMap((row) => turned(row, [0, 0, 0], times(normal, 1 / sine), angle));
}

/** The numbers of a selection that parts still have. */
export function known(mechanism: MechanismView, selection: readonly number[]): number[] {
  return selection.filter((part) => part < mechanism.components.length);
}
