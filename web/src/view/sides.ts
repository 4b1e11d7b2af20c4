/** Which rigs and poses are drawn side by side. */

import type { PoseState, RigState, State } from '../state/state';
import type { Side } from './marks';

/** What is shown, and beside it another where two methods are compared. */
export function sides({ rig, pose: posed, peek, beside }: Readonly<State>): Side[] {
  const pose = peek ?? posed, own = { rig: fitting(rig, pose), pose };
  return beside ? [own, beside] : [own];
}

/** Rigs as those whose vertices are told themselves, which frames of clips and of follow-through are. */
const TOLD = new WeakMap<RigState, RigState>();

/** The rig as the body shows this pose of it. */
function fitting(rig: RigState | null, pose: PoseState | null): RigState | null {
  if (!rig || !pose?.V || pose.palette || pose.points || !(rig.influences ?? rig.carry)) return rig;
  const plain = TOLD.get(rig) ?? { ...rig, influences: null, blend: null, carry: null };
  TOLD.set(rig, plain);
  return plain;
}
