/** The arrays of a model's surface. */

import type { Floats, SurfaceState } from '../state/state';
import { indices, type Arrays } from './arrays';
import type { Surface } from './messages';

export function surfaceOf(surface: Surface | null, arrays: Arrays): SurfaceState | null {
  if (!surface) return null;
  const whole = (name: string): Uint32Array<ArrayBuffer> => arrays[name] as Uint32Array<ArrayBuffer>;
  const sets = Object.keys(arrays).flatMap((name) => (/^uv\d+$/.test(name) ? [Number(name.slice(2))] : []));
  return {
    ...surface,
    source: whole('source'), smooth: whole('smooth'), faces: whole('faces'),
    normals: arrays.normals as Floats,
    colours: indices(arrays, 'colours'),
    uv: new Map(sets.map((set) => [set, arrays[`uv${set}`] as Floats])),
  };
}
