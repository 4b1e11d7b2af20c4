/** Materials of a model as three.js draws them. */

import { Color, DoubleSide, FrontSide, MeshBasicMaterial, MeshPhysicalMaterial, MeshStandardMaterial, type Material, type Texture } from 'three';
import type { SurfaceState } from '../state/state';
import type { SurfaceGloss, SurfaceMaterial, SurfaceUse } from '../wire/messages';
import type { Textures } from './textures';

/** One for each run of the surface's triangles, in their order. */
export function materialsOf(surface: SurfaceState, textures: Textures): Material[] {
  const known = new Map<string, Texture | null>();
  const texture = (use: SurfaceUse): Texture | null => {
    const key = JSON.stringify(use);
    if (!known.has(key)) known.set(key, textures.of(use));
    return known.get(key)!;
  };
  return surface.materials.map((told) => materialOf(told, surface.colours !== null, texture));
}

function materialOf(told: SurfaceMaterial, vertexColors: boolean, texture: (use: SurfaceUse) => Texture | null): Material {
  const found = new Map(told.uses.map((use) => [use.use, { texture: texture(use), amount: use.amount }]));
  const map = (use: string): Texture | null => found.get(use)?.texture ?? null;
  const [red, green, blue, alpha] = told.colour;
  const shared = {
    name: told.name,
    color: new Color(red, green, blue),
    map: map('colour'),
    vertexColors,
    side: told.double_sided ? DoubleSide : FrontSide,
    transparent: told.alpha === 'blend',
    depthWrite: told.alpha !== 'blend',
    opacity: told.alpha === 'opaque' ? 1 : alpha,
    alphaTest: told.alpha === 'mask' ? told.cutoff : 0,
  };
  // A material without light has no highlights that would have to be compressed.
  if (told.unlit) return new MeshBasicMaterial({ ...shared, toneMapped: false });
  const lit = {
    ...shared,
    metalness: told.metallic,
    roughness: told.roughness,
    metalnessMap: map('metallic_roughness'),
    roughnessMap: map('metallic_roughness'),
    normalMap: map('normal'),
    aoMap: map('occlusion'),
    aoMapIntensity: found.get('occlusion')?.amount ?? 1,
    emissive: new Color(...told.emission),
    emissiveMap: map('emission'),
  };
  const material = told.gloss ? new MeshPhysicalMaterial({ ...lit, ...glossOf(told.gloss) }) : new MeshStandardMaterial(lit);
  // Coordinates are measured from above: without tangents in the file three takes the other direction for up.
  const bump = found.get('normal')?.amount ?? 1;
  material.normalScale.set(bump, -bump);
  return material;
}

function glossOf(told: SurfaceGloss): Partial<MeshPhysicalMaterial> {
  const sheen = new Color(...told.sheen), strength = Math.max(...told.sheen);
  return {
    specularIntensity: told.specular,
    specularColor: new Color(...told.specular_colour),
    ior: told.ior,
    clearcoat: told.coat,
    clearcoatRoughness: told.coat_roughness,
    sheen: strength > 0 ? 1 : 0,
    sheenColor: sheen,
    sheenRoughness: told.sheen_roughness,
    transmission: told.transmission,
  };
}
