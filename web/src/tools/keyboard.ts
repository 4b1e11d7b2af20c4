/** The keyboard: first the running gesture, then the table of actions. */

import { ACTIONS, chord } from './actions';
import type { Bench } from './gesture';
import type { Pointer } from './pointer';

const TEXT = new Set(['text', 'number', 'search']);

export function listen(bench: Bench, pointer: Pointer): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || writing(event.target) || presses(event)) return;
    if (pointer.busy) {
      if (pointer.key(event.key)) event.preventDefault();
      return;
    }
    const name = chord(event);
    const action = ACTIONS.find((one) => one.keys.includes(name) && one.applies?.(bench) !== false);
    if (!action || (bench.studio.store.state.model === null && name !== '?' && name !== 'Escape')) return;
    event.preventDefault();
    action.run(bench, pointer);
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
