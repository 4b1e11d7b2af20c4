/** What Joint IK has in the page's state, in its rig and in its poses. */

import type { Vector } from '../../state/vectors';
import type { Floats } from '../../state/state';
import type { Lifetimes } from '../contract';
import type { JointsSlice, JointView, MechanismRan, MechanismView } from './messages';

/** A joint that is being moved or turned. */
export interface JointDraft {
  readonly joint: number;
  readonly origin: Vector;
  readonly frame: readonly number[];
}

/** What a joint of a mechanism could be instead; null until that is known. */
export interface Instead {
  readonly mechanism: MechanismView;
  readonly joint: number;
  readonly others: readonly JointView[] | null;
}

/** A simulation; motions: of each part from rest, rows of [R t], flat (frames, parts, 12). */
export interface Ran extends Omit<MechanismRan, 'type'> {
  readonly mechanism: MechanismView;
  readonly motions: Floats;
}

declare module '../../state/state' {
  interface State {
    /** The joint that is selected, by its place in the list. */
    readonly jointSelection: number | null;
    /** Where its gizmo has it, until the server has followed: its place and its frame at rest. */
    readonly jointDraft: JointDraft | null;
    /** What else the selected joint could be, and the one of it that is being looked at. */
    readonly instead: Instead | null;
    readonly tried: JointView | null;
    /** What a simulation of the mechanism gave, and the frame of it that is shown; null for none. */
    readonly ran: Ran | null;
    readonly ranFrame: number | null;
    /** What is shown: the parts in colours, the joints, the cells of soft parts, all apart. */
    readonly partColours: boolean;
    readonly showJoints: boolean;
    readonly showCells: boolean;
    readonly exploded: boolean;
    /** The edits that the server could follow last. */
    readonly followedEdits: JointsSlice['edits'];
  }

  interface RigState {
    readonly mechanism?: MechanismView | null;
    /** The part of each vertex; the corners of soft parts' cells, flat (k, 8, 3), and the control of each. */
    readonly component?: Uint16Array | null;
    readonly cells?: Floats | null;
    readonly cellBody?: Uint16Array | null;
  }

  interface PoseState {
    /** Of the joints' free motions, flat (j, 3). */
    readonly values?: Floats | null;
    /** Of the rig, flat (k,), as they can be set; a ball's turns are about x, y′ and z″. */
    readonly settings?: Floats | null;
  }
}

export const STATE: Lifetimes = {
  settings: { partColours: true, showJoints: true, showCells: true, followedEdits: [] },
  model: { jointDraft: null },
  method: { exploded: false, instead: null, tried: null, ran: null, ranFrame: null },
  selection: { jointSelection: null },
};
