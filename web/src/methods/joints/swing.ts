/** A joint moved through its range, to be looked at: pure functions. */

import type { Floats } from '../../state/state';
import { turned, type Vector } from '../../state/vectors';
import { carried, frameRow, uncarried } from './mechanism';
import type { JointView, MechanismView, MotionView } from './messages';

/** Seconds in which one motion goes to its highest, to its lowest and back. */
const PERIOD = 2.4;
/** How far a motion goes on a side where nothing stops it: radians, or a share of the model's diagonal. */
const FREE_TURN = Math.PI / 6;
const FREE_SLIDE = 0.08;

/** One motion of a joint, at a value. */
export interface Shown {
  readonly motion: MotionView;
  readonly value: number;
}

/** The parts that swing about a joint, and on which side of it they are. */
export interface Side {
  readonly parts: ReadonlySet<number>;
  readonly side: 'a' | 'b';
}

/** Which parts swing about a joint: those that hang on one side of it, the lighter one by vertices. */
export function swinging(mechanism: MechanismView, index: number, component: ArrayLike<number>): Side {
  const { a, b } = mechanism.joints[index];
  const beyond = (from: number, other: number): Set<number> => {
    const reached = new Set([from]);
    for (const part of reached) {
      mechanism.joints.forEach((joint, i) => {
        if (i === index) return;
        if (joint.a === part) reached.add(joint.b);
        if (joint.b === part) reached.add(joint.a);
      });
    }
    // In a loop the two sides hang together: the part alone is shown then.
    return reached.has(other) ? new Set([from]) : reached;
  };
  const sides = { a: beyond(a, b), b: beyond(b, a) };
  const weights = { a: 0, b: 0 };
  for (let i = 0; i < component.length; i++) {
    if (sides.a.has(component[i])) weights.a += 1;
    if (sides.b.has(component[i])) weights.b += 1;
  }
  const side = weights.a < weights.b ? 'a' : 'b';
  return { parts: sides[side], side };
}

/** How far a motion goes when it is shown. */
export function shownReach({ turns, low, high }: MotionView, diagonal: number): [number, number] {
  const far = turns ? FREE_TURN : FREE_SLIDE * diagonal;
  const most = turns ? Math.PI : Infinity;
  return [Math.max(low ?? -far, -most), Math.min(high ?? far, most)];
}

/** The motion that is shown after so many seconds, and its value: one motion after another, each from rest to both ends and back. */
export function valueAt(motions: readonly MotionView[], seconds: number, diagonal: number): Shown | null {
  if (motions.length === 0) return null;
  const motion = motions[Math.floor(seconds / PERIOD) % motions.length];
  const [low, high] = shownReach(motion, diagonal), time = (seconds % PERIOD) / PERIOD;
  const ease = (share: number): number => (1 - Math.cos(Math.PI * share)) / 2;
  if (time < 0.25) return { motion, value: high * ease(4 * time) };
  if (time < 0.75) return { motion, value: high + (low - high) * ease(2 * time - 0.5) };
  return { motion, value: low * (1 - ease(4 * time - 3)) };
}

/** Positions, flat (n, 3), with the swinging parts where one motion of the joint takes them; palette: of the pose. */
export function swung(V: Floats, component: ArrayLike<number>, { parts, side }: Side, joint: JointView, { motion, value }: Shown, palette: ArrayLike<number> | null): Floats {
  const axis = frameRow(joint, motion.row), signed = side === 'b' ? value : -value;
  const [from, to] = side === 'b' ? [joint.bodies[1], joint.bodies[0]] : joint.bodies;
  const moves = (point: Vector): Vector => {
    const rest = uncarried(palette, from, point);
    const moved: Vector = motion.turns ? turned(rest, joint.origin, axis, signed) : [rest[0] + signed * axis[0], rest[1] + signed * axis[1], rest[2] + signed * axis[2]];
    return carried(palette, to, moved);
  };
  const zero = moves([0, 0, 0]);
  const [x, y, z] = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const).map((unit) => moves([...unit]).map((c, i) => c - zero[i]));
  const next = V.slice();
  for (let i = 0; i < component.length; i++) {
    if (!parts.has(component[i])) continue;
    const k = 3 * i;
    for (let c = 0; c < 3; c++) next[k + c] = zero[c] + x[c] * V[k] + y[c] * V[k + 1] + z[c] * V[k + 2];
  }
  return next;
}
