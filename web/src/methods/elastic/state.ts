/** What Elastic IK has in its rig. */

import type { NamedVertices } from './messages';

declare module '../../state/state' {
  interface RigState {
    /** The materials and groups of the mesh, under their names. */
    readonly named?: readonly NamedVertices[];
  }
}
