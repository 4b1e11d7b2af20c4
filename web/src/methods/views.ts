/** The methods' views by their names, and what the page asks of them. */

import type { PoseState, RigState, State } from '../state/state';
import { row, type Vector } from '../state/vectors';
import { floats, type Arrays } from '../wire/arrays';
import { kept } from '../state/blend';
import type { Document, Row, Slices } from '../wire/messages';
import type { Lifetimes, MethodView, Numbers, OverlayLook } from './contract';
import { plain } from './plain';
import * as registry from './registry';

const KNOWN: ReadonlyMap<string, MethodView> = new Map(Object.entries<MethodView>(registry));

export const VIEWS: readonly MethodView[] = [...KNOWN.values()];

/** The view of a method; the plain one for a method that has none. */
export function viewOf(method: string): MethodView {
  return KNOWN.get(method) ?? plain;
}

/** What the rig of a document depends on, as text: the method, and the options that it is asked for with. */
export function rigKey(document: Document): string {
  return `${document.method} ${JSON.stringify(rigOptions(document))}`;
}

/** The same of a rig that is there. */
export function keyOf(rig: RigState): string {
  return `${rig.method} ${JSON.stringify(viewOf(rig.method).made?.(rig) ?? {})}`;
}

export function rigOptions(document: Document): Record<string, unknown> {
  return viewOf(document.method).wanted?.(document) ?? {};
}

/** What a method reads of a pose's arrays, beside what every pose has. */
export function poseArrays(method: string, arrays: Arrays, document: Document, last: PoseState | null): Pick<PoseState, 'palette' | 'V' | 'points' | 'reached' | 'contacts' | 'regional'> & Partial<PoseState> {
  const reached = new Map<number, Vector>();
  const flat = floats(arrays, 'reached');
  if (flat) document.handles.forEach((handle, i) => reached.set(handle.id, row(flat, i)));
  return { palette: floats(arrays, 'palette'), V: floats(arrays, 'V'), points: floats(arrays, 'points'), contacts: floats(arrays, 'contacts'), regional: floats(arrays, 'regional'), reached, ...viewOf(method).pose?.(arrays, document, last) };
}

/** What the methods have in the page's state as long as one of these lasts. */
export function ownState(...lifetimes: readonly (keyof Lifetimes)[]): Partial<State> {
  return VIEWS.flatMap(({ state }) => lifetimes.map((lifetime) => state?.[lifetime] ?? {})).reduce<Partial<State>>((all, own) => ({ ...all, ...own }), {});
}

/** The slices after another method was chosen. */
export function leftSlices(slices: Slices): Slices {
  return VIEWS.reduce((all, view) => ({ ...all, ...view.left?.(all) }), slices);
}

/** The slices without what no frame of the timeline depends on. */
export function bakedSlices(slices: Slices): Slices {
  return VIEWS.reduce((all, view) => ({ ...all, ...view.baked?.(all) }), slices);
}

/** Weights of the examples, as numbers to be keyed. */
const BLEND: Numbers = {
  kind: 'weights',
  title: 'Blend',
  of: ({ document }) => document.weights,
  put: (_document, weights) => ({ weights }),
  names: ({ model, rig }) => kept(model, rig).map((index) => model?.examples[index] ?? ''),
  shown: ({ document }, index) => document.timeline.rows.some(({ numbers, keys }) => numbers === 'weights' && keys.some(({ targets }) => targets[index] !== 0)),
};

/** The numbers of a method that can be keyed in place of handles; null for none. */
export function numbersOf(method: string): Numbers | null {
  const view = viewOf(method);
  return view.numbers ?? (view.blends ? BLEND : null);
}

/** The row of a document that keys such numbers; undefined for none. */
export function numbersRow({ method, timeline }: Document): Row | undefined {
  const kind = numbersOf(method)?.kind;
  return timeline.rows.find(({ numbers }) => numbers !== null && numbers === kind);
}

/** A document without what frames of its timeline do not depend on: numbers that are keyed are another ones in each. */
export function lasting(document: Document): Document {
  const row = numbersRow(document), there = row ? { ...document, ...numbersOf(document.method)?.put(document, []) } : document;
  return { ...there, slices: bakedSlices(there.slices) };
}

/** Overlays that any method may show. */
const SHARED: Readonly<Partial<Record<string, OverlayLook>>> = {
  deformation: { title: 'Stretch', moves: true },
  followed: { title: 'Which example leads', swatches: true, moves: true, unblended: 'In a free blend all parts follow one mix. Pull a handle first.' },
};

/** How an overlay of a method looks. */
export function overlayLook(method: string, kind: string): OverlayLook {
  return SHARED[kind] ?? viewOf(method).overlays?.[kind] ?? { title: kind };
}
