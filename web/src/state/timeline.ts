/** Keys over time as plain data. Pure functions: what goes in is never changed. */

import type { Document, Handle, Key, Row, Timeline } from '../wire/messages';
import { refreshed } from './curves';
import type { Vector } from './vectors';

export type Ease = Key['ease'];
export type Beyond = Row['after'];

export const UNKEYED: Timeline = { fps: 24, first: 1, last: 48, rows: [], follow: null };

/** A row is known by its first handle, or by what else it keys. */
export function rowId({ handles, numbers }: Row): string {
  return numbers ?? String(handles[0]);
}

/** A key by its row and its frame. */
export type Spot = `${string}@${number}`;

export function spotOf(row: Row, at: number): Spot {
  return `${rowId(row)}@${at}`;
}

/** A key that goes straight on. */
export const PLAIN: Pick<Key, 'tangents' | 'handles'> = { tangents: [], handles: [] };

/** The row that has a handle, or undefined. */
export function rowOf({ rows }: Timeline, id: number): Row | undefined {
  return rows.find((row) => row.handles.includes(id));
}

/** The handles of a document that K keys: with a row, what it has; else the rest of the group, or the handle alone. */
function unitOf(document: Document, handle: Handle): readonly number[] {
  const row = rowOf(document.timeline, handle.id);
  if (row) return row.handles;
  if (handle.group === null) return [handle.id];
  return document.handles.filter(({ id, group }) => group === handle.group && !rowOf(document.timeline, id)).map(({ id }) => id);
}

/** The timeline with a key for each of the handles, where they are at the document's frame. */
export function keyed(document: Document, ids: readonly number[]): Timeline {
  const { timeline, frame } = document;
  const at = new Map(document.handles.map((handle) => [handle.id, handle]));
  const units = new Map(ids.flatMap((id) => (at.has(id) ? [at.get(id)!] : [])).map((handle) => unitOf(document, handle)).map((unit) => [unit.join(), unit]));
  let { rows } = timeline;
  for (const unit of units.values()) {
    const targets = unit.flatMap((id) => at.get(id)?.target ?? []);
    const row = rows.find((one) => one.handles.join() === unit.join());
    rows = withKey(rows, row ?? { ...NO_KEYS, name: rowName(unit, at.get(unit[0])!), handles: [...unit] }, frame, targets);
  }
  return { ...timeline, rows, ...widened(timeline, frame) };
}

/** Whether a document is where the keys had it: its pose is the one that they give, whatever was done in between. */
export function asKeyed({ timeline, frame, method, slices, weights, handles }: Document, had: Document | null): boolean {
  if (!had || had.timeline !== timeline || had.frame !== frame || had.weights !== weights) return false;
  // Keys of other numbers than handles are those of one method.
  if (timeline.rows.some(({ numbers }) => numbers !== null) && (had.method !== method || had.slices !== slices)) return false;
  return handles.length === had.handles.length && handles.every(({ id, target }, i) => id === had.handles[i].id && target.every((value, axis) => value === had.handles[i].target[axis]));
}

/** The timeline with a key of other numbers than handles; called: the name of a new row. */
export function keyedNumbers({ timeline, frame }: Document, numbers: string, targets: readonly number[], called: string): Timeline {
  const row = timeline.rows.find((one) => one.numbers === numbers) ?? { ...NO_KEYS, name: called, numbers };
  return { ...timeline, rows: withKey(timeline.rows, row, frame, [...targets]), ...widened(timeline, frame) };
}

const NO_KEYS: Row = { name: '', handles: [], keys: [], before: 'hold', after: 'hold', numbers: null };

/** Rows with a key more in one of them, which may be new. */
function withKey(rows: Row[], row: Row, frame: number, targets: number[]): Row[] {
  const there = row.keys.find(({ at }) => at === frame);
  const key: Key = { at: frame, targets, ease: easeAt(row, frame), weight: there?.weight ?? 1, tangents: there?.tangents ?? [], handles: there?.handles ?? [] };
  const next = refreshed(tied(row, { ...row, keys: merged(row.keys, [key]) }));
  return rows.includes(row) ? rows.map((one) => (one === row ? next : one)) : [...rows, next];
}

function widened({ first, last }: Timeline, frame: number): Pick<Timeline, 'first' | 'last'> {
  return { first: Math.min(first, frame), last: Math.max(last, frame) };
}

/** Whether two keys are the same place. */
function alike(a: Key, b: Key): boolean {
  return a.weight === b.weight && a.targets.every((value, i) => value === b.targets[i]);
}

/** Whether a row begins again where it ends. */
export function cyclic({ before, after, keys }: Row): boolean {
  return (before === 'loop' || after === 'loop') && keys.length > 1;
}

/** The first and last key of a loop that were one place stay one: the one that was moved leads. */
export function tied(before: Row, after: Row): Row {
  const { keys } = after, last = keys.length - 1;
  if (!cyclic(after) || keys.length !== before.keys.length || !alike(before.keys[0], before.keys[last]) || alike(keys[0], keys[last])) return after;
  const { targets, weight } = alike(before.keys[0], keys[0]) ? keys[last] : keys[0];
  return { ...after, keys: keys.map((key, i) => (i === 0 || i === last ? { ...key, targets, weight } : key)) };
}

function rowName(unit: readonly number[], handle: Handle): string {
  return unit.length > 1 ? `Group ${handle.group ?? handle.id}` : (handle.name || `Handle ${handle.id}`);
}

