/** The curves of keys, as the library has them: see animation/keys.py and slopes.py. Pure functions. */

import type { Key, Row } from '../wire/messages';

export type Tangent = Key['tangents'][number];
/** How far a Bézier handle lies from its key: frames and value. */
export type Way = readonly [number, number];

/** A key of one curve. left, right: its Bézier handles. */
export interface Knot {
  readonly at: number;
  readonly value: number;
  readonly ease: Key['ease'];
  readonly tangent: Tangent;
  readonly left: Way;
  readonly right: Way;
}

/** A piece of a curve between two keys: a cubic in frame and value, given by four points; or a step. */
export interface Piece {
  readonly points: readonly [Way, Way, Way, Way];
  readonly step: boolean;
}

/** x, y, z of the handles' mean and the weight; or the row's own numbers. */
export function numbersOf(row: Row, key: Key): number[] {
  if (row.numbers !== null) return key.targets;
  const count = row.handles.length;
  const mean = [0, 1, 2].map((axis) => row.handles.reduce((sum, _id, i) => sum + key.targets[3 * i + axis], 0) / count);
  return [...mean, key.weight];
}

/** The key with a number of one of its curves changed; handles of a group go along. */
export function withNumber(row: Row, key: Key, curve: number, value: number): Key {
  if (row.numbers === null && curve === 3) return { ...key, weight: Math.min(1, Math.max(0, value)) };
  if (row.numbers !== null) return { ...key, targets: key.targets.map((one, i) => (i === curve ? value : one)) };
  const step = value - numbersOf(row, key)[curve];
  return { ...key, targets: key.targets.map((one, i) => (i % 3 === curve ? one + step : one)) };
}

/** The keys of one curve of a row. */
export function knotsOf(row: Row, curve: number): Knot[] {
  const values = row.keys.map((key) => numbersOf(row, key)[curve]);
  const own = ways(row, curve, values, row.keys.map(({ tangents }) => tangents[curve] ?? 'auto'));
  return row.keys.map(({ at, ease, tangents }, i) => ({ at, ease, value: values[i], tangent: tangents[curve] ?? 'auto', ...own[i] }));
}

/** The row with the Bézier handles that its tangents ask for: those that are not free follow their neighbours. */
export function refreshed(row: Row): Row {
  if (row.keys.every(({ ease, handles }) => ease !== 'bezier' && handles.length === 0)) return row;
  const count = row.keys.length ? numbersOf(row, row.keys[0]).length : 0;
  const curves = Array.from({ length: count }, (_, curve) => knotsOf(row, curve));
  return { ...row, keys: row.keys.map((key, i) => ({ ...key, handles: curves.flatMap((knots) => [...knots[i].left, ...knots[i].right]) })) };
}

/** The handles of one curve's keys, by their tangents. */
function ways({ keys, ...row }: Row, curve: number, values: readonly number[], tangents: readonly Tangent[]): { left: Way; right: Way }[] {
  const slopes = slopesOf(keys.map(({ at }) => at), values, seamOf({ keys, ...row }, curve));
  return keys.map(({ at, handles }, i) => {
    const before = i > 0 ? at - keys[i - 1].at : null, after = i + 1 < keys.length ? keys[i + 1].at - at : null;
    const told = handles.slice(4 * curve, 4 * curve + 4);
    if (tangents[i] === 'free' && told.length === 4) return { left: [told[0], told[1]], right: [told[2], told[3]] };
    const back = (before ?? after ?? 3) / 3, on = (after ?? before ?? 3) / 3;
    if (tangents[i] === 'linear') {
      const down = i > 0 ? (values[i - 1] - values[i]) / 3 : 0, up = i + 1 < values.length ? (values[i + 1] - values[i]) / 3 : 0;
      return { left: [-back, down], right: [on, up] };
    }
    const slope = tangents[i] === 'flat' ? 0 : slopes[i];
    return { left: [-back, -back * slope], right: [on, on * slope] };
  });
}

/** How a curve goes on from its last key to its first: around, back, or not at all. */
type Seam = 'around' | 'back' | 'none';

function seamOf({ keys, before, after, numbers }: Row, curve: number): Seam {
  const ways = new Set([before, after].filter((way) => way !== 'hold')), [first, last] = [keys[0], keys[keys.length - 1]];
  if (keys.length < 2 || ways.size !== 1) return 'none';
  if (ways.has('ping-pong')) return 'back';
  const weight = numbers === null && curve === 3;
  const same = weight ? first.weight === last.weight : first.targets.every((value, i) => value === last.targets[i]);
  return ways.has('offset') || same ? 'around' : 'none';
}

/** Slopes at keys without overshoot [Fritsch1984]. */
export function slopesOf(times: readonly number[], values: readonly number[], seam: Seam = 'none'): number[] {
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  const chords = gaps.map((gap, i) => (values[i + 1] - values[i]) / gap);
  const last = gaps.length - 1;
  if (last < 0) return values.map(() => 0);
  return values.map((_, i) => {
    if (i > 0 && i <= last) return inner(gaps[i - 1], gaps[i], chords[i - 1], chords[i]);
    if (seam !== 'none') return seam === 'back' ? 0 : inner(gaps[last], gaps[0], chords[last], chords[0]);
    if (last === 0) return chords[0];
    return i === 0 ? end(gaps[0], gaps[1], chords[0], chords[1]) : end(gaps[last], gaps[last - 1], chords[last], chords[last - 1]);
  });
}

/** The weighted harmonic mean of two chords; 0 where the curve turns. */
function inner(h0: number, h1: number, before: number, after: number): number {
  if (before * after <= 0) return 0;
  const w0 = h0 + 2 * h1, w1 = 2 * h0 + h1;
  return (w0 + w1) / (w0 / before + w1 / after);
}

