/** What keys and buttons do to the view: frame, orbit, bookmarks, and parts that are hidden. */

import { meantParts, partsOf, selectedPlaces } from '../state/parts';
import type { Vector } from '../state/vectors';
import type { Bookmark, Seen } from '../wire/messages';
import type { Bench } from './gesture';
import type { Pointer } from './pointer';

/** Bookmarks that are kept: the keys 1 to 9 name no more. */
export const MOST_BOOKMARKS = 9;

export function setSeen({ studio: { store } }: Bench, change: Partial<Seen>): void {
  store.set({ seen: { ...store.state.seen, ...change } });
}

/** F: what is selected, or the whole model. */
export function frame({ studio, stage }: Bench): void {
  const { propSelection } = studio.store.state, places = propSelection === null ? selectedPlaces(studio.store.state) : stage.beside.corners(propSelection);
  if (places.length) stage.frameOn(places.flat());
  else stage.frameAll();
}

/** The point that the camera goes around: the middle of what is selected, where that is wanted. */
export function pivotOf({ studio: { store } }: Bench): Vector | undefined {
  const places = store.state.seen.about_selection ? selectedPlaces(store.state) : [];
  if (places.length === 0) return undefined;
  return places.reduce<Vector>(([x, y, z], at) => [x + at[0] / places.length, y + at[1] / places.length, z + at[2] / places.length], [0, 0, 0]);
}

export function addBookmark(bench: Bench): void {
  const { studio: { store }, stage: { camera: { gaze } } } = bench, { seen, perspective } = store.state;
  const { at, azimuth, elevation, distance } = gaze;
  const here: Bookmark = { at: [at[0], at[1], at[2]], azimuth, elevation, distance, perspective, lens: seen.lens };
  setSeen(bench, { bookmarks: [...seen.bookmarks, here].slice(-MOST_BOOKMARKS) });
}

export function recall(bench: Bench, { at, azimuth, elevation, distance, perspective, lens }: Bookmark): void {
  setSeen(bench, { lens });
  bench.studio.store.set({ perspective });
  bench.stage.camera.comeTo({ at, azimuth, elevation, distance });
  bench.stage.invalidate();
}

/** H: the parts of what is selected, or the one under the pointer. */
export function hideParts(bench: Bench, pointer: Pointer): void {
  const { seen } = bench.studio.store.state, parts = meant(bench, pointer);
  if (parts.length) setSeen(bench, { hidden: [...new Set([...seen.hidden, ...parts])] });
}

/** Shift-H: nothing but these. */
export function isolateParts(bench: Bench, pointer: Pointer): void {
  const { model } = bench.studio.store.state, parts = meant(bench, pointer);
  if (model && parts.length) setSeen(bench, { hidden: [...new Set(partsOf(model))].filter((part) => !parts.includes(part)) });
}

export function showParts(bench: Bench): void {
  setSeen(bench, { hidden: [] });
}

function meant({ studio, stage }: Bench, pointer: Pointer): number[] {
  const parts = meantParts(studio.store.state, stage.pick(pointer.at)?.face ?? null);
  if (parts.length === 0) studio.say('Point at a part of the model, or select a handle on it.');
  return parts;
}
