/** What Handle IK has in the page's state and in its poses. */

import type { Vector } from '../../state/vectors';
import type { Lifetimes } from '../contract';
import type { Tree } from './limbs';
import type { Sculpture } from './messages';

declare module '../../state/state' {
  interface State {
    /** Pictures of the sculptures on the shelf. */
    readonly shelf: ReadonlyMap<Sculpture, string>;
    /** Whether parts are moved, turned and scaled alone, and carry nothing. */
    readonly partsFree: boolean;
  }

  interface PoseState {
    /** Where the centres of the painted parts are, by the parts' ids. */
    readonly centres?: ReadonlyMap<number, Vector>;
    /** Which painted part carries which. */
    readonly tree?: Tree;
  }
}

export const STATE: Lifetimes = { settings: { partsFree: false }, model: { shelf: new Map() } };
