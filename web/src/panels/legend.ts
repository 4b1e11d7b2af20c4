/** What the colours on the mesh mean: small, foldable, and never in the way of a handle. */

import { overlayLook } from '../methods/views';
import { shownAt } from '../state/document';
import type { State } from '../state/state';
import type { Bench } from '../tools/gesture';
import { project, type Lens } from '../tools/lens';
import { el, iconButton } from './dom';

export function legend({ studio: { store }, stage }: Bench): HTMLElement {
  const box = el('div', { class: 'legend', label: 'Legend', attributes: { role: 'group' } });
  let folded = false;
  const fold = (): void => {
    folded = !folded;
    show(store.state);
    box.querySelector('button')?.focus();
  };
  const show = ({ overlay, document: { method } }: Readonly<State>): void => {
    box.hidden = overlay === null;
    if (!overlay) return;
    const folder = iconButton(folded ? 'unfold' : 'fold', folded ? 'Show the legend' : 'Fold the legend', null, fold);
    folder.setAttribute('aria-expanded', String(!folded));
    const look = overlayLook(method, overlay.kind);
    const entries = look.swatches ? swatches(overlay.legend) : ramp(overlay.legend);
    box.replaceChildren(el('div', { class: 'row spread' }, el('h3', {}, look.title), folder), ...(folded ? [] : [entries]));
  };
  store.watch(['overlay'], show);
  stage.onFrame((lens) => { if (!box.hidden) box.classList.toggle('yielding', covers(box, lens, store.state)); });
  return box;
}

/** Whether a handle is behind the box; the pointer reaches it there, but it should be seen, too. */
function covers(box: HTMLElement, lens: Lens, { document, pose, rig }: Readonly<State>): boolean {
  return document.handles.some((handle) => {
    const { x, y } = project(lens, shownAt(document, pose?.reached ?? null, handle, rig?.pins));
    const [right, down] = [x - box.offsetLeft, y - box.offsetTop];
    return right > 0 && right < box.offsetWidth && down > 0 && down < box.offsetHeight;
  });
}

type Entries = readonly (readonly string[])[];

function swatches(entries: Entries): HTMLElement {
  return el('ul', {}, ...entries.map(([colour, words]) => {
    const swatch = el('span', { class: 'swatch' });
    swatch.style.background = colour;
    return el('li', {}, swatch, words);
  }));
}

function ramp(entries: Entries): HTMLElement {
  const bar = el('div', { class: 'ramp' });
  bar.style.background = `linear-gradient(to right, ${entries.map(([colour]) => colour).join(', ')})`;
  return el('div', {}, bar, el('div', { class: 'row spread figure' }, el('span', {}, entries[0]?.[1] ?? ''), el('span', {}, entries.at(-1)?.[1] ?? '')));
}
