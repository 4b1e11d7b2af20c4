import { describe, expect, it } from 'vitest';
import { knotsOf, numbersOf, piecesOf, refreshed, repeats, valueAt, withNumber, type Piece } from '../src/state/curves';
import { bent, closed, copied, curvesAt, cycled, jumps, pasted, pointOf, raised, renamed, tangented, valued } from '../src/state/keyedits';
import { adjusted, changed, merged, PLAIN, spotOf, UNKEYED } from '../src/state/timeline';
import { fitted, lines, valueOf, yOf, zoomed } from '../src/timeline/heights';
import type { Key, Row, Timeline } from '../src/wire/messages';

const key = (at: number, x: number, rest: Partial<Key> = {}): Key => ({ at, targets: [x, 2 * x, 0], ease: 'smooth', weight: 1, ...PLAIN, ...rest });
const row = (keys: Key[], rest: Partial<Row> = {}): Row => ({ name: 'Handle 1', handles: [1], keys, before: 'hold', after: 'hold', numbers: null, ...rest });
const time = (...rows: Row[]): Timeline => ({ ...UNKEYED, rows });
const at = (one: Row, frame: number, curve = 0): number => valueAt(one, piecesOf(one, curve), frame);
const xs = ({ rows }: Timeline): number[] => rows[0].keys.map(({ targets }) => targets[0]);

const HILL = row([key(1, 0), key(4, 1), key(9, 1.5), key(15, -0.5)]);

describe('a curve', () => {
  it('that is smooth is the monotone cubic of SciPy', () => {
    const expected = [0.410502112851, 0.762670892369, 1.291973154362, 1.473771812081, 1.23468013468, 0.043771043771];
    [2, 3, 6, 8, 11, 14].forEach((frame, i) => { expect(at(HILL, frame)).toBeCloseTo(expected[i], 11); });
  });

  it('follows Bézier handles, as SciPy has it', () => {
    const bend = row([key(1, 0, { ease: 'bezier', tangents: ['free'], handles: [-1, 0, 2.5, 0.6] }), key(9, 1, { tangents: ['free'], handles: [-3, -0.5, 1, 0] })]);
    const expected = [0.205541934171, 0.464113719876, 0.553467359633, 0.734061037348, 0.921325114331];
    [2, 4, 5, 7, 8.5].forEach((frame, i) => { expect(at(bend, frame)).toBeCloseTo(expected[i], 11); });
  });

  it('waits, goes straight, and is at its keys exactly', () => {
    const steps = row([key(1, 0, { ease: 'step' }), key(5, 4, { ease: 'linear' }), key(9, 8)]);
    expect([1, 4.9, 5, 6, 9].map((frame) => at(steps, frame))).toEqual([0, 0, 4, 5, 8].map((value) => expect.closeTo(value, 12) as number));
  });

  it('goes on beyond its keys as its row says, and is drawn there', () => {
    const straight = row([key(1, 0, { ease: 'linear' }), key(5, 4, { ease: 'linear' }), key(9, 6)]);
    for (const [after, value] of [['hold', 6], ['loop', 2], ['ping-pong', 5], ['offset', 8]] as const) expect(at({ ...straight, after }, 11)).toBeCloseTo(value, 12);
    expect(at({ ...straight, before: 'offset' }, -1)).toBeCloseTo(-1, 12);
    const round = row([key(1, 0), key(5, 2), key(9, 0)], { after: 'loop' }), pieces = piecesOf(round, 0);
    const drawn: Piece[] = repeats(round, pieces, 0, 20);
    expect(drawn.map(({ points }) => points[0][0])).toEqual([9, 13, 17, 21]);
    // A loop goes through its seam without a kink.
    const slope = (frame: number): number => (at(round, frame + 1e-4) - at(round, frame - 1e-4)) / 2e-4;
    expect(slope(9)).toBeCloseTo(0, 3);
    const walk = row([key(1, 0), key(5, 1), key(9, 8)], { after: 'offset' });
    expect((at(walk, 9) - at(walk, 9 - 1e-5)) / 1e-5).toBeCloseTo((at(walk, 9 + 1e-5) - at(walk, 9)) / 1e-5, 3);
  });

  it('of a group is that of its mean, and takes the group along', () => {
    const group = row([key(1, 0, { targets: [0, 0, 0, 2, 4, 6] })], { handles: [1, 2] });
    expect(numbersOf(group, group.keys[0])).toEqual([1, 2, 3, 1]);
    expect(withNumber(group, group.keys[0], 1, 5).targets).toEqual([0, 3, 0, 2, 7, 6]);
    expect(withNumber(group, group.keys[0], 3, 1.4).weight).toBe(1);
  });
});

