/** In a narrow window the inspector is a strip with a button, which opens it over the viewport. */

import type { Bench } from '../tools/gesture';
import { writing } from '../tools/keyboard';
import type { Pointer } from '../tools/pointer';
import { el, iconButton } from './dom';

/** As in the style sheet. */
const NARROW = '(max-width: 1099.98px)';

export function drawer({ studio: { store } }: Bench, pointer: Pointer, inspector: HTMLElement): HTMLElement {
  const narrow = matchMedia(NARROW);
  const opener = iconButton('panel', 'Inspector', 'N', () => { store.set({ drawer: !store.state.drawer }); });
  const closer = iconButton('remove', 'Close the inspector', 'N', () => { store.set({ drawer: false }); });
  closer.classList.add('closer');
  inspector.append(closer);
  opener.setAttribute('aria-expanded', 'false');
  const strip = el('div', { class: 'strip' }, opener);
  store.watch(['drawer'], (state) => {
    const was = inspector.classList.toggle('drawn', state.drawer);
    opener.setAttribute('aria-expanded', String(state.drawer));
    if (was) closer.focus();
    else if (inspector.contains(document.activeElement)) opener.focus();
  });
  store.watch(['model'], ({ model }) => { strip.hidden = model === null; });
  // A wide window has room for it anyway.
  narrow.addEventListener('change', () => { store.set({ drawer: false }); });
  window.addEventListener('keydown', (event) => {
    const { drawer: open, model } = store.state;
    if (!narrow.matches || model === null || pointer.busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const toggles = event.key.toLowerCase() === 'n' && !writing(event.target);
    if (!toggles && !(open && event.key === 'Escape')) return;
    event.preventDefault();
    store.set({ drawer: !open });
  });
  return strip;
}
