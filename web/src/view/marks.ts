/** What the state looks like as discs and lines. */

import { viewOf } from '../methods/views';
import { shownAt } from '../state/document';
import { isHidden } from '../state/parts';
import { can, shareOf } from '../state/pins';
import type { OverlayState, PoseState, RigState, State } from '../state/state';
import { cross, length, plus, times, type Vector } from '../state/vectors';
import { project, type Lens } from '../tools/lens';
import type { Handle } from '../wire/messages';
import type { Colours } from './colours';
import type { Disc, Segment } from './markers';
import type { Hit } from './picking';
import { trails } from './trails';

const RADIUS = 5.5;
const RADIUS_NEAR = 7.5;
const RADIUS_DOT = 3;
/** Dots where a floor holds the model up. */
const RADIUS_CONTACT = 1.75;
/** What a handle slides on is drawn this far to either side, in diagonals of the model. */
const GLYPH = 0.035;
/** How much the disc of the softest handle lets through. */
const HOLLOW = 0.85;
/** A pull is drawn when the surface stays behind by more than this, in pixels. */
const VISIBLE_GAP = 3;

/** A rig and the pose of it that is shown. */
export interface Side {
  readonly rig: RigState | null;
  readonly pose: PoseState | null;
}

/** Discs, pulls, thin lines (bonds of groups, and what handles slide on), and the colour of the lines. */
export type Marks = [Disc[], Segment[], Segment[], string];

/** An end of the model that is offered as a handle: a hollow disc. */
export function offer(at: Vector, colours: Colours): Disc {
  return { at, radius: RADIUS - 1, fill: colours.disc, edge: colours.accent, ring: false, hollow: HOLLOW };
}

/** near: the handle under the pointer; ghost: where a click would place one. */
export function marks(
  state: Readonly<State>, { rig, pose }: Side, overlay: OverlayState | null, near: number | null, ghost: Hit | null, colours: Colours, lens: Lens,
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
  for (let i = 0; i < (pose?.contacts?.length ?? 0); i += 3) {
    const [x, y, z] = pose!.contacts!.subarray(i, i + 3);
    discs.push({ at: [x, y, z], radius: RADIUS_CONTACT, fill: colours.accent, edge: colours.accent, ring: false });
  }
  for (const handle of document.handles) {
    if (isHidden(state, handle.face)) continue;
    const at = shownAt(document, pose?.reached ?? null, handle, rig?.pins);
    const on = selection.includes(handle.id);
    const radius = handle.id === near ? RADIUS_NEAR : RADIUS;
    const edge = on ? colours.disc : colours.accent;
    const hollow = can(rig, 'weight') ? HOLLOW * (1 - shareOf(handle.weight)) : 0;
    const ticks = can(rig, 'turn') && handle.turn !== null;
    discs.push({ at, radius, fill: on ? colours.accent : colours.disc, edge, ring: handle.pinned, hollow, ticks });
    const reached = pose?.reached.get(handle.id);
    if (reached && apart(lens, reached, at) > VISIBLE_GAP) {
      pulls.push([reached, at]);
      discs.push({ at: reached, radius: RADIUS_DOT, fill: colours.accent, edge: colours.accent, ring: false });
    }
  }
  const slides = can(rig, 'slide') ? document.handles.flatMap((handle) => slideLines(handle, shownAt(document, pose?.reached ?? null, handle, rig?.pins), GLYPH * (state.model?.diagonal ?? 1))) : [];
  const way = trails(state, colours);
  return [[...way.discs, ...discs], pulls, [...bonds(state, { rig, pose }), ...slides, ...way.lines], colours.accent];
}

/** A thin line from each handle of a group to the next. */
function bonds({ document }: Readonly<State>, { rig, pose }: Side): Segment[] {
  const last = new Map<number, readonly [number, number, number]>();
  const found: Segment[] = [];
  for (const handle of document.handles) {
    if (handle.group === null) continue;
    const at = shownAt(document, pose?.reached ?? null, handle, rig?.pins);
    const before = last.get(handle.group);
    if (before) found.push([before, at]);
    last.set(handle.group, at);
  }
  return found;
}

/** A line along what a handle slides on, or the edges of a square with a cross in it; size: half a side. */
function slideLines({ slide }: Handle, at: Vector, size: number): Segment[] {
  if (!slide) return [];
  const unit = times(slide.vector, 1 / length(slide.vector));
  if (slide.on === 'line') return [[plus(at, times(unit, -2 * size)), plus(at, times(unit, 2 * size))]];
  const u = sideways(unit), v = cross(unit, u);
  const corner = (a: number, b: number): Vector => plus(at, plus(times(u, a * size), times(v, b * size)));
  const corners = [corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)];
  return [...corners.map((one, i): Segment => [one, corners[(i + 1) % 4]]), [corner(-1, 0), corner(1, 0)], [corner(0, -1), corner(0, 1)]];
}

/** A unit vector across another, level with an axis of the model. */
function sideways(unit: Vector): Vector {
  const least = unit.map(Math.abs).indexOf(Math.min(...unit.map(Math.abs)));
  const across = cross(unit, [least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0]);
  return times(across, 1 / length(across));
}

function apart(lens: Lens, a: [number, number, number], b: [number, number, number]): number {
  const p = project(lens, a), q = project(lens, b);
  return Math.hypot(p.x - q.x, p.y - q.y);
}
