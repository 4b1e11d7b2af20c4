/** The cage over the body: its edges, and its vertices as discs. */

import type { PoseState, RigState, State } from '../../state/state';
import { row } from '../../state/vectors';
import type { Colours } from '../../view/colours';
import type { LatticeShape } from '../../view/lattice';
import type { Disc } from '../../view/markers';
import { cagePoints } from './slice';

/** Of a vertex, and of one that is selected, held or under the pointer; in pixels. */
const RADIUS = 3.5;
const RADIUS_NEAR = 6;

/** The cage of a rig and its pose, or null where none is to be seen. */
export function lattice(state: Readonly<State>, rig: RigState, pose: PoseState | null, colours: Colours): LatticeShape | null {
  const points = cagePoints(rig, pose);
  if (!points || !rig.edges || !state.showCage || state.clip) return null;
  const held = new Set(state.document.slices.cage.pins.map(({ vertex }) => vertex));
  const discs = Array.from({ length: points.length / 3 }, (_, vertex): Disc => {
    const on = state.cageSelection.includes(vertex);
    const radius = on || vertex === state.cageNear || held.has(vertex) ? RADIUS_NEAR : RADIUS;
    return { at: row(points, vertex), radius, fill: on ? colours.accent : colours.disc, edge: !on ? colours.lattice : held.has(vertex) ? colours.accent : colours.disc, ring: held.has(vertex) };
  });
  return { points, edges: rig.edges, discs, colour: colours.lattice };
}
