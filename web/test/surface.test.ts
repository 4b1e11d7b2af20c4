import { MeshBasicMaterial, MeshPhysicalMaterial, MeshStandardMaterial, RepeatWrapping, MirroredRepeatWrapping, SRGBColorSpace, NoColorSpace } from 'three';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Answers } from '../src/answers';
import { START } from '../src/methods/start';
import { awaitsPictures, isTextured, type State, type SurfaceState } from '../src/state/state';
import { Store } from '../src/state/store';
import { Studio } from '../src/studio';
import { materialsOf } from '../src/view/materials';
import { Textures } from '../src/view/textures';
import { tints } from '../src/view/tints';
import type { Model, SurfaceMaterial, SurfaceUse } from '../src/wire/messages';

const use = (name: string, extra: Partial<SurfaceUse> = {}): SurfaceUse => ({ use: name, texture: 0, uv: 0, amount: 1, offset: [0, 0], turn: 0, scale: [1, 1], ...extra });
const material = (extra: Partial<SurfaceMaterial> = {}): SurfaceMaterial => ({
  name: 'skin', first: 0, count: 1, colour: [0.2, 0.4, 0.6, 0.5], metallic: 0.3, roughness: 0.7, emission: [0, 0, 2],
  uses: [], alpha: 'opaque', cutoff: 0.4, double_sided: false, unlit: false, gloss: null, ...extra,
});
const surface = (materials: SurfaceMaterial[], pictures = 1): SurfaceState => ({
  materials, textures: [{ image: 0, wrap: ['repeat', 'mirror'], nearest: false }], pictures, coloured: true, words: '',
  source: new Uint32Array([0, 1, 2]), smooth: new Uint32Array([0, 1, 2]), faces: new Uint32Array([0, 1, 2]), normals: new Float32Array(9), colours: null,
  uv: new Map([[2, new Float32Array(6)], [0, new Float32Array(6)]]),
});
const PICTURE = { width: 1, height: 1, close: vi.fn() } as unknown as ImageBitmap;
const made = (told: SurfaceMaterial) => {
  const whole = surface([told]);
  return materialsOf(whole, new Textures(whole, new Map([[0, PICTURE]])))[0];
};

describe('a material', () => {
  it('has the factors, the sides and the alpha of its file', () => {
    const found = made(material({ alpha: 'blend', double_sided: true })) as MeshStandardMaterial;
    expect(found.color.toArray()).toEqual([0.2, 0.4, 0.6]);
    expect([found.metalness, found.roughness, found.opacity, found.transparent, found.depthWrite, found.side]).toEqual([0.3, 0.7, 0.5, true, false, 2]);
    expect(found.emissive.toArray()).toEqual([0, 0, 2]);
    expect((made(material({ alpha: 'mask' })) as MeshStandardMaterial).alphaTest).toBe(0.4);
    expect(made(material()).opacity).toBe(1);
    expect(made(material({ unlit: true }))).toBeInstanceOf(MeshBasicMaterial);
  });

  it('has a coat, sheen and what goes through where its file tells of them', () => {
    const gloss = { specular: 0, specular_colour: [1, 0.5, 0] as [number, number, number], ior: 1.3, coat: 0.8, coat_roughness: 0.1, sheen: [0, 0.2, 0] as [number, number, number], sheen_roughness: 0.4, transmission: 0.6 };
    const found = made(material({ gloss })) as MeshPhysicalMaterial;
    expect([found.specularIntensity, found.ior, found.clearcoat, found.clearcoatRoughness, found.sheen, found.sheenRoughness, found.transmission]).toEqual([0, 1.3, 0.8, 0.1, 1, 0.4, 0.6]);
    expect([found.specularColor.toArray(), found.sheenColor.toArray()]).toEqual([[1, 0.5, 0], [0, 0.2, 0]]);
    expect(made(material())).not.toBeInstanceOf(MeshPhysicalMaterial);
  });

  it('samples each texture in its colour space, by its own coordinates, wrapped and moved', () => {
    const found = made(material({ uses: [use('colour', { uv: 0, offset: [0.5, 0], turn: 1, scale: [2, 3] }), use('metallic_roughness', { uv: 2 }), use('normal', { amount: 0.5 })] })) as MeshStandardMaterial;
    const { map, roughnessMap, metalnessMap, normalMap } = found;
    expect([map!.colorSpace, roughnessMap!.colorSpace, normalMap!.colorSpace]).toEqual([SRGBColorSpace, NoColorSpace, NoColorSpace]);
    expect([map!.channel, roughnessMap!.channel]).toEqual([1, 0]);
    expect(roughnessMap).toBe(metalnessMap);
    expect([map!.wrapS, map!.wrapT, map!.flipY]).toEqual([RepeatWrapping, MirroredRepeatWrapping, false]);
    expect([map!.offset.x, map!.rotation, map!.repeat.x, map!.repeat.y]).toEqual([0.5, 1, 2, 3]);
    expect(found.normalScale.toArray()).toEqual([0.5, -0.5]);
    expect(map!.source).toBe(normalMap!.source);
  });
});

describe('a tint', () => {
  it('takes the place of the surface under an overlay, and a share of it under ice', () => {
    const [red, , , whole] = tints(1, null, new Uint8Array([255, 0, 0]), null, '#0000ff');
    expect([red, whole]).toEqual([1, 1]);
    const frozen = tints(2, new Uint32Array([1, 0]), null, new Uint8Array([0, 255]), '#0000ff');
    expect(frozen[2]).toBeCloseTo(1);
    expect(frozen[3]).toBeCloseTo(0.65);
    expect(frozen[7]).toBe(0);
  });
});

describe('the pictures of a model', () => {
  afterEach(() => { vi.unstubAllGlobals(); });
  const SESSION = { id: 'one', title: '', history: { base: START.document, done: [], undone: [] }, unfinished: null, told: [], look: null, number: 0, making: false, words: '' };
  const MODEL = { type: 'Model', name: 'bird', words: '', diagonal: 1, examples: [], methods: [], document: START.document, regions: [], surface: surface([material()], 2), session: SESSION } as unknown as Model;
  const arrays = { V: new Float32Array(9), F: new Uint32Array(3), source: new Uint32Array(3), smooth: new Uint32Array(3), faces: new Uint32Array(3), normals: new Float32Array(9), uv0: new Float32Array(6) };
  const data = { data: new Uint8Array([1]) };

  it('are awaited; the model is in clay until all are there, and one that cannot be read is left out with a word', async () => {
    vi.stubGlobal('createImageBitmap', vi.fn().mockResolvedValueOnce(PICTURE).mockRejectedValueOnce(new Error('broken')));
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('sessionStorage', { setItem: () => undefined, getItem: () => null, removeItem: () => undefined });
    const studio = new Studio(new Store<State>({ ...START, connection: 'open' }), 'token');
    const answers = new Answers(studio);
    const { store } = studio;
    answers.take(MODEL, arrays);
    answers.take({ type: 'Picture', index: 0, kind: 'image/png' }, data);
    await vi.waitFor(() => { expect(store.state.pictures.size).toBe(1); });
    expect([awaitsPictures(store.state), isTextured(store.state), studio.busy]).toEqual([true, false, true]);
    answers.take({ type: 'Picture', index: 1, kind: 'image/png' }, data);
    await vi.waitFor(() => { expect(isTextured(store.state)).toBe(true); });
    expect(store.state.toasts.map(({ bad }) => bad)).toEqual([true]);
    store.set({ clay: true });
    expect(isTextured(store.state)).toBe(false);
    expect(store.state.model?.surface?.uv.size).toBe(1);
  });
});
