/** Motion trails: the ways of selected handles over the frames, as their keys have them. */

import { piecesOf, valueAt } from '../state/curves';
import type { State } from '../state/state';
import type { Vector } from '../state/vectors';
import type { Row } from '../wire/messages';
import type { Colours } from './colours';
import type { Disc, Segment } from './markers';

/** Frames of a trail at most; longer ones leave some out. */
const MOST = 600;
const RADIUS_FRAME = 1.5, RADIUS_KEY = 3.25;

/** Where the mean of a row's handles is in each of some frames. */
export function trailOf(row: Row, frames: readonly number[]): Vector[] {
  const axes = [0, 1, 2].map((axis) => piecesOf(row, axis));
  if (axes[0].length === 0) return [];
  return frames.map((frame): Vector => [valueAt(row, axes[0], frame), valueAt(row, axes[1], frame), valueAt(row, axes[2], frame)]);
}

/** Lines along the ways of what is selected, a dot for each frame and a larger one for each key; none unless they are asked for. */
export function trails({ document: { timeline: { rows, first, last } }, selection, trails: on }: Readonly<State>, colours: Colours): { discs: Disc[]; lines: Segment[] } {
  const own = on ? rows.filter((row) => row.numbers === null && row.handles.some((id) => selection.includes(id))) : [];
  const step = Math.max(1, Math.ceil((last - first) / MOST)), frames = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
  const dot = (at: Vector, radius: number): Disc => ({ at, radius, fill: radius > RADIUS_FRAME ? colours.disc : colours.accent, edge: colours.accent, ring: false });
  const ways = own.map((row) => ({ row, way: trailOf(row, frames) }));
  return {
    lines: ways.flatMap(({ way }) => way.slice(1).map((at, i): Segment => [way[i], at])),
    discs: ways.flatMap(({ row, way }) => [...way.map((at) => dot(at, RADIUS_FRAME)), ...trailOf(row, row.keys.map(({ at }) => at)).map((at) => dot(at, RADIUS_KEY))]),
  };
}
