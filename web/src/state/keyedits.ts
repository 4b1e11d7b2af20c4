/** Edits of curves, copies of keys and names of rows. Pure functions: what goes in is never changed. */

import type { Key, Row, Timeline } from '../wire/messages';
import { knotsOf, numbersOf, refreshed, withNumber, type Tangent, type Way } from './curves';
import { changed, cyclic, keysOf, merged, rowId, spotOf, type Spot } from './timeline';

/** A key of one curve: its spot, and the number of the curve in its row. */
export type Point = `${Spot}/${number}`;

export function pointOf(row: Row, at: number, curve: number): Point {
  return `${spotOf(row, at)}/${curve}`;
}

/** The curves of each spot that points name. */
export function curvesAt(points: Iterable<Point>): Map<Spot, number[]> {
  const found = new Map<Spot, number[]>();
  for (const point of points) {
    const cut = point.lastIndexOf('/'), spot = point.slice(0, cut) as Spot;
    found.set(spot, [...(found.get(spot) ?? []), Number(point.slice(cut + 1))]);
  }
  return found;
}

/** The timeline with keys of points changed, each by itself. */
function edited(timeline: Timeline, points: Iterable<Point>, change: (row: Row, key: Key, curves: readonly number[]) => Key): Timeline {
  const all = curvesAt(points);
  return changed(timeline, new Set(all.keys()), (row, picked, others) => merged(others, picked.map((key) => change(row, key, all.get(spotOf(row, key.at))!))));
}

/** Points raised by so much. */
export function raised(timeline: Timeline, points: Iterable<Point>, rise: number): Timeline {
  return edited(timeline, points, (row, key, curves) => curves.reduce((one, curve) => withNumber(row, one, curve, numbersOf(row, key)[curve] + rise), key));
}

/** Points at one value. */
export function valued(timeline: Timeline, points: Iterable<Point>, value: number): Timeline {
  return edited(timeline, points, (row, key, curves) => curves.reduce((one, curve) => withNumber(row, one, curve, value), key));
}

/** Points with a tangent: the pieces beside them become Bézier curves, without another course where they were none. */
export function tangented(timeline: Timeline, points: Iterable<Point>, tangent: Tangent): Timeline {
  const all = curvesAt(points);
  const rows = timeline.rows.map((row) => {
    const picked = row.keys.map((key) => all.get(spotOf(row, key.at)) ?? []);
    if (picked.every((curves) => curves.length === 0)) return row;
    const bent = row.keys.map((key, i) => ({ ...key, ease: key.ease !== 'step' && (picked[i].length > 0 || picked.at(i + 1)?.length) ? ('bezier' as const) : key.ease }));
    const keys = bent.map((key, i) => ({ ...key, tangents: tangentsOf(row, i).map((own, curve) => (picked[i].includes(curve) ? tangent : own)) }));
    return refreshed({ ...row, keys });
  });
  return { ...timeline, rows };
}

/** What keeps each curve of a key; a straight neighbour of a key that is bent stays straight. */
function tangentsOf(row: Row, i: number): Tangent[] {
  const { tangents, ease } = row.keys[i], before = row.keys.at(i - 1)?.ease;
  const usual: Tangent = ease === 'linear' && (i === 0 || before === 'linear') ? 'linear' : 'auto';
  return numbersOf(row, row.keys[i]).map((_, curve) => tangents.at(curve) ?? usual);
}

/** A Bézier handle put somewhere; aligned: the handle on the other side turns with it and keeps its length in frames. */
export function bent(timeline: Timeline, point: Point, side: 'left' | 'right', way: Way, aligned: boolean): Timeline {
  return edited(timeline, [point], (row, key, [curve]) => {
    const count = numbersOf(row, key).length, knot = knotsOf(row, curve)[row.keys.indexOf(key)];
    const slope = way[1] / way[0], other = side === 'left' ? knot.right : knot.left;
    const turned: Way = aligned && Number.isFinite(slope) ? [other[0], other[0] * slope] : other;
    const [left, right] = side === 'left' ? [way, turned] : [turned, way];
    const handles = [...key.handles];
    handles.splice(4 * curve, 4, ...left, ...right);
    const tangents = Array.from({ length: count }, (_, i) => (i === curve ? 'free' : (key.tangents.at(i) ?? 'auto')) satisfies Tangent);
    return { ...key, handles, tangents };
  });
}

