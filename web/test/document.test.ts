import { describe, expect, it } from 'vitest';
import { NOTHING } from '../src/methods/start';
import { FIRM } from '../src/state/pins';
import { only, reweighted } from '../src/state/blend';
import { adjacency } from '../src/state/adjacency';
import { companions, mask, pointOn, regionOf, settled, spareHandles, touches } from '../src/state/document';
import { Poser, REST } from '../src/state/poser';
import { travel } from '../src/tools/navigation';
import { dab, linked } from '../src/tools/brush';
import { enclosed, encloses } from '../src/tools/fence';
import { typedKey, typedNumber, UNTYPED, type Typed } from '../src/tools/typed';
import type { Document, Handle, Solve } from '../src/wire/messages';

const handle = (id: number, rest: Partial<Handle> = {}): Handle => ({ id, face: 0, barycentric: [1, 0, 0], target: [0, 0, 0], pinned: false, group: null, ...FIRM, ...rest });
const doc = (rest: Partial<Document> = {}): Document => ({ ...NOTHING, ...rest });

describe('runs of frozen vertices', () => {
  it('describe every mask and nothing else', () => {
    for (const text of ['', '0', '1', '0110', '1101', '111', '0001', '01120330']) {
      const marked = Uint8Array.from(text, Number);
      expect(mask(regionOf(marked), marked.length)).toEqual(marked);
    }
    expect(regionOf(Uint8Array.from([0, 1, 1, 0, 2]))).toEqual({ runs: [1, 2, 4, 1], levels: [1, 2] });
    expect(regionOf(Uint8Array.from([255, 255, 0, 255]))).toEqual({ runs: [0, 2, 3, 1], levels: [] });
  });
});

describe('a vertex', () => {
  it('is never both held and frozen', () => {
    const F = [0, 1, 2, 2, 1, 3];
    const marked = Uint8Array.from([1, 1, 1, 1]);
    spareHandles(marked, [handle(1, { face: 1 })], F);
    expect([...marked]).toEqual([1, 0, 0, 0]);
    expect(touches(regionOf(marked), F, 0)).toBe(true);
    expect(touches(regionOf(marked), F, 1)).toBe(false);
  });
});

describe('what moves when a handle is pulled', () => {
  const handles = [handle(1, { group: 7 }), handle(2, { group: 7 }), handle(3), handle(4, { group: 7, pinned: true })];
  it('is its group, without what is pinned', () => {
    expect(companions(handles, [], 1).map((one) => one.id)).toEqual([1, 2]);
  });
  it('is the selection, if it belongs to it', () => {
    expect(companions(handles, [3, 1], 3).map((one) => one.id)).toEqual([1, 2, 3]);
    expect(companions(handles, [1], 3).map((one) => one.id)).toEqual([3]);
  });
});

describe('handles that take over from a free blend', () => {
  it('hold the places where the blend has them, and only then', () => {
    const reached = new Map<number, [number, number, number]>([[1, [5, 6, 7]]]);
    expect(settled(doc({ handles: [handle(1)], weights: [1, 0] }), reached)[0].target).toEqual([5, 6, 7]);
    expect(settled(doc({ handles: [handle(1)] }), reached)[0].target).toEqual([0, 0, 0]);
  });
});

describe('a point of a triangle', () => {
  it('is the mean of its corners by its coordinates', () => {
    expect(pointOn({ face: 1, barycentric: [0.5, 0.25, 0.25] }, [0, 0, 0, 4, 0, 0, 0, 4, 0, 9, 9, 9], [3, 3, 3, 0, 1, 2])).toEqual([1, 1, 0]);
  });
});

describe('weights', () => {
  it('sum to one whichever slider moves', () => {
    for (const index of [0, 1, 2]) {
      const after = reweighted([0.2, 0.5, 0.3], index, 0.9);
      expect(after[index]).toBe(0.9);
      expect(after.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12);
    }
    expect(reweighted(only(3, 0), 0, 0.5).reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12);
  });
});