/** A new key goes on as the one before it does. */
function easeAt({ keys }: Row, frame: number): Ease {
  return (keys.findLast(({ at }) => at <= frame) ?? keys.at(0))?.ease ?? 'smooth';
}

/** Keys with others among them, in order; of two at one frame the others stay. */
export function merged(keys: readonly Key[], others: readonly Key[]): Key[] {
  const taken = new Set(others.map(({ at }) => at));
  return [...keys.filter(({ at }) => !taken.has(at)), ...others].sort((a, b) => a.at - b.at);
}

/** The handles that K means: what is selected, else what has moved since it was keyed, else all that are free. */
export function meant(document: Document, selection: readonly number[], told: ReadonlyMap<number, Vector>, rest: (handle: Handle) => Vector, slack: number): number[] {
  if (selection.length) return [...selection];
  const moved = document.handles.filter((handle) => {
    const before = rowOf(document.timeline, handle.id) ? told.get(handle.id) : handle.pinned ? handle.target : rest(handle);
    return before !== undefined && before.some((value, axis) => Math.abs(value - handle.target[axis]) > slack);
  });
  const free = document.handles.filter(({ pinned }) => !pinned);
  return (moved.length ? moved : free.length ? free : document.handles).map(({ id }) => id);
}

/** The timeline with every picked key changed; a row without keys goes. */
export function changed(timeline: Timeline, spots: ReadonlySet<Spot>, change: (row: Row, picked: Key[], others: Key[]) => Key[]): Timeline {
  const rows = timeline.rows.flatMap((row) => {
    const picked = row.keys.filter(({ at }) => spots.has(spotOf(row, at)));
    if (picked.length === 0) return [row];
    const keys = change(row, picked, row.keys.filter((key) => !picked.includes(key)));
    return keys.length ? [refreshed(tied(row, { ...row, keys }))] : [];
  });
  return { ...timeline, rows };
}

export function removed(timeline: Timeline, spots: Iterable<Spot>): Timeline {
  return changed(timeline, new Set(spots), (_row, _picked, others) => others);
}

/** The picked keys so many frames later, or copies of them; what they land on goes. Gives their new spots as well. */
export function shifted(timeline: Timeline, spots: readonly Spot[], frames: number, copy: boolean): { timeline: Timeline; spots: Spot[] } {
  if (frames === 0) return { timeline, spots: [...spots] };
  const next: Spot[] = [];
  const moved = changed(timeline, new Set(spots), (row, picked, others) => {
    const later = picked.map((key) => ({ ...key, at: key.at + frames }));
    next.push(...later.map(({ at }) => spotOf(row, at)));
    return merged(copy ? [...others, ...picked].sort((a, b) => a.at - b.at) : others, later);
  });
  return { timeline: moved, spots: next };
}

/** The picked keys with another ease or weight. */
export function adjusted(timeline: Timeline, spots: Iterable<Spot>, change: Partial<{ ease: Ease; weight: number }>): Timeline {
  return changed(timeline, new Set(spots), (_row, picked, others) => merged(others, picked.map((key) => ({ ...key, ...change }))));
}

/** What happens beyond the keys of the rows that have picked keys. */
export function beyond(timeline: Timeline, spots: Iterable<Spot>, change: Partial<{ before: Beyond; after: Beyond }>): Timeline {
  const chosen = new Set(rowsOf(timeline, spots));
  return { ...timeline, rows: timeline.rows.map((row) => (chosen.has(row) ? refreshed({ ...row, ...change }) : row)) };
}

/** The rows that have some of the picked keys. */
export function rowsOf(timeline: Timeline, spots: Iterable<Spot>): Row[] {
  const all = new Set(spots);
  return timeline.rows.filter((row) => row.keys.some(({ at }) => all.has(spotOf(row, at))));
}

/** The picked keys themselves. */
export function keysOf(timeline: Timeline, spots: Iterable<Spot>): Key[] {
  const all = new Set(spots);
  return timeline.rows.flatMap((row) => row.keys.filter(({ at }) => all.has(spotOf(row, at))));
}

/** What changes besides when handles change: a row goes with a handle of its own; undo comes back to the frame. */
export function besides(document: Document, after: Partial<Document>): Partial<Document> {
  if (!after.handles) return after;
  const ids = new Set(after.handles.map(({ id }) => id));
  const timeline = after.timeline ?? document.timeline;
  const rows = timeline.rows.filter((row) => row.handles.every((id) => ids.has(id)));
  const whole = rows.length < timeline.rows.length ? { timeline: { ...timeline, rows } } : {};
  return { frame: document.frame, ...after, ...whole };
}

/** The frames that have keys, in order. */
export function framesOf({ rows }: Timeline): number[] {
  return [...new Set(rows.flatMap((row) => row.keys.map(({ at }) => at)))].sort((a, b) => a - b);
}

/** What the frames depend on, as text: what gives the same is baked alike. */
export function bakeKey(document: Document): string {
  const own = new Set(document.timeline.rows.flatMap((row) => row.handles));
  const handles = document.handles.map((handle) => (own.has(handle.id) ? { ...handle, target: null } : handle));
  return JSON.stringify({ ...document, handles, weights: null, frame: 1, poses: [] });
}

/** The handles, moved to where the timeline has them; targets in their order. */
export function retargeted(handles: readonly Handle[], targets: readonly Vector[]): Handle[] {
  return handles.map((handle, i) => ({ ...handle, target: targets[i] ?? handle.target }));
}
