/** The parts of a mechanism in colours. */

import type { State } from '../../state/state';
import { colours } from '../../view/colours';
import { hue, rgbOf, type Rgb } from '../../view/hues';

/** The share of a part's colour; the rest is clay. */
const SHARE = 0.5;
const SHARE_SELECTED = 0.95;
/** Of the other parts, while some are selected. */
const SHARE_BESIDE = 0.2;

/** Flat (n, 3): clay, tinted by the part of each vertex. */
export function tinted(component: Uint16Array, selection: readonly number[], clay: Rgb): Uint8Array {
  const chosen = new Set(selection);
  const count = component.reduce((most, part) => Math.max(most, part + 1), 0);
  const table = Array.from({ length: count }, (_, part) => {
    const rgb = rgbOf(hue(part).code);
    const share = chosen.has(part) ? SHARE_SELECTED : chosen.size ? SHARE_BESIDE : SHARE;
    return clay.map((value, axis) => Math.round(value + (rgb[axis] - value) * share));
  });
  const out = new Uint8Array(3 * component.length);
  component.forEach((part, i) => { out.set(table[part], 3 * i); });
  return out;
}

let last: { readonly causes: readonly unknown[]; readonly rgb: Uint8Array | null } | null = null;

/** The colours for the page's theme; the two parts of a selected joint stand out. Made again only when a cause of them is another one. */
export function partTints({ rig, partColours, partSelection, jointSelection }: Readonly<State>): Uint8Array | null {
  const component = rig?.component ?? null;
  if (!component || !rig?.mechanism || (!partColours && partSelection.length === 0)) return null;
  const { clay } = colours();
  const joint = jointSelection === null ? undefined : rig.mechanism.joints.at(jointSelection);
  const selection = joint && partSelection.length === 0 ? [joint.a, joint.b] : partSelection;
  const causes = [component, selection.join(' '), clay];
  if (!last?.causes.every((cause, i) => cause === causes[i])) last = { causes, rgb: tinted(component, selection, rgbOf(clay)) };
  return last.rgb;
}
