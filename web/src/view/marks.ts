/** What the state looks like as discs and lines. */

import { viewOf } from '../methods/views';
import { shownAt } from '../state/document';
import type { OverlayState, PoseState, State } from '../state/state';
import { project, type Lens } from '../tools/lens';
import type { Colours } from './colours';
import type { Disc, Segment } from './markers';
import type { Hit } from './picking';

const RADIUS = 5.5;
const RADIUS_NEAR = 7.5;
const RADIUS_DOT = 3;
/** A pull is drawn when the surface stays behind by more than this, in pixels. */
const VISIBLE_GAP = 3;

/** Discs, pulls, the bonds of groups, and the colour of the lines. */
export type Marks = [Disc[], Segment[], Segment[], string];

/** pose: the one that is shown; near: the handle under the pointer; ghost: where a click would place one. */
export function marks(
  state: Readonly<State>, pose: PoseState | null, overlay: OverlayState | null, near: number | null, ghost: Hit | null, colours: Colours, lens: Lens,
): Marks {
  const { document, selection } = state;
  const discs: Disc[] = [];
  const pulls: Segment[] = [];
  for (let i = 0; i < (overlay?.dots?.length ?? 0); i += 3) {
    const [x, y, z] = overlay!.dots!.subarray(i, i + 3);
    discs.push({ at: [x, y, z], radius: RADIUS_DOT, fill: colours.wire, edge: colours.wire, ring: false });
  }
  if (ghost) discs.push({ at: ghost.at, radius: RADIUS - 1, fill: colours.accent, edge: colours.disc, ring: false });
  if (viewOf(document.method).hidesHandles?.(state) || state.playing || state.clip) return [discs, pulls, [], colours.accent];
  for (const handle of document.handles) {
    const at = shownAt(document, pose?.reached ?? null, handle);
    const on = selection.includes(handle.id);
    const radius = handle.id === near ? RADIUS_NEAR : RADIUS;
    const edge = on ? colours.disc : colours.accent;
    discs.push({ at, radius, fill: on ? colours.accent : colours.disc, edge, ring: handle.pinned });
    const reached = pose?.reached.get(handle.id);
    if (reached && apart(lens, reached, at) > VISIBLE_GAP) {
      pulls.push([reached, at]);
      discs.push({ at: reached, radius: RADIUS_DOT, fill: colours.accent, edge: colours.accent, ring: false });
    }
  }
  return [discs, pulls, bonds(state, pose), colours.accent];
}

/** A thin line from each handle of a group to the next. */
function bonds({ document }: Readonly<State>, pose: PoseState | null): Segment[] {
  const last = new Map<number, readonly [number, number, number]>();
  const found: Segment[] = [];
  for (const handle of document.handles) {
    if (handle.group === null) continue;
    const at = shownAt(document, pose?.reached ?? null, handle);
    const before = last.get(handle.group);
    if (before) found.push([before, at]);
    last.set(handle.group, at);
  }
  return found;
}

function apart(lens: Lens, a: [number, number, number], b: [number, number, number]): number {
  const p = project(lens, a), q = project(lens, b);
  return Math.hypot(p.x - q.x, p.y - q.y);
}
