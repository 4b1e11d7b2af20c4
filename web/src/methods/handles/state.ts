/** What Handle IK has in the page's state and in its poses. */

import type { Vector } from '../../state/vectors';
import type { Lifetimes } from '../contract';
import type { Sculpture } from './messages';

declare module '../../state/state' {
  interface State {
    /** Pictures of the sculptures on the shelf. */
    readonly shelf: ReadonlyMap<Sculpture, string>;
  }

  interface PoseState {
    /** Where the centres of the painted parts are, by the parts' ids. */
    readonly centres?: ReadonlyMap<number, Vector>;
  }
}

export const STATE: Lifetimes = { model: { shelf: new Map() } };
