import { describe, expect, it } from 'vitest';
import { dot, length, minus, plus, times, turned, type Vector } from '../src/state/vectors';
import { project, towardViewer } from '../src/tools/lens';
import { stepOf, stepWords, sweptAbout, type Kind, type Pull } from '../src/tools/steps';
import { AXES, typedKey, UNTYPED, type AxisName, type Typed } from '../src/tools/typed';
import { lens } from './lenses';

const typed = (keys: string): Typed => keys.split('').reduce<Typed>((all, key) => typedKey(all, key)!, UNTYPED);
const CENTRE: Vector = [0.4, -0.3, 0.2];
const NAMES: readonly AxisName[] = ['X', 'Y', 'Z'];

function pull(rest: Partial<Pull> = {}): Pull {
  const seen = project(lens(), CENTRE);
  const from = { x: seen.x + 100, y: seen.y };
  return { lens: lens(), pivot: CENTRE, grip: CENTRE, from, at: from, typed: UNTYPED, angle: 0, ...rest };
}

describe('a step', () => {
  it('turns about the axis and by the degrees that are typed', () => {
    expect(stepOf('turn', pull({ typed: typed('x45') }))).toEqual({ kind: 'turn', vector: [1, 0, 0], amount: 45, centre: CENTRE });
    expect(stepOf('turn', pull({ typed: typed('z-7.5') }))).toMatchObject({ vector: [0, 0, 1], amount: -7.5 });
  });

  it('moves along the axis by the number that is typed', () => {
    expect(stepOf('move', pull({ typed: typed('y0.25') }))).toEqual({ kind: 'move', vector: [0, 0.25, 0], amount: 1, centre: [0, 0, 0] });
  });

  it('scales by the factor that is typed, never to nothing', () => {
    expect(stepOf('scale', pull({ typed: typed('1.5') }))).toMatchObject({ kind: 'scale', amount: 1.5, centre: CENTRE });
    for (const keys of ['0', '-2']) expect(stepOf('scale', pull({ typed: typed(keys) })).amount).toBeGreaterThan(0);
  });

  it('keeps the gripped point under a pointer that moves freely', () => {
    const grip: Vector = [0.1, 0.5, -0.4];
    const { from } = pull();
    const { vector } = stepOf('move', pull({ grip, at: { x: from.x + 40, y: from.y - 25 } }));
    const before = project(lens(), grip), after = project(lens(), plus(grip, vector));
    expect(after.x - before.x).toBeCloseTo(40, 6);
    expect(after.y - before.y).toBeCloseTo(-25, 6);
  });

  it('moves along its axis alone when a pointer leads it', () => {
    const { from } = pull();
    const { vector } = stepOf('move', pull({ typed: typed('y'), at: { x: from.x + 30, y: from.y - 80 } }));
    expect(vector[1]).toBeGreaterThan(0);
    expect([vector[0], vector[2]].map((value) => Math.abs(value) < 1e-12)).toEqual([true, true]);
  });

  it('doubles a part when the pointer goes twice as far from its centre', () => {
    const seen = project(lens(), CENTRE);
    expect(stepOf('scale', pull({ at: { x: seen.x, y: seen.y + 200 } })).amount).toBeCloseTo(2, 9);
    const close = stepOf('scale', pull({ from: seen, at: { x: seen.x + 6, y: seen.y } }));
    expect(close.amount).toBe(1);
  });

  it('turns straight at the viewer without an axis, by what the pointer swept', () => {
    const found = stepOf('turn', pull({ angle: Math.PI / 3 }));
    expect(length(minus(found.vector, towardViewer(lens())))).toBeLessThan(1e-12);
    expect(found.amount).toBeCloseTo(60, 9);
  });

  it('carries a point the way that the pointer goes, whichever side the axis is seen from', () => {
    const seen = project(lens(), CENTRE);
    const from = { x: seen.x + 60, y: seen.y }, to = { x: seen.x + 58, y: seen.y - 12 };
    for (const name of NAMES) {
      for (const axis of [AXES[name], times(AXES[name], -1)]) {
        const angle = sweptAbout(lens(), CENTRE, axis, from, to);
        const right = minus(towardViewer(lens()), times(axis, dot(axis, towardViewer(lens()))));
        const sideways: Vector = [axis[1] * right[2] - axis[2] * right[1], axis[2] * right[0] - axis[0] * right[2], axis[0] * right[1] - axis[1] * right[0]];
        // A turn about the axis goes round it as seen: counter-clockwise on the screen for a pointer that went so.
        const facing = Math.sign(dot(axis, towardViewer(lens())));
        expect(angle * facing).toBeGreaterThan(0);
        const arm = times(sideways, 0.1);
        const a = project(lens(), plus(CENTRE, arm)), b = project(lens(), turned(plus(CENTRE, arm), CENTRE, axis, angle));
        const round = (a.x - seen.x) * (b.y - seen.y) - (a.y - seen.y) * (b.x - seen.x);
        expect(round).toBeLessThan(0);
      }
    }
  });

  it('says what it does', () => {
    const said = (kind: Kind, keys: string): string => stepWords(kind, pull({ typed: typed(keys) }));
    expect(said('turn', 'x45')).toBe('Turn about X: 45.0°');
    expect(said('move', 'z-2')).toBe('Move along Z: -2.00');
    expect(said('scale', '2')).toBe('Scale: 2.00');
  });
});
