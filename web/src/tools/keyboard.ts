/** The keyboard: first the running gesture, then the table of actions. */

import { ACTIONS, fitsNow } from './actions';
import type { Bench } from './gesture';
import { chord, keyed } from './keymap';
import type { Pointer } from './pointer';

const TEXT = new Set(['text', 'number', 'search']);

export function listen(bench: Bench, pointer: Pointer): () => void {
  const { store } = bench.studio;
  // Asked as the focus comes: any key that is pressed later makes it visible.
  let came: EventTarget | null = null;
  const onFocus = ({ target }: FocusEvent): void => { came = target instanceof Element && target.matches(':focus-visible') ? target : null; };
  const onKey = (event: KeyboardEvent): void => {
    const { keymap } = store.state, key = chord(event);
    // Of actions that share a key, the one that fits now is meant.
    const action = keyed(ACTIONS.filter((one) => fitsNow(one, store.state)), keymap, key) ?? keyed(ACTIONS, keymap, key);
    if (event.defaultPrevented || (written(event) && !action?.anywhere) || presses(event, came)) return;
    if (pointer.busy) {
      if (pointer.key(event.key)) event.preventDefault();
      return;
    }
    const fits = action !== undefined && fitsNow(action, store.state);
    if (!action || action.native || (!fits && store.state.model === null)) return;
    // What does not fit now must not mean something else to the browser, such as saving the page.
    event.preventDefault();
    if (fits) action.run(bench, pointer);
  };
  window.addEventListener('keydown', onKey);
  window.addEventListener('focusin', onFocus);
  return () => {
    window.removeEventListener('keydown', onKey);
    window.removeEventListener('focusin', onFocus);
  };
}

/** Whether keys belong to a field where one writes. */
export function writing(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && TEXT.has(target.type);
}

/** Whether a key is written into such a field; no number has a space in it. */
function written({ key, target }: KeyboardEvent): boolean {
  return writing(target) && !(key === ' ' && target.type === 'number');
}

/** Whether a key belongs to a control: Space presses what the keyboard came to, arrows and ends move it. */
function presses({ key, target }: KeyboardEvent, came: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  // What the mouse has pressed gives Space back, and sliders have no use for it.
  if (key === ' ') return target === came && target.matches('button, select, summary, input[type="checkbox"]');
  return /^(Arrow|Home$|End$)/.test(key) && (target.matches('select, input') || (target === came && target.matches('button, [role="slider"]')));
}
