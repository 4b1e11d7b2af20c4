/** Painted stiffness on the mesh: soft in blue, hard in red, over clay. */

import { mask, WHOLLY } from '../../state/document';
import type { State } from '../../state/state';
import { colours } from '../../view/colours';
import { hue, rgbOf, type Rgb } from '../../view/hues';
import { chosen, HARD } from './paint';

const SOFT_HUE = rgbOf(hue(1).code), HARD_HUE = rgbOf(hue(5).code);
/** The share of a colour at a hundred times, and at least; the rest is clay. */
const MOST = 0.9, LEAST = 0.3, FULL = Math.log(100);

/** (n,) the logarithm of the stiffness under layers of levels; the largest counts, 0 where there is none. */
export function logarithms(layers: readonly (readonly [Uint8Array, number])[], n: number): Float32Array {
  const out = new Float32Array(n).fill(NaN);
  for (const [levels, stiffness] of layers) {
    for (let i = 0; i < n; i++) {
      const value = (levels[i] / WHOLLY) * Math.log(stiffness);
      if (levels[i] > 0 && !(value <= out[i])) out[i] = value;
    }
  }
  return out.map((value) => (Number.isNaN(value) ? 0 : value));
}

/** Flat (n, 3): clay, tinted by the logarithm of each vertex's stiffness. */
export function tinted(values: Float32Array, clay: Rgb): Uint8Array {
  const out = new Uint8Array(3 * values.length);
  values.forEach((value, i) => {
    const share = value === 0 ? 0 : LEAST + (MOST - LEAST) * Math.min(1, Math.abs(value) / FULL);
    const own = value < 0 ? SOFT_HUE : HARD_HUE;
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = Math.round(clay[axis] + (own[axis] - clay[axis]) * share);
  });
  return out;
}

/** The colours of a state; a patch that is being painted as it is so far. Null where there is nothing to show. */
function coloured({ document, model, regions, partSelection, painting }: Readonly<State>, clay: Rgb): Uint8Array | null {
  const { patches } = document.slices.elastic;
  if (!model || (patches.length === 0 && !painting)) return null;
  const n = model.V.length / 3, leader = chosen({ patches }, partSelection);
  const layers = patches.map((patch): [Uint8Array, number] => [painting && patch === leader ? painting : mask(regions.get(patch.region) ?? null, n), patch.stiffness]);
  if (painting && !leader) layers.push([painting, HARD]);
  return tinted(logarithms(layers, n), clay);
}

let last: { readonly causes: readonly unknown[]; readonly rgb: Uint8Array | null } | null = null;

/** `coloured` for the page's theme; made again only when a cause of it is another one, for it is asked at every paint. */
export function stiffColours(state: Readonly<State>): Uint8Array | null {
  const { clay } = colours();
  const causes = [state.model, state.document.slices.elastic.patches, state.regions, state.partSelection, state.painting, clay];
  if (!last?.causes.every((cause, i) => cause === causes[i])) last = { causes, rgb: coloured(state, rgbOf(clay)) };
  return last.rgb;
}
