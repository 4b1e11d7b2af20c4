import { describe, expect, it } from 'vitest';
import palette from '../../src/pliant/figures/hues.py?raw';
import { coloured } from '../src/methods/handles/colours';
import { carriers, chain, limb, limbSteps, ordered, sameTree, tops, treeOf, type Joint, type Limbs, type Tree } from '../src/methods/handles/limbs';
import type { HandlesSlice, Part, SculptStep } from '../src/methods/handles/messages';
import { partAt, strongest } from '../src/methods/handles/owners';
import { freshSculpture, partWords, sculptable, stepped } from '../src/methods/handles/sculpture';
import { START } from '../src/methods/start';
import { mask, sliced } from '../src/state/document';
import { change } from '../src/state/history';
import type { Opened, State } from '../src/state/state';
import type { Vector } from '../src/state/vectors';
import type { Step } from '../src/tools/steps';
import { hue, HUES, rgbOf, type Rgb } from '../src/view/hues';
import type { Document } from '../src/wire/messages';

const step: SculptStep = { parts: [1], kind: 'move', vector: [1, 0, 0], amount: 1, centre: [0, 0, 0], links: [], level: false };
const part = (id: number, rest: Partial<Part> = {}): Part => ({ id, name: `part ${id}`, colour: id - 1, region: `region ${id}`, centre: null, parent: null, pinned: false, ...rest });
const doc = (own: Partial<HandlesSlice> = {}, rest: Partial<Document> = {}): Document => ({ ...START.document, method: 'handles', ...sliced(START.document, 'handles', { parts: [part(1), part(2)], ...own }), ...rest });

