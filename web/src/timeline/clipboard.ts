/** Copies of keys: taken, pasted at another frame, or put behind themselves. */

import { copied, cycled, pasted } from '../state/keyedits';
import type { Spot } from '../state/timeline';
import type { Bench } from '../tools/gesture';
import type { Timeline } from '../wire/messages';

function many(spots: readonly Spot[]): string {
  return spots.length === 1 ? 'a key' : `${spots.length} keys`;
}

export function copyKeys({ studio }: Bench): void {
  const { keySelection, document } = studio.store.state;
  if (keySelection.length === 0) {
    studio.say('No key is selected. Click one in the timeline first.');
    return;
  }
  studio.store.set({ keyCopies: copied(document.timeline, keySelection) });
  studio.say(`Copied ${many(keySelection)}. Ctrl-V pastes at the frame that is shown.`);
}

/** At the frame that is shown, in their own rows. */
export function pasteKeys({ studio }: Bench): void {
  const { keyCopies, document } = studio.store.state;
  if (keyCopies.length === 0) {
    studio.say('No key was copied yet. Select some, and press Ctrl-C.');
    return;
  }
  const { timeline, spots } = pasted(document.timeline, keyCopies, studio.motion.shownFrame);
  if (spots.length === 0) studio.say('The rows of the copied keys are gone.');
  else put(studio, `Paste ${many(spots)}`, timeline, spots);
}

/** The selected keys once more, from the last of them on. */
export function copyCycle({ studio }: Bench): void {
  const { keySelection, document } = studio.store.state;
  const { timeline, spots } = cycled(document.timeline, keySelection);
  if (timeline === document.timeline) studio.say('Select the keys of a cycle, from its first to its last.');
  else put(studio, 'Copy a cycle', timeline, spots);
}

function put({ editor, store }: Bench['studio'], label: string, timeline: Timeline, spots: Spot[]): void {
  editor.edit(label, { timeline });
  store.set({ keySelection: spots, graphPoints: [] });
}
