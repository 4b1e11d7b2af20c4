/** Painting parts: the brush, the fence and linked pieces mark what the selected part is. */

import { mask, regionOf, sliced } from '../../state/document';
import type { Bench } from '../../tools/gesture';
import type { Paint } from '../../tools/paint';
import type { Document } from '../../wire/messages';
import type { HandlesSlice, Part } from './messages';

/** Colours of the palette. */
const COLOURS = 12;

export const painting: Paint = {
  verbs: ['Paint', 'Erase'],
  fades: true,
  underHandles: true,
  marked({ studio }) {
    const { state } = studio.store;
    const part = chosen(state.document.slices.handles, state.partSelection);
    return mask((part && state.regions.get(part.region)) ?? null, (state.model?.V.length ?? 0) / 3);
  },
  keep({ studio }, label, region) {
    const { document, partSelection } = studio.store.state;
    const { parts } = document.slices.handles;
    const part = chosen({ parts }, partSelection);
    if (part && region === null) {
      studio.editor.edit(`Erase ${part.name}`, parted(document, parts.filter(({ id }) => id !== part.id)));
      studio.store.set({ partSelection: [] });
    } else if (part && region !== null) {
      studio.editor.edit(label.replace(/a (region|part)/, part.name), parted(document, parts.map((one) => (one.id === part.id ? { ...one, region } : one))));
    } else if (region !== null) {
      addPart({ studio }, newPart(parts, region));
    }
  },
};

/** What changes when a document has other parts. */
export function parted(document: Document, parts: Part[]): Partial<Document> {
  return sliced(document, 'handles', { parts });
}

/** The part that is painted: the first that is selected. */
export function chosen({ parts }: Pick<HandlesSlice, 'parts'>, selection: readonly number[]): Part | null {
  return parts.find(({ id }) => id === selection[0]) ?? null;
}

/** The next part, with a number and a colour of its own. */
export function newPart(parts: readonly Part[], region: string, name?: string): Part {
  const id = 1 + parts.reduce((largest, part) => Math.max(largest, part.id), 0);
  const used = new Set(parts.map(({ colour }) => colour));
  const free = Array.from({ length: COLOURS }, (_, i) => i).find((colour) => !used.has(colour));
  return { id, name: name ?? `Part ${id}`, colour: free ?? id % COLOURS, region, centre: null, parent: null, pinned: false };
}

export function addPart({ studio }: Pick<Bench, 'studio'>, part: Part): void {
  const { document } = studio.store.state;
  studio.editor.edit(`Paint ${part.name}`, parted(document, [...document.slices.handles.parts, part]));
  studio.store.set({ partSelection: [part.id] });
}

/** "left arm" of "right arm", and the other way round; "arm, mirrored" of "arm". */
export function mirroredName(name: string): string {
  const other: Readonly<Record<string, string>> = { left: 'right', right: 'left', Left: 'Right', Right: 'Left', L: 'R', R: 'L' };
  const swapped = name.replace(/\b(left|right|Left|Right|L|R)\b/, (side) => other[side]);
  return swapped === name ? `${name}, mirrored` : swapped;
}

/** The other side of the selected part, as a part of its own. */
export function mirrorPart({ studio, stage }: Bench): void {
  const { document: { slices: { handles } }, partSelection, partner, regions, model } = studio.store.state;
  const part = chosen(handles, partSelection);
  if (!part || !model) return;
  if (!partner) {
    studio.withMirror(() => { mirrorPart({ studio, stage }); });
    return;
  }
  const own = mask(regions.get(part.region) ?? null, model.V.length / 3);
  const other = new Uint8Array(own.length);
  own.forEach((level, vertex) => { if (level && partner[vertex] < other.length) other[partner[vertex]] = level; });
  const found = regionOf(other);
  const region = found.runs.length ? studio.mark(found) : undefined;
  if (region === undefined) studio.say('The other side has no vertices of its own, or the server is away.', true);
  else addPart({ studio }, newPart(handles.parts, region, mirroredName(part.name)));
}
