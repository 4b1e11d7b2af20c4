/** How much of each vertex the selected vertices of the cage carry, as colours. */

import type { RigState, State } from '../../state/state';
import { rgbOf, type Rgb } from '../../view/hues';
import { carriers } from '../../view/skinning';

/** The same as the map 'heat' of src/pliant/figures/colours.py. */
export const HEAT = ['#ddcfc0', '#ebbf93', '#e8935c', '#c9523f', '#8b2140', '#4a1038'] as const;
const STOPS: readonly Rgb[] = HEAT.map(rgbOf);

/** (n,) the sum of the selected vertices' weights. */
export function weightOf(rig: Pick<RigState, 'carry' | 'n'>, selection: readonly number[]): Float32Array {
  const sum = new Float32Array(rig.n), p = carriers(rig);
  for (const vertex of selection) for (let i = 0; i < rig.n; i++) sum[i] += rig.carry![i * p + vertex];
  return sum;
}

/** Flat (n, 3): the heat of values from 0 to `top`; what is negative has the colour of 0. */
export function heat(values: ArrayLike<number>, top: number): Uint8Array {
  const out = new Uint8Array(3 * values.length);
  for (let i = 0; i < values.length; i++) {
    const place = Math.min(1, Math.max(0, values[i] / top)) * (STOPS.length - 1);
    const stop = Math.min(STOPS.length - 2, Math.floor(place));
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = Math.round(STOPS[stop][axis] + (STOPS[stop + 1][axis] - STOPS[stop][axis]) * (place - stop));
  }
  return out;
}

export interface Weights {
  readonly rgb: Uint8Array;
  /** The largest weight, where the colours end. */
  readonly top: number;
}

let last: { readonly causes: readonly unknown[]; readonly weights: Weights } | null = null;

/** The colours of the selected vertices, or null; made again only when a cause of them is another one. */
export function weights({ rig, cageSelection, showWeights, document }: Readonly<State>): Weights | null {
  if (document.method !== 'cage' || !rig?.carry || !showWeights || cageSelection.length === 0) return null;
  const causes = [rig, cageSelection];
  if (!last?.causes.every((cause, i) => cause === causes[i])) {
    const values = weightOf(rig, cageSelection);
    const top = values.reduce((most, value) => Math.max(most, value), 1e-6);
    last = { causes, weights: { rgb: heat(values, top), top } };
  }
  return last.weights;
}
