/** In a narrow window the inspector is a strip with a button, which opens it over the viewport. */

import type { Bench } from '../tools/gesture';
import type { Pointer } from '../tools/pointer';
import { tipped } from './actionbutton';
import { el, iconButton } from './dom';

/** The action that opens and closes it where the window is narrow. */
const TOGGLE = 'Hide or show the panels';

export function drawer(bench: Bench, pointer: Pointer, inspector: HTMLElement): HTMLElement {
  const { store } = bench.studio;
  const opener = tipped(bench, iconButton('panel', 'Inspector', null, () => { store.set({ drawer: !store.state.drawer }); }), TOGGLE, 'Inspector');
  const closer = tipped(bench, iconButton('remove', 'Close the inspector', null, () => { store.set({ drawer: false }); }), TOGGLE, 'Close the inspector');
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
  store.watch(['narrow'], ({ drawer: open }) => { if (open) store.set({ drawer: false }); });
  window.addEventListener('keydown', (event) => {
    if (!store.state.narrow || !store.state.drawer || pointer.busy || event.key !== 'Escape') return;
    event.preventDefault();
    store.set({ drawer: false });
  });
  return strip;
}