/** Keys to paste: of each row, in frames from the first of all. */
export type Copied = readonly { readonly row: string; readonly keys: readonly Key[] }[];

export function copied(timeline: Timeline, spots: readonly Spot[]): Copied {
  const all = new Set(spots), first = Math.min(...keysOf(timeline, spots).map(({ at }) => at));
  return timeline.rows.map((row) => ({ row: rowId(row), keys: row.keys.filter(({ at }) => all.has(spotOf(row, at))).map((key) => ({ ...key, at: key.at - first })) })).filter(({ keys }) => keys.length);
}

/** Copies from a frame on, in their own rows; what they land on goes. Gives their spots as well. */
export function pasted(timeline: Timeline, copies: Copied, frame: number): { timeline: Timeline; spots: Spot[] } {
  const spots: Spot[] = [];
  const rows = timeline.rows.map((row) => {
    const own = copies.find((copy) => copy.row === rowId(row) && copy.keys[0].targets.length === row.keys[0].targets.length);
    if (!own) return row;
    const keys = own.keys.map((key) => ({ ...key, at: key.at + frame }));
    spots.push(...keys.map(({ at }) => spotOf(row, at)));
    return refreshed({ ...row, keys: merged(row.keys, keys) });
  });
  return { timeline: { ...timeline, rows, last: Math.max(timeline.last, ...spots.map((spot) => Number(spot.split('@').at(-1)))) }, spots };
}

/** The picked keys once more behind themselves: a copy begins where they end, so that a walk goes on. Gives the copies' spots as well. */
export function cycled(timeline: Timeline, spots: readonly Spot[]): { timeline: Timeline; spots: Spot[] } {
  const next: Spot[] = [];
  const times = keysOf(timeline, spots).map(({ at }) => at), period = Math.max(...times) - Math.min(...times);
  if (!(period > 0)) return { timeline, spots: [...spots] };
  const made = changed(timeline, new Set(spots), (row, picked, others) => {
    const first = picked[0], last = picked[picked.length - 1];
    const copies = picked.map((key) => ({ ...key, at: key.at + period, targets: key.targets.map((value, i) => value + last.targets[i] - first.targets[i]) }));
    next.push(...copies.map(({ at }) => spotOf(row, at)));
    return merged([...others, ...picked], copies);
  });
  return { timeline: { ...made, last: Math.max(made.last, Math.max(...times) + period) }, spots: next };
}

/** Loops whose last key is put where the first is: they are tied from then on. */
export function closed(timeline: Timeline, ids: readonly string[]): Timeline {
  return { ...timeline, rows: timeline.rows.map((row) => {
    if (!ids.includes(rowId(row)) || !cyclic(row)) return row;
    const { targets, weight } = row.keys[0], last = row.keys.length - 1;
    return refreshed({ ...row, keys: row.keys.map((key, i) => (i === last ? { ...key, targets, weight } : key)) });
  }) };
}

/** Whether a loop jumps from its last key to its first. */
export function jumps(row: Row): boolean {
  const first = row.keys[0], last = row.keys[row.keys.length - 1];
  return cyclic(row) && (first.weight !== last.weight || first.targets.some((value, i) => value !== last.targets[i]));
}

export function renamed(timeline: Timeline, id: string, name: string): Timeline {
  return { ...timeline, rows: timeline.rows.map((row) => (rowId(row) === id ? { ...row, name } : row)) };
}
