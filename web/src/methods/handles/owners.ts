/** Which painted part each vertex follows. */

import { mask } from '../../state/document';
import type { State } from '../../state/state';
import type { Hit } from '../../view/picking';
import type { Part } from './messages';

/** owner: (n,) the place of the part in the list, −1 for none; level: (n,) how firmly, from 0 to 255. */
export interface Owners {
  readonly owner: Int16Array;
  readonly level: Uint8Array;
}

/** Where parts overlap, a vertex follows the one that holds it more firmly, and of equals the earlier one. */
export function strongest(layers: readonly Uint8Array[], n: number): Owners {
  const owner = new Int16Array(n).fill(-1), level = new Uint8Array(n);
  layers.forEach((layer, place) => {
    for (let i = 0; i < n; i++) {
      if (layer[i] <= level[i]) continue;
      level[i] = layer[i];
      owner[i] = place;
    }
  });
  return { owner, level };
}

/** The part of the corner that is nearest to a point of the surface. */
export function partAt({ document, regions, model }: Pick<State, 'document' | 'regions' | 'model'>, { face, barycentric }: Pick<Hit, 'face' | 'barycentric'>): Part | null {
  if (!model) return null;
  const n = model.V.length / 3;
  const corner = barycentric.indexOf(Math.max(...barycentric));
  const { parts } = document.slices.handles;
  const { owner } = strongest(parts.map(({ region }) => mask(regions.get(region) ?? null, n)), n);
  const place = owner[model.F[3 * face + corner]];
  return place < 0 ? null : parts[place];
}