describe('tangents', () => {
  const points = [pointOf(HILL, 4, 0)];
  it('that are automatic change nothing that is seen', () => {
    const { rows: [bezier] } = adjusted(time(HILL), HILL.keys.map((one) => spotOf(HILL, one.at)), { ease: 'bezier' });
    for (let frame = 1; frame <= 15; frame += 0.5) expect(at(bezier, frame)).toBeCloseTo(at(HILL, frame), 11);
  });

  it('follow their neighbours unless they are free', () => {
    const { rows: [one] } = tangented(time(HILL), points, 'flat');
    expect(one.keys.map(({ ease }) => ease)).toEqual(['bezier', 'bezier', 'smooth', 'smooth']);
    expect(knotsOf(one, 0)[1].right).toEqual([5 / 3, 0]);
    const free = tangented(time(HILL), points, 'free').rows[0], before = knotsOf(free, 0)[1];
    const moved = raised(time(free), [pointOf(free, 9, 0)], 3).rows[0];
    expect(knotsOf(moved, 0)[1].right).toEqual(before.right);
    expect(knotsOf(moved, 0)[3].left).not.toEqual(knotsOf(free, 0)[3].left);
    expect(knotsOf(tangented(time(HILL), points, 'linear').rows[0], 0)[1].left).toEqual([-1, expect.closeTo(-1 / 3, 12)]);
  });

  it('are free once a handle is dragged; the other handle turns along, or not', () => {
    const [one] = tangented(time(HILL), points, 'flat').rows;
    const [aligned] = bent(time(one), points[0], 'right', [2, 1], true).rows, [broken] = bent(time(one), points[0], 'right', [2, 1], false).rows;
    expect(aligned.keys[1].tangents).toEqual(['free', 'auto', 'auto', 'auto']);
    expect(knotsOf(aligned, 0)[1].left).toEqual([-1, -0.5]);
    expect(knotsOf(broken, 0)[1].left).toEqual([-1, expect.closeTo(0, 12)]);
  });
});

describe('points', () => {
  it('are raised and set, each curve by itself', () => {
    expect([...curvesAt([pointOf(HILL, 4, 0), pointOf(HILL, 4, 2)])]).toEqual([['1@4', [0, 2]]]);
    const [one] = raised(time(HILL), [pointOf(HILL, 4, 0), pointOf(HILL, 4, 2)], 0.5).rows;
    expect(one.keys[1].targets).toEqual([1.5, 2, 0.5]);
    expect(valued(time(HILL), [pointOf(HILL, 1, 1)], 7).rows[0].keys[0].targets).toEqual([0, 7, 0]);
  });

  it('at both ends of a closed loop move as one', () => {
    const open = row([key(1, 0), key(5, 2), key(9, 1)], { after: 'loop' });
    expect(xs(raised(time(open), [pointOf(open, 1, 0)], 3))).toEqual([3, 2, 1]);
    expect(jumps(open)).toBe(true);
    const shut = closed(time(open), ['1']);
    expect(jumps(shut.rows[0])).toBe(false);
    expect(xs(raised(shut, [pointOf(open, 1, 0)], 3))).toEqual([3, 2, 3]);
    expect(xs(raised(shut, [pointOf(open, 9, 0)], 4))).toEqual([4, 2, 4]);
    const shorter = changed(shut, new Set([spotOf(open, 9)]), (_row, _picked, others) => others);
    expect(xs(shorter)).toEqual([0, 2]);
  });
});

describe('copies of keys', () => {
  it('are pasted at a frame, over what is there, and widen the range', () => {
    const spots = [spotOf(HILL, 4), spotOf(HILL, 9)], copies = copied(time(HILL), spots);
    expect(copies[0].keys.map((one) => one.at)).toEqual([0, 5]);
    const there = pasted(time(HILL), copies, 10);
    expect(there.timeline.rows[0].keys.map((one) => [one.at, one.targets[0]])).toEqual([[1, 0], [4, 1], [9, 1.5], [10, 1], [15, 1.5]]);
    expect(there.spots).toEqual(['1@10', '1@15']);
    expect(pasted(time(HILL), copies, 60).timeline.last).toBe(65);
    expect(pasted(time({ ...HILL, handles: [2] }), copies, 10).spots).toEqual([]);
  });

  it('of a cycle go on from where it ends', () => {
    const { timeline, spots } = cycled(time(HILL), HILL.keys.map((one) => spotOf(HILL, one.at)));
    expect(timeline.rows[0].keys.map((one) => [one.at, one.targets[0]])).toEqual([[1, 0], [4, 1], [9, 1.5], [15, -0.5], [18, 0.5], [23, 1], [29, -1]]);
    expect(spots).toEqual(['1@15', '1@18', '1@23', '1@29']);
    expect(cycled(time(HILL), [spotOf(HILL, 4)]).timeline.rows[0].keys).toHaveLength(4);
  });

  it('keep no handles where none are needed', () => {
    expect(refreshed(HILL)).toBe(HILL);
    expect(merged(HILL.keys, [key(4, 9)])).toHaveLength(4);
    expect(renamed(time(HILL), '1', 'tail').rows[0].name).toBe('tail');
  });
});

describe('the values of a graph', () => {
  const heights = { low: -1, high: 3, height: 232 };
  it('go up, and come back from the screen', () => {
    expect(yOf(heights, 3)).toBeLessThan(yOf(heights, -1));
    expect(valueOf(heights, yOf(heights, 1.7))).toBeCloseTo(1.7, 12);
    expect(zoomed({ low: 0, high: 10 }, 5, 0.5)).toEqual({ low: 2.5, high: 7.5 });
  });

  it('are all seen, at round lines', () => {
    expect(fitted(piecesOf(HILL, 0), [])).toEqual({ low: -0.5, high: 1.5 });
    const level = fitted([], [4, 4]);
    expect(level.low).toBeLessThan(4);
    expect(level.high).toBeGreaterThan(4);
    expect(lines(heights)).toEqual({ values: [-1, 0, 1, 2, 3], decimals: 0 });
    expect(lines({ ...heights, high: -0.9 }).decimals).toBe(2);
  });
});
