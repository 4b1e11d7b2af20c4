/** What a gesture makes of a pointer's way and of what is typed: a move, a turn or a change of size. */

import { dot, length, minus, plus, times, turned, type Vector } from '../state/vectors';
import { inPlane, inScreenPlane, onAxis, project, swept, towardViewer, type Lens, type Place } from './lens';
import { AXES, typedNumber, type AxisName, type Typed } from './typed';

export type Kind = 'move' | 'turn' | 'scale';

/**
 * What happens to points, whatever they belong to.
 *
 * vector: of a move; or the axis of a turn
 * amount: degrees of a turn, or the factor of a scaling
 * centre: of a turn or a scaling
 */
export interface Step {
  readonly kind: Kind;
  readonly vector: Vector;
  readonly amount: number;
  readonly centre: Vector;
}

/**
 * pivot: what is turned and scaled about; grip: the point that stays under the pointer in a move
 * plane: the axis across which it stays in a plane; that of the screen if not given
 * angle: in radians, how far the pointer has turned about the axis
 */
export interface Pull {
  readonly lens: Lens;
  readonly pivot: Vector;
  readonly grip: Vector;
  readonly plane?: AxisName;
  readonly from: Place;
  readonly at: Place;
  readonly typed: Typed;
  readonly angle: number;
}

const ORIGIN: Vector = [0, 0, 0];
/** A pointer nearer to the pivot than this, in pixels, would scale by leaps. */
const NEAREST = 12;
/** A part can be made this small in one gesture: a factor of zero could never be undone by scaling. */
const SMALLEST = 0.01;

export function stepOf(kind: Kind, pull: Pull): Step {
  if (kind === 'move') return { kind, vector: way(pull), amount: 1, centre: ORIGIN };
  if (kind === 'scale') return { kind, vector: ORIGIN, amount: factor(pull), centre: pull.pivot };
  return { kind, vector: turnAxis(pull.lens, pull.typed), amount: degrees(pull), centre: pull.pivot };
}

/** Where a step takes a point. */
export function stepped(point: Vector, { kind, vector, amount, centre }: Step): Vector {
  if (kind === 'move') return plus(point, vector);
  if (kind === 'scale') return plus(centre, times(minus(point, centre), amount));
  return turned(point, centre, vector, (amount * Math.PI) / 180);
}

/** What the running gesture tells. */
export function stepWords(kind: Kind, pull: Pull): string {
  const { axis } = pull.typed;
  if (kind === 'scale') return `Scale: ${factor(pull).toFixed(2)}`;
  if (kind === 'turn') return `Turn${axis ? ` about ${axis}` : ''}: ${degrees(pull).toFixed(1)}°`;
  const along = axis ?? (typedNumber(pull.typed) === null ? null : 'X');
  return along ? `Move along ${along}: ${dot(way(pull), AXES[along]).toPrecision(3)}` : 'Move · X, Y, Z: along an axis · Esc: cancel';
}

/** The axis of a turn: the typed one, or straight at the viewer. */
export function turnAxis(lens: Lens, { axis }: Typed): Vector {
  return axis ? AXES[axis] : towardViewer(lens);
}

/** How far a pointer turns about an axis through the pivot, in radians; an axis that points away turns the other way. */
export function sweptAbout(lens: Lens, pivot: Vector, axis: Vector, from: Place, to: Place): number {
  const angle = swept(project(lens, pivot), from, to);
  return dot(axis, towardViewer(lens)) < 0 ? -angle : angle;
}

function way({ lens, grip, plane, from, at, typed }: Pull): Vector {
  const number = typedNumber(typed);
  if (number !== null) return times(AXES[typed.axis ?? 'X'], number);
  const dx = at.x - from.x, dy = at.y - from.y;
  if (typed.axis) return minus(onAxis(lens, grip, AXES[typed.axis], dx, dy), grip);
  return minus(plane ? inPlane(lens, grip, AXES[plane], dx, dy) : inScreenPlane(lens, grip, dx, dy), grip);
}

function degrees({ angle, typed }: Pull): number {
  return typedNumber(typed) ?? (angle * 180) / Math.PI;
}

function factor({ lens, pivot, from, at, typed }: Pull): number {
  const centre = project(lens, pivot);
  const reach = (place: Place): number => Math.max(NEAREST, length([place.x - centre.x, place.y - centre.y, 0]));
  return Math.max(SMALLEST, typedNumber(typed) ?? reach(at) / reach(from));
}
