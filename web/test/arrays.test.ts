import { describe, expect, it } from 'vitest';
import type { Opened } from '../src/state/state';
import { Picker } from '../src/view/picking';
import { isSolid, skinned, vertexNormals } from '../src/view/skinning';
import { unpack } from '../src/wire/arrays';

function packed(header: object, arrays: readonly ArrayBufferView[]): ArrayBuffer {
  let text = JSON.stringify(header);
  while ((4 + text.length) % 8) text += ' ';
  const sizes = arrays.map((array) => Math.ceil(array.byteLength / 8) * 8);
  const frame = new ArrayBuffer(4 + text.length + sizes.reduce((sum, size) => sum + size, 0));
  new DataView(frame).setUint32(0, text.length, true);
  new Uint8Array(frame, 4, text.length).set(new TextEncoder().encode(text));
  let at = 4 + text.length;
  arrays.forEach((array, i) => {
    new Uint8Array(frame, at).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    at += sizes[i];
  });
  return frame;
}

describe('a binary frame', () => {
  it('gives back the message and its arrays', () => {
    const V = Float32Array.of(1, 2, 3), F = Uint16Array.of(7, 8);
    const header = { type: 'X', arrays: [{ name: 'V', dtype: 'float32', shape: [1, 3], offset: 0 }, { name: 'F', dtype: 'uint16', shape: [2], offset: 16 }] };
    const { message, arrays } = unpack(packed(header, [V, F]));
    expect(message).toEqual({ type: 'X' });
    expect([...arrays.V]).toEqual([1, 2, 3]);
    expect([...arrays.F]).toEqual([7, 8]);
  });
  it('refuses a kind of number that it does not know, by name', () => {
    const header = { arrays: [{ name: 'V', dtype: 'float64', shape: [1], offset: 0 }] };
    expect(() => unpack(packed(header, [Float64Array.of(1)]))).toThrow(/float64/);
  });
});

describe('skinning', () => {
  const V = Float32Array.of(1, 2, 3);
  it('blends the maps of the controls, rows of four numbers', () => {
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    const shifted = [0, -1, 0, 10, 1, 0, 0, 0, 0, 0, 1, 0];
    const palette = Float32Array.of(...identity, ...shifted);
    expect([...skinned(V, Uint16Array.of(0, 1), Float32Array.of(1, 0), palette)]).toEqual([1, 2, 3]);
    expect([...skinned(V, Uint16Array.of(0, 1), Float32Array.of(0, 1), palette)]).toEqual([8, 1, 3]);
    expect([...skinned(V, Uint16Array.of(0, 1), Float32Array.of(0.5, 0.5), palette)]).toEqual([4.5, 1.5, 3]);
  });
});

const SQUARE = { V: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0), F: Uint32Array.of(0, 1, 2, 0, 2, 3) };

describe('normals', () => {
  it('are of unit length and on the side from which triangles run counter-clockwise', () => {
    const normals = new Float32Array(12);
    vertexNormals(SQUARE.V, SQUARE.F, normals);
    for (let i = 0; i < 4; i++) expect([...normals.subarray(3 * i, 3 * i + 3)]).toEqual([0, 0, 1]);
  });
});

describe('a solid', () => {
  const V = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const F = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  it('has every edge run through in both directions, and its outer sides out', () => {
    expect(isSolid(V, Uint32Array.from(F))).toBe(true);
    expect(isSolid(V, Uint32Array.from(F.slice(3)))).toBe(false);
    expect(isSolid(V, Uint32Array.from([2, 0, 1, ...F.slice(3)]))).toBe(false);
    expect(isSolid(V, Uint32Array.from(F).reverse())).toBe(false);
    expect(isSolid(SQUARE.V, SQUARE.F)).toBe(false);
  });
});

describe('picking', () => {
  it('names the user\'s triangle and the point in it, also after the mesh moved', () => {
    const picker = new Picker(SQUARE as unknown as Opened);
    const ray = { origin: [0.25, 0.5, 5] as [number, number, number], direction: [0, 0, -1] as [number, number, number] };
    const hit = picker.hit(ray, SQUARE.V)!;
    expect(hit.face).toBe(1);
    expect(hit.barycentric[0]).toBeCloseTo(0.5, 6);
    expect(hit.barycentric[1]).toBeCloseTo(0.25, 6);
    expect(hit.barycentric[2]).toBeCloseTo(0.25, 6);
    const away = SQUARE.V.map((x, i) => (i % 3 === 0 ? x + 10 : x));
    expect(picker.hit(ray, away)).toBeNull();
    expect(SQUARE.F).toEqual(Uint32Array.of(0, 1, 2, 0, 2, 3));
  });
});
