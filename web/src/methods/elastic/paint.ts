/** Painting stiffness: the brush, the fence and linked pieces mark what the selected patch is. */

import { mask, sliced } from '../../state/document';
import type { Studio } from '../../studio';
import type { Paint } from '../../tools/paint';
import type { Document } from '../../wire/messages';
import type { ElasticSlice, StiffPatch } from './messages';

/** A new patch is this stiff. */
export const HARD = 10;
/** What can be chosen, in words. */
export const DEGREES: readonly (readonly [number, string])[] = [[0.01, 'Very soft'], [0.1, 'Soft'], [HARD, 'Firm'], [100, 'Hard'], [1000, 'Like bone']];

export const UNPAINTED: ElasticSlice = { patches: [] };

export const painting: Paint = {
  verbs: ['Stiffen', 'Clear'],
  fades: true,
  underHandles: true,
  marked({ studio }) {
    const { state } = studio.store;
    const patch = chosen(state.document.slices.elastic, state.partSelection);
    return mask((patch && state.regions.get(patch.region)) ?? null, (state.model?.V.length ?? 0) / 3);
  },
  keep({ studio }, label, region) {
    const { document, partSelection } = studio.store.state;
    const { patches } = document.slices.elastic;
    const patch = chosen({ patches }, partSelection);
    if (patch && region === null) remove(studio, patch);
    else if (patch && region !== null) change(studio, label.replace(/a (region|part)/, patch.name), patch, { region });
    else if (region !== null) add(studio, region);
  },
};

/** What changes when a document has other patches. */
function patched(document: Document, patches: StiffPatch[]): Partial<Document> {
  return sliced(document, 'elastic', { patches });
}

/** The patch that is painted: the first that is selected. */
export function chosen({ patches }: ElasticSlice, selection: readonly number[]): StiffPatch | null {
  return patches.find(({ id }) => id === selection[0]) ?? null;
}

/** One more patch, which is then painted on. */
export function add({ store, editor }: Pick<Studio, 'store' | 'editor'>, region: string, called?: string): void {
  const { document } = store.state, { patches } = document.slices.elastic;
  const id = 1 + patches.reduce((largest, patch) => Math.max(largest, patch.id), 0);
  const name = called ?? `Patch ${id}`;
  editor.edit(`Stiffen ${name}`, patched(document, [...patches, { id, name, region, stiffness: HARD }]));
  store.set({ partSelection: [id] });
}

export function remove({ store, editor }: Pick<Studio, 'store' | 'editor'>, patch: StiffPatch): void {
  const { document, partSelection } = store.state;
  editor.edit(`Remove ${patch.name}`, patched(document, document.slices.elastic.patches.filter(({ id }) => id !== patch.id)));
  store.set({ partSelection: partSelection.filter((id) => id !== patch.id) });
}

export function change({ store, editor }: Pick<Studio, 'store' | 'editor'>, label: string, patch: StiffPatch, next: Partial<StiffPatch>): void {
  const { document } = store.state;
  editor.edit(label, patched(document, document.slices.elastic.patches.map((one) => (one.id === patch.id ? { ...one, ...next } : one))));
}
