import { describe, expect, it } from 'vitest';
import { NOTHING } from '../src/methods/start';
import { FIRM } from '../src/state/pins';
import { change } from '../src/state/history';
import { PLAIN, adjusted, bakeKey, besides, beyond, framesOf, keyed, meant, removed, retargeted, shifted, spotOf } from '../src/state/timeline';
import { frameAt, ghostFrames, perFrame, playedFrame, ticks, xOf } from '../src/timeline/ruler';
import type { Document, Handle, Key, Row, Timeline } from '../src/wire/messages';

const handle = (id: number, rest: Partial<Handle> = {}): Handle => ({ id, face: 0, barycentric: [1, 0, 0], target: [id, 0, 0], pinned: false, group: null, ...FIRM, ...rest });
const key = (at: number, rest: Partial<Key> = {}): Key => ({ at, targets: [at, 0, 0], ease: 'smooth', weight: 1, ...PLAIN, ...rest });
const row = (id: number, ...keys: Key[]): Row => ({ name: `Handle ${id}`, handles: [id], keys, before: 'hold', after: 'hold', numbers: null });
const doc = (handles: Handle[], rows: Row[] = [], frame = 1): Document => ({ ...NOTHING, handles, frame, timeline: { ...NOTHING.timeline, rows } });
const at = ({ rows }: Timeline): number[][] => rows.map((one) => one.keys.map((each) => each.at));

describe('a key', () => {
  it('is where the handle is, in order, one for each frame', () => {
    const document = doc([handle(1), handle(2)], [row(1, key(1), key(9, { ease: 'step' }), key(20))], 9);
    const { rows } = keyed(document, [1, 2]);
    expect(rows.map((one) => one.name)).toEqual(['Handle 1', 'Handle 2']);
    expect(rows[0].keys.map((each) => each.at)).toEqual([1, 9, 20]);
    expect(rows[0].keys[1]).toEqual({ at: 9, targets: [1, 0, 0], ease: 'step', weight: 1, ...PLAIN });
    expect(keyed({ ...document, frame: 12 }, [1]).rows[0].keys[2].ease).toBe('step');
  });

  it('of a grouped handle is that of its whole group', () => {
    const document = doc([handle(1, { group: 4 }), handle(2), handle(3, { group: 4 })]);
    const { rows } = keyed(document, [3]);
    expect(rows).toEqual([{ name: 'Group 4', handles: [1, 3], keys: [key(1, { targets: [1, 0, 0, 3, 0, 0] })], before: 'hold', after: 'hold', numbers: null }]);
    expect(keyed({ ...document, timeline: { ...NOTHING.timeline, rows } }, [1, 3]).rows).toHaveLength(1);
  });

  it('widens the range to its frame', () => {
    expect(keyed(doc([handle(1)], [], 60), [1]).last).toBe(60);
    expect(keyed(doc([handle(1)], [], -3), [1]).first).toBe(-3);
  });

  it('is meant for what is selected, else for what moved, else for what is free', () => {
    const document = doc([handle(1), handle(2), handle(3, { pinned: true })], [row(1, key(1))]);
    const rest = (one: Handle): [number, number, number] => [one.id, 0, 0];
    const told = new Map<number, [number, number, number]>([[1, [1, 0, 0]]]);
    expect(meant(document, [3], told, rest, 0.1)).toEqual([3]);
    expect(meant(document, [], told, rest, 0.1)).toEqual([1, 2]);
    expect(meant(document, [], new Map([[1, [1, 0.5, 0]]]), rest, 0.1)).toEqual([1]);
    expect(meant(document, [], told, (one) => [one.id, 0, one.id === 2 ? 1 : 0], 0.1)).toEqual([2]);
  });
});

