/** Painted parts in their colours, as firmly as they hold. */

import { mask } from '../../state/document';
import type { State } from '../../state/state';
import { colours } from '../../view/colours';
import { hue, rgbOf, type Rgb } from '../../view/hues';
import { strongest, type Owners } from './owners';
import { newPart } from './paint';

/** The share of a part's colour where it holds wholly; the rest is clay. */
const SHARE = 0.6;
const SHARE_SELECTED = 0.9;

interface Tint {
  readonly rgb: Rgb;
  readonly share: number;
}

/** Flat (n, 3): clay, tinted by the owner of each vertex. */
export function tinted({ owner, level }: Owners, tints: readonly Tint[], clay: Rgb): Uint8Array {
  const out = new Uint8Array(3 * owner.length);
  for (let i = 0; i < owner.length; i++) {
    const tint = owner[i] < 0 ? undefined : tints[owner[i]];
    const share = tint ? (tint.share * level[i]) / 255 : 0;
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = Math.round(clay[axis] + ((tint?.rgb[axis] ?? 0) - clay[axis]) * share);
  }
  return out;
}

/** The parts' colours over clay; a part that is being painted as it is so far. Null where there is nothing to show. */
export function coloured({ document, model, regions, partSelection, painting }: Readonly<State>, clay: Rgb): Uint8Array | null {
  const { parts } = document.slices.handles;
  if (!model || (parts.length === 0 && !painting)) return null;
  const n = model.V.length / 3;
  const leader = painting ? partSelection.at(0) : undefined;
  const layers = parts.map(({ id, region }) => (painting && id === leader ? painting : mask(regions.get(region) ?? null, n)));
  const tints = parts.map(({ id, colour }) => ({ rgb: rgbOf(hue(colour).code), share: partSelection.includes(id) ? SHARE_SELECTED : SHARE }));
  if (painting && !parts.some(({ id }) => id === leader)) {
    layers.push(painting);
    tints.push({ rgb: rgbOf(hue(newPart(parts, '').colour).code), share: SHARE_SELECTED });
  }
  return tinted(strongest(layers, n), tints, clay);
}

/** What colours depend on. */
type Causes = readonly unknown[];

let last: { readonly causes: Causes; readonly rgb: Uint8Array | null } | null = null;

/** `coloured` for the page's theme; made again only when a cause of it is another one, for it is asked at every paint. */
export function partColours(state: Readonly<State>): Uint8Array | null {
  const { clay } = colours();
  const causes: Causes = [state.model, state.document.slices.handles.parts, state.regions, state.partSelection, state.painting, clay];
  if (!last?.causes.every((cause, i) => cause === causes[i])) last = { causes, rgb: coloured(state, rgbOf(clay)) };
  return last.rgb;
}
