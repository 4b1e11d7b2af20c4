/** Buttons that do what their keys do; their tool tips follow the key map. */

import { ACTIONS, type Action } from '../tools/actions';
import type { Bench } from '../tools/gesture';
import { keyName, keysOf, type Keymap } from '../tools/keymap';
import type { Pointer } from '../tools/pointer';
import { iconButton, type Icon } from './dom';

/** The action of these words. */
export function actionOf(words: string): Action {
  const action = ACTIONS.find((one) => one.words === words);
  if (!action) throw new Error(`No action is called ${words}.`);
  return action;
}

/** Words, with the key that an action has now. */
export function tip(keymap: Keymap, action: string, words = action): string {
  const key = keyName(keysOf(actionOf(action), keymap));
  return key ? `${words} (${key})` : words;
}

/** Let the tool tip of an element tell the key of an action. */
export function tipped<E extends HTMLElement>({ studio: { store } }: Bench, element: E, action: string, words = action): E {
  store.watch(['keymap'], ({ keymap }) => { element.title = tip(keymap, action, words); });
  return element;
}

/** label: other words than the action's own. */
export function actionButton(bench: Bench, pointer: Pointer, picture: Icon, words: string, label = words): HTMLButtonElement {
  const action = actionOf(words);
  return tipped(bench, iconButton(picture, label, null, () => { action.run(bench, pointer); }), words, label);
}
