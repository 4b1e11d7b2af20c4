/** What Cage IK has in the page's state, in its rig and in its poses. */

import type { Lifetimes } from '../contract';
import type { CagesRecovered, CageView } from './messages';

/** How well the cages of the model's poses make them. */
export type Recovered = Omit<CagesRecovered, 'type'>;

declare module '../../state/state' {
  interface State {
    /** Vertices of the cage that are selected, and the one under the pointer. */
    readonly cageSelection: readonly number[];
    readonly cageNear: number | null;
    readonly showCage: boolean;
    readonly showWeights: boolean;
    /** Whether the cage's other vertices follow those that are dragged; and over how many frames a new edit fades. */
    readonly cageFollow: boolean;
    readonly cageReach: number;
    /** The cages of the model's poses, once they were found. */
    readonly recovered: Recovered | null;
  }

  interface RigState {
    /** Which cage the mesh is bound to; where its vertices rest, flat (c, 3); its edges, flat (e, 2). */
    readonly cage?: CageView | null;
    readonly cageRest?: Floats | null;
    readonly edges?: Uint16Array<ArrayBuffer> | null;
  }

  interface PoseState {
    /** The cage of a frame without what pulls on it, flat (c, 3); null where no frame is pulled on. */
    readonly base?: Floats | null;
  }
}

export const STATE: Lifetimes = {
  settings: { showCage: true, showWeights: true, cageFollow: true, cageReach: 8 },
  model: { cageNear: null, recovered: null },
  selection: { cageSelection: [] },
};
