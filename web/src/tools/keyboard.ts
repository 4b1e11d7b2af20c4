/** The keyboard: first the running gesture, then the table of actions. */

import { ACTIONS, fitsNow } from './actions';
import type { Bench } from './gesture';
import { chord, keyed } from './keymap';
import type { Pointer } from './pointer';

const TEXT = new Set(['text', 'number', 'search']);

export function listen(bench: Bench, pointer: Pointer): () => void {
  const { store } = bench.studio;
  const onKey = (event: KeyboardEvent): void => {
    const action = keyed(ACTIONS, store.state.keymap, chord(event));
    if (event.defaultPrevented || (writing(event.target) && !action?.anywhere) || presses(event)) return;
    if (pointer.busy) {
      if (pointer.key(event.key)) event.preventDefault();
      return;
    }
    const fits = action !== undefined && fitsNow(action, store.state);
    if (!action || (!fits && store.state.model === null)) return;
    // What does not fit now must not mean something else to the browser, such as saving the page.
    event.preventDefault();
    if (fits) action.run(bench, pointer);
  };
  window.addEventListener('keydown', onKey);
  return () => { window.removeEventListener('keydown', onKey); };
}

/** Whether keys belong to a field where one writes. */
export function writing(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && TEXT.has(target.type);
}

/** Whether a key belongs to the control that the keyboard is at: Space presses it, arrows and ends move it. */
function presses({ key, target }: KeyboardEvent): boolean {
  return /^( |Arrow|Home$|End$)/.test(key) && target instanceof Element && target.matches('button:focus-visible, select, input, [role="slider"]:focus-visible');
}