/** The slope of the parabola through three keys at its end, cut where it would overshoot. */
function end(h0: number, h1: number, near: number, far: number): number {
  const slope = ((2 * h0 + h1) * near - h0 * far) / (h0 + h1);
  if (slope * near <= 0) return 0;
  return near * far < 0 && Math.abs(slope) > 3 * Math.abs(near) ? 3 * near : slope;
}

/** The pieces of a curve between its keys. */
export function piecesOf(row: Row, curve: number): Piece[] {
  const knots = knotsOf(row, curve), smooth = smoothSlopes(knots, seamOf(row, curve));
  return knots.slice(0, -1).map((knot, i) => {
    const next = knots[i + 1], gap = next.at - knot.at, rise = next.value - knot.value;
    const straight: readonly [Way, Way] = [[gap / 3, rise / 3], [-gap / 3, -rise / 3]];
    const [out, into] = knot.ease === 'smooth' ? ([[gap / 3, (gap / 3) * smooth[i]], [-gap / 3, (-gap / 3) * smooth[i + 1]]] as const)
      : knot.ease === 'bezier' && row.keys[i].handles.length > 0 ? ([reach(knot.right, gap), reach(next.left, -gap)] as const) : straight;
    const [a, d]: [Way, Way] = [[knot.at, knot.value], [next.at, next.value]];
    return { points: [a, [a[0] + out[0], a[1] + out[1]], [d[0] + into[0], d[1] + into[1]], d], step: knot.ease === 'step' };
  });
}

/** Slopes of the smooth stretches, each by itself, and at a seam that is smooth on both sides. */
function smoothSlopes(knots: readonly Knot[], seam: Seam): number[] {
  const slopesFor = (some: readonly Knot[], own: Seam): number[] => slopesOf(some.map(({ at }) => at), some.map(({ value }) => value), own);
  const slopes = knots.map(() => 0), last = knots.length - 1;
  for (let first = 0; first < last; first++) {
    if (knots[first].ease !== 'smooth') continue;
    let to = first;
    while (to < last && knots[to].ease === 'smooth') to++;
    slopesFor(knots.slice(first, to + 1), 'none').forEach((slope, i) => { slopes[first + i] = slope; });
    first = to - 1;
  }
  if (seam !== 'none' && knots[0].ease === 'smooth' && knots[last - 1].ease === 'smooth') slopes[0] = slopes[last] = slopesFor(knots, seam)[0];
  return slopes;
}

/** A handle that does not point backwards, and ends at the next key at most. */
function reach([frames, value]: Way, gap: number): Way {
  const share = frames / gap;
  if (share <= 0) return [0, value];
  return share > 1 ? [gap, value / share] : [frames, value];
}

/** The value of a curve at a frame. */
export function valueAt(row: Row, pieces: readonly Piece[], frame: number): number {
  const first = pieces[0].points[0], last = pieces[pieces.length - 1].points[3];
  const { inside, cycles } = folded(row, frame, first[0], last[0]);
  const piece = pieces.find(({ points }) => inside < points[3][0]);
  const rise = cycles * (last[1] - first[1]);
  if (!piece) return last[1] + rise;
  const [a, b, c, d] = piece.points;
  if (piece.step) return a[1] + rise;
  let low = 0, high = 1;
  // Time rises along the piece: halving finds the frame to the last bit.
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (cubic(a[0], b[0], c[0], d[0], middle) <= inside) low = middle;
    else high = middle;
  }
  return cubic(a[1], b[1], c[1], d[1], low) + rise;
}

function cubic(a: number, b: number, c: number, d: number, s: number): number {
  const t = 1 - s;
  return t * t * t * a + 3 * s * t * t * b + 3 * s * s * t * c + s * s * s * d;
}

/** A frame moved into the span of the keys, and how many spans are to be added to its value. */
function folded({ before, after }: Row, frame: number, first: number, last: number): { inside: number; cycles: number } {
  const way = frame < first ? before : frame > last ? after : 'hold', period = last - first;
  if (way === 'hold' || period === 0) return { inside: Math.min(last, Math.max(first, frame)), cycles: 0 };
  const passed = Math.floor((frame - first) / period), phase = frame - first - passed * period;
  const back = way === 'ping-pong' && passed % 2 !== 0;
  return { inside: first + (back ? period - phase : phase), cycles: way === 'offset' ? passed : 0 };
}

/** The pieces of the repeats of a curve beyond its keys, as far as two frames. */
export function repeats(row: Row, pieces: readonly Piece[], from: number, to: number): Piece[] {
  if (pieces.length === 0) return [];
  const first = pieces[0].points[0], last = pieces[pieces.length - 1].points[3], period = last[0] - first[0], rise = last[1] - first[1];
  const found: Piece[] = [];
  const copy = (cycle: number, way: Row['after']): void => {
    const back = way === 'ping-pong' && cycle % 2 !== 0;
    const place = ([frame, value]: Way): Way => [(back ? first[0] + last[0] - frame : frame) + cycle * period, value + (way === 'offset' ? cycle * rise : 0)];
    found.push(...pieces.map(({ points: [a, b, c, d], step }) => ({ points: [place(a), place(b), place(c), place(d)] as const, step })));
  };
  if (row.after !== 'hold') for (let cycle = 1; last[0] + (cycle - 1) * period < to && cycle <= MOST_REPEATS; cycle++) copy(cycle, row.after);
  if (row.before !== 'hold') for (let cycle = 1; first[0] - (cycle - 1) * period > from && cycle <= MOST_REPEATS; cycle++) copy(-cycle, row.before);
  return found;
}

/** Repeats that are drawn at most, on each side. */
const MOST_REPEATS = 200;
