/** What the user does to keys; every edit is a step of the history. */

import { numbersOf, numbersRow, viewOf } from '../methods/views';
import { pointOn, settled } from '../state/document';
import { renamed } from '../state/keyedits';
import { adjusted, beyond, framesOf, keyed, keyedNumbers, meant, removed, rowId, type Beyond, type Ease } from '../state/timeline';
import type { Bench } from '../tools/gesture';
import type { Timeline } from '../wire/messages';
import { handlesKeyed } from './autokey';

/** A handle that is off its key by less than this share of the model has not moved: the wire carries 24 bits. */
const NOT_MOVED = 1e-6;

function many(count: number): string {
  return count === 1 ? 'a key' : `${count} keys`;
}

/** K: key what is selected, or what has moved, at the frame that is shown. */
export function setKey({ studio }: Bench): void {
  const { store, editor, motion } = studio;
  motion.playback.stop();
  const { document, pose, model, selection, told, clip } = store.state;
  if (!model || clip) return;
  const why = viewOf(document.method).unkeyable?.(document) ?? null;
  if (why !== null) {
    studio.say(why);
    return;
  }
  const numbers = numbersOf(document.method), decided = numbers?.of(store.state);
  if (numbers && decided && !handlesKeyed(document)) {
    const timeline = keyedNumbers(document, numbers.kind, decided, numbers.title);
    studio.timeline = timeline;
    editor.edit(`Key the ${numbers.title.toLowerCase()} at frame ${document.frame}`, { ...numbers.put(document, [...decided]), timeline });
    store.set({ timelineOpen: true });
    return;
  }
  const row = numbersRow(document);
  if (row) {
    studio.say(`This timeline keys "${row.name}", and handles do not pull beside it. Remove its keys to key handles.`);
    return;
  }
  if (document.handles.length === 0) {
    studio.say('There is no handle to key. Click on the surface to place one.');
    return;
  }
  const handles = settled(document, pose?.reached ?? null);
  const there = { ...document, handles };
  const ids = meant(there, selection, told, (handle) => pointOn(handle, model.V, model.F), NOT_MOVED * model.diagonal);
  const timeline = keyed(there, ids);
  // The handles are where their keys are.
  studio.timeline = timeline;
  const named = ids.length === 1 ? `handle ${ids[0]}` : `${ids.length} handles`;
  editor.edit(`Key ${named} at frame ${document.frame}`, { timeline, handles, weights: null });
  store.set({ timelineOpen: true, told: new Map([...told, ...handles.filter(({ id }) => ids.includes(id)).map(({ id, target }) => [id, target] as const)]) });
}

/** Delete: the selected keys; says whether there were any. */
export function removeKeys({ studio: { store, editor } }: Bench): boolean {
  const { keySelection, document } = store.state;
  if (keySelection.length === 0) return false;
  editor.edit(`Remove ${many(keySelection.length)}`, { timeline: removed(document.timeline, keySelection) });
  store.set({ keySelection: [] });
  return true;
}

/** Another ease, in a step of its own. */
export function ease({ studio: { store, editor } }: Bench, chosen: Ease): void {
  const { keySelection, document } = store.state;
  editor.edit(`Ease ${many(keySelection.length)}: ${chosen}`, { timeline: adjusted(document.timeline, keySelection, { ease: chosen }) });
}

/** How firmly the selected keys hold; a gesture. */
export function weigh({ studio: { store, editor } }: Bench, weight: number): void {
  const { keySelection, document } = store.state;
  editor.gesture(`Weigh ${many(keySelection.length)}`, { timeline: adjusted(document.timeline, keySelection, { weight }) });
}

/** What happens before and after the keys of the selected rows. */
export function goBeyond({ studio: { store, editor } }: Bench, way: Partial<{ before: Beyond; after: Beyond }>): void {
  const { keySelection, document } = store.state;
  editor.edit(`Beyond the keys: ${Object.values(way).join()}`, { timeline: beyond(document.timeline, keySelection, way) });
}

/** Other facts of the timeline: rate, range, follow-through. */
export function setTimeline({ studio: { store, editor } }: Bench, label: string, change: Partial<Timeline>, live = false): void {
  const { document } = store.state;
  const timeline = { ...document.timeline, ...change };
  const frame = Math.min(timeline.last, Math.max(timeline.first, document.frame));
  if (live) editor.gesture(label, { timeline, frame });
  else editor.edit(label, { timeline, frame });
}

/** Move by so many frames. */
export function step({ studio: { motion } }: Bench, frames: number): void {
  motion.playback.stop();
  motion.goTo(motion.shownFrame + frames);
}

/** To the next key, or the one before. */
export function toKey({ studio: { store, motion } }: Bench, way: 1 | -1): void {
  motion.playback.stop();
  const at = framesOf(store.state.document.timeline), now = motion.shownFrame;
  const next = way > 0 ? at.find((frame) => frame > now) : at.findLast((frame) => frame < now);
  if (next !== undefined) motion.goTo(next);
}

export function toEnd({ studio: { motion } }: Bench, last: boolean): void {
  motion.playback.stop();
  motion.goTo(last ? motion.range.last : motion.range.first);
}

/** Another name for a row; an empty one leaves it as it is. */
export function renameRow({ studio: { store, editor } }: Bench, id: string, name: string): void {
  const { timeline } = store.state.document, row = timeline.rows.find((one) => rowId(one) === id);
  if (row && name && name !== row.name) editor.edit(`Rename ${row.name} to ${name}`, { timeline: renamed(timeline, id, name) });
}

/** The selection with some spots more, or taken out again. */
export function toggled<S extends string>(selection: readonly S[], spots: readonly S[]): S[] {
  const out = spots.every((spot) => selection.includes(spot));
  return out ? selection.filter((spot) => !spots.includes(spot)) : [...new Set([...selection, ...spots])];
}
