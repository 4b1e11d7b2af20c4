/** Colours that lie over the surface: those of an overlay, and ice on frozen vertices. */

import { Color } from 'three';
import type { Floats, OverlayState } from '../state/state';

/** How strongly frozen vertices take the colour of ice. */
const FROZEN_SHARE = 0.65;
/** What is left of the brightness of parts beside the one that stands out. */
const DIMMED = 0.35;

/** The colours of an overlay, flat (n, 3); where one part stands out, the others are dimmed. */
export function spotlit(overlay: OverlayState | null, part: number | null): Uint8Array | null {
  const parts = overlay?.parts;
  if (!overlay || !parts || part === null) return overlay?.rgb ?? null;
  return overlay.rgb.map((level, i) => (parts[Math.floor(i / 3)] === part ? level : DIMMED * level));
}

/**
 * Linear rgb and the share of the surface's own colour that it takes the place of, flat (r, 4).
 *
 * source: the vertex of each of r drawn ones, null for themselves; rgb flat (n, 3) sRGB; frozen: a mask of n
 */
export function tints(r: number, source: Uint32Array | null, rgb: Uint8Array | null, frozen: Uint8Array | null, ice: string, out: Floats = new Float32Array(4 * r)): Floats {
  const cold = new Color(ice).toArray();
  const linear = Float32Array.from({ length: 256 }, (_, i) => new Color().setRGB(i / 255, 0, 0, 'srgb').r);
  for (let i = 0; i < r; i++) {
    const v = source ? source[i] : i;
    const share = frozen?.[v] ? FROZEN_SHARE : 0;
    for (let axis = 0; axis < 3; axis++) {
      const own = rgb ? linear[rgb[3 * v + axis]] : cold[axis];
      out[4 * i + axis] = own + (cold[axis] - own) * share;
    }
    out[4 * i + 3] = rgb ? 1 : share;
  }
  return out;
}
