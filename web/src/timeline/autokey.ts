/** Auto-key: what was moved has a key at its frame, within the same step of the history. */

import { numbersOf, numbersRow, viewOf } from '../methods/views';
import type { Change } from '../state/history';
import { keyed, keyedNumbers } from '../state/timeline';
import type { Studio } from '../studio';
import type { Document, Timeline } from '../wire/messages';

/** A step was done. */
export function autoKey(studio: Studio, change: Change | null): void {
  const { store, editor } = studio, { autoKey: on, clip, document, told } = store.state;
  if (!on || clip || !change || change.after.timeline || viewOf(document.method).unkeyable?.(document)) return;
  const ids = moved(change), timeline = keyedBy(studio, change, ids);
  if (!timeline) return;
  studio.timeline = timeline;
  editor.amend((label) => label, { timeline });
  const places = document.handles.filter(({ id }) => ids.includes(id)).map(({ id, target }) => [id, target] as const);
  store.set({ timelineOpen: true, told: new Map([...told, ...places]) });
}

/** The timeline with keys of what a step moved; null where it moved nothing that can be keyed. */
function keyedBy({ store: { state } }: Studio, { after }: Change, ids: readonly number[]): Timeline | null {
  const { document } = state, numbers = numbersOf(document.method);
  const decided = after.weights ? numbers?.of(state) : null;
  if (numbers && decided && !handlesKeyed(document)) return keyedNumbers(document, numbers.kind, decided, numbers.title);
  return ids.length && !numbersRow(document) ? keyed(document, ids) : null;
}

export function handlesKeyed({ timeline }: Document): boolean {
  return timeline.rows.some(({ numbers }) => numbers === null);
}

/** The handles that a step put elsewhere. */
function moved({ before, after }: Change): number[] {
  const places = new Map(before.handles?.map(({ id, target }) => [id, target]));
  return (after.handles ?? []).filter(({ id, target }) => places.get(id)?.some((value, axis) => value !== target[axis])).map(({ id }) => id);
}