describe('a pose that is worked on', () => {
  const shelf = [{ id: 4, name: 'Pose 1', steps: [step] }, { id: 7, name: 'Pose 3', steps: [] }];

  it('gets the step at its end, and the other poses stay', () => {
    const { sculptures } = stepped(doc({ sculptures: shelf, sculpting: 4 }), { ...step, amount: 9 }).slices!.handles;
    expect(sculptures[0].steps.map(({ amount }) => amount)).toEqual([1, 9]);
    expect(sculptures[1]).toBe(shelf[1]);
    expect(shelf[0].steps).toHaveLength(1);
  });

  it('is made with the next free name and id where there is none, all in one change', () => {
    expect(freshSculpture(shelf)).toEqual({ id: 8, name: 'Pose 2', steps: [] });
    const before = doc({ sculptures: shelf }, { weights: [1, 0] });
    const made = change('Turn', before, stepped(before, step));
    const after = made.apply(before);
    expect(after).toMatchObject({ slices: { handles: { sculpting: 8 } }, weights: null });
    expect(after.slices.handles.sculptures.at(-1)).toEqual({ id: 8, name: 'Pose 2', steps: [step] });
    expect(made.revert(after)).toEqual(before);
    const crowded = ['Pose 1', 'Pose 2', 'wave'].map((name, id) => ({ id, name, steps: [] }));
    expect([freshSculpture([]).name, freshSculpture(crowded).name]).toEqual(['Pose 1', 'Pose 3']);
  });

  it('is made anew where the document names one that is gone', () => {
    expect(stepped(doc({ sculpting: 5 }), step).slices!.handles.sculpting).toBe(1);
  });

  it('takes presses while it is there, and while there is none for handles to mix', () => {
    expect(sculptable(doc())).toBe(true);
    expect(sculptable(doc({ parts: [] }))).toBe(false);
    expect(sculptable(doc({ sculptures: shelf }))).toBe(false);
    expect(sculptable(doc({ sculptures: shelf, sculpting: 4 }))).toBe(true);
    expect(sculptable(doc({}, { method: 'meshik' }))).toBe(false);
  });

  it('names the part, or how many there are', () => {
    expect(partWords(doc().slices.handles, [2])).toBe('part 2');
    expect(partWords(doc().slices.handles, [2, 1])).toBe('2 parts');
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

describe('limbs', () => {
  // A trunk (1) with an arm of two parts (2, 3) and a hand (4), and a head (5).
  const joint = (parent: number | null): Joint => ({ parent, stiffness: 1 });
  const tree: Tree = new Map([[4, joint(3)], [1, joint(null)], [2, joint(1)], [3, joint(2)], [5, joint(1)]]);
  const centres = new Map<number, Vector>([[1, [0, 0, 0]], [2, [1, 0, 0]], [3, [2, 0, 0]], [4, [3, 0, 0]], [5, [0, 1, 0]]]);
  const limbs = (pinned: number[] = []): Limbs => ({ tree, centres, pinned: new Set(pinned), grip: (id) => [id, 0.5, 0] });
  const move: Step = { kind: 'move', vector: [0, 2, 0], amount: 1, centre: [0, 0, 0] };

  it('are a part and all that it carries', () => {
    expect(limb(tree, 2)).toEqual([2, 3, 4]);
    expect(new Set(limb(tree, 1))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(carriers(tree, 4)).toEqual([3, 2, 1]);
    expect(tops(tree, [4, 2, 5])).toEqual([2, 5]);
    expect(ordered(tree, [part(4), part(5), part(1), part(2), part(3)]).map(({ part: { id }, depth }) => [id, depth])).toEqual([[1, 0], [5, 1], [2, 1], [3, 2], [4, 3]]);
  });

  it('turn at every joint between the pulled part and what stays', () => {
    expect(chain(tree, 4, new Set())).toEqual([2, 3, 4]);
    expect(chain(tree, 4, new Set([2]))).toEqual([3, 4]);
    expect(chain(tree, 4, new Set([4]))).toEqual([2, 3, 4]);
    expect(chain(tree, 1, new Set())).toEqual([]);
  });

  it('reach for where the pulled point is to go', () => {
    const [step] = limbSteps(limbs(), [4], move);
    expect(step).toMatchObject({ parts: [4], kind: 'reach', centre: [4, 0.5, 0], vector: [4, 2.5, 0] });
    expect(step.links.map(({ parts, centre }) => [parts, centre])).toEqual([[[2, 3, 4], [1, 0, 0]], [[3, 4], [2, 0, 0]], [[4], [3, 0, 0]]]);
    expect(limbSteps(limbs([3]), [4], move)[0].links).toHaveLength(1);
  });

  it('are carried by what is turned, and by a root that is moved', () => {
    expect(limbSteps(limbs(), [2, 4], { ...move, kind: 'turn' })).toEqual([{ ...move, kind: 'turn', parts: [2, 3, 4], links: [], level: false }]);
    const [step] = limbSteps(limbs(), [1], move);
    expect([step.kind, new Set(step.parts)]).toEqual(['move', new Set([1, 2, 3, 4, 5])]);
  });

  it('reach back for held parts where their root is moved', () => {
    const [whole, back, ...more] = limbSteps(limbs([1, 4, 5]), [1], move);
    expect([whole.kind, new Set(whole.parts), more]).toEqual(['move', new Set([1, 2, 3, 4, 5]), []]);
    expect(back).toMatchObject({ parts: [4], kind: 'reach', level: true, centre: [3, 2, 0], vector: [3, 0, 0] });
    expect(back.links.map(({ parts, centre }) => [parts, centre])).toEqual([[[2, 3, 4], [1, 2, 0]], [[3, 4], [2, 2, 0]]]);
    // A held elbow stays with its hand; behind a held shoulder nothing is between the trunk and it.
    expect(limbSteps(limbs([3, 4]), [1], move).slice(1).map(({ parts }) => parts)).toEqual([[3, 4]]);
    expect(limbSteps(limbs([2]), [1], move)).toHaveLength(1);
  });

  it('are led each by itself where several are pulled', () => {
    const forked: Tree = new Map([...tree, [6, joint(3)], [7, joint(6)]]);
    const steps = limbSteps({ ...limbs(), tree: forked }, [4, 7], move);
    expect(steps.map(({ links }) => links.map(({ parts }) => parts))).toEqual([[[4]], [[6, 7], [7]]]);
  });

  it('are told by the places of parents', () => {
    const told = treeOf([part(7), part(3)], [1, 0.5, -1, 1]);
    expect(told).toEqual(new Map([[7, { parent: 3, stiffness: 0.5 }], [3, { parent: null, stiffness: 1 }]]));
    expect(sameTree(told, new Map(told))).toBe(true);
    expect(sameTree(told, tree)).toBe(false);
  });
});