describe('the poser', () => {
  it('has one question in flight and asks only the newest of those that wait', () => {
    const asked: Solve[] = [];
    const poser = new Poser((solve) => asked.push(solve) > 0);
    for (let i = 0; i < 1000; i++) poser.want(doc({ frozen: String(i) }));
    expect(asked.length).toBe(1);
    expect(poser.answered(asked[0].turn)?.frozen).toBe('0');
    expect(asked.length).toBe(2);
    expect(asked[1].document.frozen).toBe('999');
    expect(poser.about(asked[0].turn)?.frozen).toBe('0');
    expect(poser.about(asked[1].turn)?.frozen).toBe('999');
    poser.answered(asked[1].turn);
    expect(poser.busy).toBe(false);
  });
  it('takes no answer that it did not ask for', () => {
    const poser = new Poser(() => true);
    poser.want(doc());
    expect(poser.answered(77)).toBeNull();
    expect(poser.busy).toBe(true);
  });
  it('asks again for a pose on its way with the next picture, and forgets it for what is wanted before', () => {
    const asked: Solve[] = [], pictures: (() => void)[] = [];
    const poser = new Poser((solve) => asked.push(solve) > 0, () => undefined, (then) => { pictures.push(then); });
    poser.want(doc({ frozen: 'a' }));
    poser.answered(1);
    poser.goOn(doc({ frozen: 'a' }));
    expect(asked.length).toBe(1);
    expect(poser.busy).toBe(true);
    pictures[0]();
    expect(asked.map(({ document }) => document.frozen)).toEqual(['a', 'a']);
    poser.answered(2);
    poser.goOn(doc({ frozen: 'a' }));
    poser.want(doc({ frozen: 'b' }));
    pictures[1]();
    expect(asked.map(({ document }) => document.frozen)).toEqual(['a', 'a', 'b']);
  });
  it('polishes a pose when the hand has come to rest, and then with every picture', () => {
    let now = 0;
    const asked: Solve[] = [], pictures: (() => void)[] = [], later: [number, () => void][] = [];
    const clock = { now: () => now, after: (time: number, then: () => void) => { later.push([time, then]); } };
    const poser = new Poser((solve) => asked.push(solve) > 0, () => undefined, (then) => { pictures.push(then); }, clock);
    poser.want(doc());
    now = 30;
    poser.answered(1);
    poser.goOn(doc(), true);
    expect([pictures.length, later.map(([time]) => time)]).toEqual([0, [REST - 30]]);
    now = REST;
    later[0][1]();
    pictures[0]();
    expect(asked.length).toBe(2);
    poser.answered(2);
    poser.goOn(doc(), true);
    expect([pictures.length, later.length]).toEqual([2, 1]);
  });
  it('keeps what it could not send', () => {
    let online = false;
    const poser = new Poser(() => online);
    poser.want(doc());
    expect(poser.busy).toBe(true);
    online = true;
    poser.want(doc({ frozen: 'a' }));
    expect(poser.answered(2)?.frozen).toBe('a');
  });
});

describe('a dab of the brush', () => {
  // Two strips of triangles, one just above the other: near in space, far along the surface.
  const strip = (z: number): number[] => [0, 0, z, 0, 1, z, 1, 0, z, 1, 1, z, 2, 0, z];
  const V = new Float32Array([...strip(0), ...strip(0.1)]);
  const F = new Uint32Array([0, 2, 1, 1, 2, 3, 2, 4, 3, 5, 7, 6, 6, 7, 8, 7, 9, 8]);
  const hit = { face: 0, barycentric: [1, 0, 0] as [number, number, number], at: [0, 0, 0] as [number, number, number] };
  it('takes what the surface joins to it within its radius, and not what lies behind', () => {
    expect(dab({ V, F }, V, hit, 1.2).sort()).toEqual([0, 1, 2]);
  });
  it('takes nothing where the radius is smaller than the triangle', () => {
    expect(dab({ V, F }, V, { ...hit, at: [0.3, 0.3, 0] }, 0.1)).toEqual([]);
  });
  it('takes a whole part with the linked tool', () => {
    expect(linked({ V, F }, 4).sort()).toEqual([5, 6, 7, 8, 9]);
  });
  it('knows the neighbours along edges', () => {
    const { first, other } = adjacency(F, 10);
    expect([...new Set(other.slice(first[0], first[1]))].sort()).toEqual([1, 2]);
    expect([...new Set(other.slice(first[3], first[4]))].sort()).toEqual([1, 2, 4]);
  });
});

describe('a fence on the screen', () => {
  const corner = (x: number, y: number): { x: number; y: number } => ({ x, y });
  it('encloses what lies within it, also where it is dented', () => {
    const dented = [corner(0, 0), corner(4, 0), corner(4, 4), corner(2, 1), corner(0, 4)];
    expect(encloses(dented, corner(2, 0.5))).toBe(true);
    expect(encloses(dented, corner(2, 2))).toBe(false);
    expect(encloses(dented, corner(0.5, 2))).toBe(true);
    expect(encloses(dented, corner(5, 2))).toBe(false);
  });
  it('takes no vertices behind the viewer', () => {
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const lens = { matrix: identity, inverse: identity, width: 100, height: 100 };
    const all = [corner(0, 0), corner(100, 0), corner(100, 100), corner(0, 100)];
    expect(enclosed(all, [0, 0, 0, 0, 0, 2, 0.5, 0.5, -0.5, 1.5, 0, 0], lens)).toEqual([0, 2]);
  });
});

describe('typing during a gesture', () => {
  const type = (keys: string): Typed => keys.split('').reduce<Typed>((typed, key) => typedKey(typed, key) ?? typed, UNTYPED);
  it('reads an axis and a number, with a sign at any time', () => {
    expect(type('x2.5')).toEqual({ axis: 'X', digits: '2.5' });
    expect(typedNumber(type('y12-'))).toBe(-12);
    expect(type('xx').axis).toBeNull();
    expect(typedNumber(type('-'))).toBeNull();
    expect(typedKey(UNTYPED, 'q')).toBeNull();
  });
});

describe('the camera', () => {
  const press = { button: 1, altKey: false, shiftKey: false, ctrlKey: false };
  it('moves as in Blender or as in Maya, and leaves the left button to the tool', () => {
    expect(travel(press, 'blender')).toBe('orbit');
    expect(travel({ ...press, shiftKey: true }, 'blender')).toBe('pan');
    expect(travel(press, 'maya')).toBe('pan');
    expect(travel({ ...press, button: 0 }, 'blender')).toBeNull();
    expect(travel({ ...press, button: 0, altKey: true }, 'maya')).toBe('orbit');
  });
});
