/** Copying and pasting poses, also between tabs. The browser's own events ask for no permission, so keys go through them. */

import type { Bench } from './gesture';
import { writing } from './keyboard';
import { copied, paste } from './poses';

const COPIED = 'The pose is copied. Paste it with Ctrl-V, here or in another tab.';

export function followClipboard(bench: Bench): void {
  const { studio } = bench;
  document.addEventListener('copy', (event) => {
    // Words that are marked are copied as words.
    if (writing(event.target) || document.getSelection()?.isCollapsed === false) return;
    const text = copied(bench);
    if (text === null) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    said(bench);
  });
  document.addEventListener('paste', (event) => {
    if (writing(event.target) || !studio.store.state.model) return;
    pasted(bench, event.clipboardData?.getData('text/plain') ?? '');
    event.preventDefault();
  });
}

/** From now on Ctrl-V means the pose, not keys that were copied before. */
function said({ studio }: Bench): void {
  studio.store.set({ keyCopies: [] });
  studio.say(COPIED);
}

function pasted(bench: Bench, text: string): void {
  const before = bench.studio.store.state.toasts.length;
  // A pose of another model has said so.
  if (!paste(bench, text) && bench.studio.store.state.toasts.length === before) bench.studio.say('There is no pose to paste. Copy one with Ctrl-C.');
}

/** Copy, by a button. */
export function copyShown(bench: Bench): void {
  const text = copied(bench);
  if (text !== null) asked(bench, 'Ctrl-C', (clipboard) => clipboard.writeText(text).then(() => { said(bench); }));
}

/** Paste, by a button: the browser may ask for a permission. */
export function pasteShown(bench: Bench): void {
  asked(bench, 'Ctrl-V', (clipboard) => clipboard.readText().then((text) => { pasted(bench, text); }));
}

/** Do something with the clipboard; pages that came over plain HTTP from another machine have none. */
function asked({ studio }: Bench, key: string, then: (clipboard: Clipboard) => Promise<void>): void {
  const refused = (): void => { studio.say(`The browser keeps the clipboard from the page. Press ${key} instead.`); };
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) then(clipboard).catch(refused);
  else refused();
}