describe('keys that are moved in time', () => {
  const timeline = doc([], [row(1, key(1), key(5), key(9)), row(2, key(5))]).timeline;
  const spots = [spotOf(timeline.rows[0], 5), spotOf(timeline.rows[1], 5)];
  it('keep their places, and replace what they land on', () => {
    const moved = shifted(timeline, spots, 4, false);
    expect(at(moved.timeline)).toEqual([[1, 9], [9]]);
    expect(moved.timeline.rows[0].keys[1].targets).toEqual([5, 0, 0]);
    expect(moved.spots).toEqual(['1@9', '2@9']);
    expect(at(timeline)).toEqual([[1, 5, 9], [5]]);
  });

  it('leave themselves behind as copies', () => {
    expect(at(shifted(timeline, spots, -2, true).timeline)).toEqual([[1, 3, 5, 9], [3, 5]]);
  });

  it('are gone when removed, with their row when it has no others', () => {
    expect(at(removed(timeline, spots))).toEqual([[1, 9]]);
  });

  it('take an ease, a weight, and a way beyond for their rows', () => {
    const eased = adjusted(timeline, [spots[0]], { ease: 'linear', weight: 0.5 });
    expect(eased.rows[0].keys.map((one) => [one.ease, one.weight])).toEqual([['smooth', 1], ['linear', 0.5], ['smooth', 1]]);
    expect(beyond(timeline, [spots[1]], { after: 'loop' }).rows.map((one) => one.after)).toEqual(['hold', 'loop']);
  });

  it('are summed up by their frames', () => {
    expect(framesOf(timeline)).toEqual([1, 5, 9]);
  });
});

describe('a handle that is removed', () => {
  it('takes its keys with it, and undo brings both back', () => {
    const document = doc([handle(1), handle(2)], [row(1, key(1)), row(2, key(1))]);
    const step = change('Remove', document, besides(document, { handles: [handle(2)] }));
    expect(step.apply(document).timeline.rows.map((one) => one.name)).toEqual(['Handle 2']);
    expect(step.revert(step.apply(document))).toEqual(document);
  });
});

describe('undo of a pull', () => {
  it('comes back to the frame of the pull', () => {
    const document = doc([handle(1)], [row(1, key(1))], 7);
    const step = change('Pull', document, besides(document, { handles: [handle(1, { target: [5, 5, 5] })] }));
    expect(step.revert({ ...document, frame: 30 }).frame).toBe(7);
  });
});

describe('what is baked', () => {
  it('depends on keys and on handles without keys, not on the frame or on where keyed handles are', () => {
    const document = doc([handle(1), handle(2)], [row(1, key(1))]);
    const same = { ...document, frame: 9, handles: retargeted(document.handles, [[7, 7, 7], [2, 0, 0]]) };
    expect(bakeKey(same)).toBe(bakeKey(document));
    expect(bakeKey({ ...document, handles: retargeted(document.handles, [[1, 0, 0], [3, 0, 0]]) })).not.toBe(bakeKey(document));
    expect(bakeKey({ ...document, timeline: shifted(document.timeline, ['1@1'], 2, false).timeline })).not.toBe(bakeKey(document));
  });
});

describe('the ruler', () => {
  const ruler = { first: 1, last: 49, width: 508 };
  it('finds the frame under every place, and the place of every frame', () => {
    for (let frame = 1; frame <= 49; frame++) expect(frameAt(ruler, xOf(ruler, frame) + 0.49 * perFrame(ruler))).toBe(frame);
    expect(frameAt(ruler, -50)).toBe(1);
    expect(frameAt(ruler, 999)).toBe(49);
  });

  it('names round frames only, with room for their numbers', () => {
    const named = ticks(ruler).filter((tick) => tick.named).map((tick) => tick.frame);
    expect(named).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45]);
    expect(ticks({ first: 1, last: 5000, width: 508 }).length).toBeLessThan(110);
  });

  it('has ghosts within the range only, the near ones first', () => {
    const found = ghostFrames(4, { count: 2, step: 3 }, 1, 48);
    expect(found).toEqual([{ frame: 1, before: true, near: 1 }, { frame: 7, before: false, near: 1 }, { frame: 10, before: false, near: 0.5 }]);
  });
});

describe('playing', () => {
  const range = { first: 1, last: 12 };
  it('follows the clock, however late a frame is asked for', () => {
    for (let i = 0; i < 30; i++) expect(playedFrame(1, i / 24, 24, range, true).frame).toBe(1 + (i % 12));
    expect(playedFrame(5, 3 / 24, 24, range, true)).toEqual({ frame: 8, over: false });
  });

  it('ends after the last frame has had its time, unless it loops', () => {
    expect(playedFrame(1, 11.9 / 24, 24, range, false)).toEqual({ frame: 12, over: false });
    expect(playedFrame(1, 12 / 24, 24, range, false)).toEqual({ frame: 12, over: true });
  });
});
