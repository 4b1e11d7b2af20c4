import { Matrix4, OrthographicCamera, PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import palette from '../../src/pliant/figures/hues.py?raw';
import { coloured } from '../src/methods/handles/colours';
import { partAt, strongest } from '../src/methods/handles/painted';
import { ring, ringTurn, towardEye } from '../src/tools/rings';
import { stepOf, stepWords, sweptAbout, type Kind, type Pull } from '../src/tools/steps';
import { mask } from '../src/state/document';
import { change } from '../src/state/history';
import { freshSculpture, partWords, sculptable, stepped } from '../src/state/sculpture';
import { START, type Opened, type State } from '../src/state/state';
import { dot, length, minus, plus, times, turned, type Vector } from '../src/state/vectors';
import { pixelAt, project, towardViewer, type Lens, type Place } from '../src/tools/lens';
import { AXES, typedKey, UNTYPED, type AxisName, type Typed } from '../src/tools/typed';
import { hue, HUES, rgbOf, type Rgb } from '../src/view/hues';
import type { Document, Part, SculptStep } from '../src/wire/messages';

function lensOf(camera: PerspectiveCamera | OrthographicCamera, eye: Vector): Lens {
  camera.position.set(...eye);
  camera.lookAt(0.2, 0.1, 0);
  camera.updateMatrixWorld();
  camera.updateProjectionMatrix();
  const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return { matrix: matrix.toArray(), inverse: matrix.clone().invert().toArray(), width: 1280, height: 720 };
}

const lens = (eye: Vector = [3, 2, 5]): Lens => lensOf(new PerspectiveCamera(30, 16 / 9, 0.1, 100), eye);
const parallel = (eye: Vector): Lens => lensOf(new OrthographicCamera(-3.2, 3.2, 1.8, -1.8, 0.1, 100), eye);
const typed = (keys: string): Typed => keys.split('').reduce<Typed>((all, key) => typedKey(all, key)!, UNTYPED);
const CENTRE: Vector = [0.4, -0.3, 0.2];
const NAMES: readonly AxisName[] = ['X', 'Y', 'Z'];

function pull(rest: Partial<Pull> = {}): Pull {
  const seen = project(lens(), CENTRE);
  const from = { x: seen.x + 100, y: seen.y };
  return { lens: lens(), pivot: CENTRE, grip: CENTRE, from, at: from, typed: UNTYPED, angle: 0, ...rest };
}

const step: SculptStep = { parts: [1], kind: 'move', vector: [1, 0, 0], amount: 1, centre: [0, 0, 0] };
const part = (id: number, rest: Partial<Part> = {}): Part => ({ id, name: `part ${id}`, colour: id - 1, region: `region ${id}`, centre: null, ...rest });
const doc = (rest: Partial<Document> = {}): Document => ({ ...START.document, method: 'handles', parts: [part(1), part(2)], sculptures: [], sculpting: null, ...rest });

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

describe('a pose that is worked on', () => {
  const shelf = [{ id: 4, name: 'Pose 1', steps: [step] }, { id: 7, name: 'Pose 3', steps: [] }];

  it('gets the step at its end, and the other poses stay', () => {
    const after = stepped(doc({ sculptures: shelf, sculpting: 4 }), { ...step, amount: 9 });
    expect(after.sculptures?.[0].steps.map(({ amount }) => amount)).toEqual([1, 9]);
    expect(after.sculptures?.[1]).toBe(shelf[1]);
    expect(shelf[0].steps).toHaveLength(1);
  });

  it('is made with the next free name and id where there is none, all in one change', () => {
    expect(freshSculpture(shelf)).toEqual({ id: 8, name: 'Pose 2', steps: [] });
    const before = doc({ sculptures: shelf, weights: [1, 0] });
    const made = change('Turn', before, stepped(before, step));
    const after = made.apply(before);
    expect(after).toMatchObject({ sculpting: 8, weights: null });
    expect(after.sculptures.at(-1)).toEqual({ id: 8, name: 'Pose 2', steps: [step] });
    expect(made.revert(after)).toEqual(before);
    const crowded = ['Pose 1', 'Pose 2', 'wave'].map((name, id) => ({ id, name, steps: [] }));
    expect([freshSculpture([]).name, freshSculpture(crowded).name]).toEqual(['Pose 1', 'Pose 3']);
  });

  it('is made anew where the document names one that is gone', () => {
    expect(stepped(doc({ sculpting: 5 }), step).sculpting).toBe(1);
  });

  it('takes presses while it is there, and while there is none for handles to mix', () => {
    expect(sculptable(doc())).toBe(true);
    expect(sculptable(doc({ parts: [] }))).toBe(false);
    expect(sculptable(doc({ sculptures: shelf }))).toBe(false);
    expect(sculptable(doc({ sculptures: shelf, sculpting: 4 }))).toBe(true);
    expect(sculptable(doc({ method: 'meshik' }))).toBe(false);
  });

  it('names the part, or how many there are', () => {
    expect(partWords(doc(), [2])).toBe('part 2');
    expect(partWords(doc(), [2, 1])).toBe('2 parts');
  });
});

describe('painted parts', () => {
  const regions = new Map([
    ['region 1', { runs: [0, 2, 3, 1], levels: [255, 100] }],
    ['region 2', { runs: [1, 3], levels: [] }],
  ]);
  const model = { V: new Float32Array(15), F: Uint32Array.from([0, 1, 2, 2, 3, 4]) } as unknown as Opened;
  const clay: Rgb = [200, 190, 180];
  const state = (rest: Partial<State> = {}): State => ({ ...START, model, regions, document: doc(), ...rest });
  const at = (rgb: Uint8Array | null, vertex: number): number[] => [...rgb!.subarray(3 * vertex, 3 * vertex + 3)];
  const mix = (code: string, share: number): number[] => rgbOf(code).map((value, i) => Math.round(clay[i] + (value - clay[i]) * share));

  it('share a vertex as the library does: the firmer one has it, and of equals the earlier one', () => {
    const { owner, level } = strongest([...regions.values()].map((region) => mask(region, 5)), 5);
    expect([...owner]).toEqual([0, 0, 1, 1, -1]);
    expect([...level]).toEqual([255, 255, 255, 255, 0]);
  });

  it('are found under the nearest corner of a press', () => {
    expect(partAt(state(), { face: 0, barycentric: [0.1, 0.2, 0.7] })?.id).toBe(2);
    expect(partAt(state(), { face: 0, barycentric: [0.1, 0.7, 0.2] })?.id).toBe(1);
    expect(partAt(state(), { face: 1, barycentric: [0, 0.1, 0.9] })).toBeNull();
  });

  it('are tinted as firmly as they hold, and the selected ones more', () => {
    const plain = coloured(state(), clay), chosen = coloured(state({ partSelection: [2] }), clay);
    expect(at(plain, 4)).toEqual([...clay]);
    expect(at(plain, 0)).toEqual(mix(hue(0).code, 0.6));
    expect(at(plain, 2)).toEqual(mix(hue(1).code, 0.6));
    expect(at(chosen, 0)).toEqual(at(plain, 0));
    expect(at(chosen, 2)).toEqual(mix(hue(1).code, 0.9));
  });

  it('are tinted half where they hold half', () => {
    const half = new Map([['region 1', { runs: [4, 1], levels: [51] }]]);
    expect(at(coloured(state({ regions: half }), clay), 4)).toEqual(mix(hue(0).code, 0.6 * 0.2));
  });

  it('are shown as they are being painted', () => {
    const painting = Uint8Array.from([0, 0, 0, 0, 255]);
    const rgb = coloured(state({ partSelection: [2], painting }), clay);
    expect(at(rgb, 2)).toEqual([...clay]);
    expect(at(rgb, 3)).toEqual(mix(hue(0).code, (0.6 * 100) / 255));
    expect(at(rgb, 4)).toEqual(mix(hue(1).code, 0.9));
    const first = coloured(state({ document: doc({ parts: [] }), painting }), clay);
    expect(at(first, 4)).toEqual(mix(hue(0).code, 0.9));
  });

  it('leave the mesh alone where there are none', () => {
    expect(coloured(state({ document: doc({ parts: [] }) }), clay)).toBeNull();
  });

  it('have the colours of the library, in its order', () => {
    const codes = [...palette.matchAll(/^ {4}"([a-z ]+)": "(#[0-9a-f]{6})",$/gm)].map(([, name, code]) => ({ name, code }));
    expect(HUES).toEqual(codes);
    expect(hue(12)).toBe(HUES[0]);
  });
});

describe('a ring', () => {
  const lines = ({ near, far }: ReturnType<typeof ring>): Place[] => [...near, ...far].flat();

  it('is a circle where its axis points at the viewer, and all of it is in front', () => {
    const view = parallel([0.2, 0.1, 9]);
    const found = ring(view, CENTRE, 'Z', 50 * pixelAt(view, CENTRE));
    const { x, y } = project(view, CENTRE);
    expect(found.far).toEqual([]);
    for (const place of lines(found)) expect(Math.hypot(place.x - x, place.y - y)).toBeCloseTo(50, 6);
  });

  it('is a line where it is seen from its edge', () => {
    const view = parallel([0.2, 0.1, 9]);
    const places = lines(ring(view, CENTRE, 'Y', 50 * pixelAt(view, CENTRE)));
    expect(Math.max(...places.map(({ y }) => y)) - Math.min(...places.map(({ y }) => y))).toBeLessThan(1e-6);
    expect(Math.max(...places.map(({ x }) => x)) - Math.min(...places.map(({ x }) => x))).toBeCloseTo(100, 6);
  });

  it('is closed, and one half of it is in front', () => {
    for (const axis of NAMES) {
      const { near, far } = ring(lens(), CENTRE, axis, 0.3);
      const segments = [...near, ...far].reduce((sum, line) => sum + line.length - 1, 0);
      expect(segments).toBe(64);
      const front = near.reduce((sum, line) => sum + line.length - 1, 0);
      expect(Math.abs(front - 32)).toBeLessThanOrEqual(2);
      const ends = new Map<string, number>();
      for (const line of [...near, ...far]) for (const end of [line[0], line.at(-1)!]) ends.set(`${end.x.toFixed(6)} ${end.y.toFixed(6)}`, (ends.get(`${end.x.toFixed(6)} ${end.y.toFixed(6)}`) ?? 0) + 1);
      expect([...ends.values()].every((met) => met === 2)).toBe(true);
    }
  });

  it('keeps the point under the pointer when it is turned', () => {
    for (const axis of NAMES) {
      const arm: Vector = axis === 'X' ? [0, 0.3, 0] : axis === 'Y' ? [0, 0, 0.3] : [0.3, 0, 0];
      if (Math.abs(dot(AXES[axis], towardEye(lens(), CENTRE))) < 0.3) throw new Error('seen from its edge');
      const seen = (angle: number): Place => project(lens(), turned(plus(CENTRE, arm), CENTRE, AXES[axis], angle));
      const measure = ringTurn(lens(), CENTRE, axis, 58);
      for (const angle of [0.4, -1.2, 3]) expect(measure(seen(0), seen(angle))).toBeCloseTo(angle, 9);
    }
  });

  it('follows a straight drag where it is seen from its edge', () => {
    for (const eye of [[0.2, 0.4, 9], [0.2, -0.4, 9]] as const) {
      const view = lens([...eye]);
      const measure = ringTurn(view, CENTRE, 'Y', 58);
      const { x, y } = project(view, CENTRE);
      // What is in front of the viewer goes right by a right-hand turn about an axis that points up.
      expect(measure({ x, y }, { x: x + 58, y })).toBeCloseTo(1, 1);
      expect(measure({ x, y }, { x, y: y + 58 })).toBeCloseTo(0, 1);
    }
  });
});
