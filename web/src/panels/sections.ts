/** Parts that the methods' panels share. */

import { overlayLook } from '../methods/views';
import type { Bench } from '../tools/gesture';
import { el } from './dom';

/** A "?" that tells what a panel is for; all are called the same, and told apart by the title before them. */
function helpMark(name: string): HTMLElement {
  const mark = el('button', { class: 'help-mark', label: 'Help', attributes: { type: 'button' } }, '?');
  mark.dataset.help = name;
  return mark;
}

export function group(name: string, ...children: Node[]): HTMLElement {
  return el('section', { class: 'group' }, el('div', { class: 'group-head' }, el('h3', {}, name), helpMark(name)), ...children);
}

/** What the server says about the rig, line by line. */
export function facts(bench: Bench, off: (() => void)[]): HTMLElement {
  const list = el('div', { class: 'rig-facts' });
  const section = group('About this rig', list);
  off.push(bench.studio.store.watch(['rig', 'model'], ({ rig, model }) => {
    const lines = [...(model ? [model.words] : []), ...(rig?.facts ?? [])];
    list.replaceChildren(...lines.map((line) => el('p', { class: 'quiet' }, line)));
    section.hidden = lines.length === 0;
  }));
  return section;
}

/** Switches for colours on the mesh; at most one is on. */
export function overlays(bench: Bench, kinds: readonly (readonly [string, string])[], off: (() => void)[]): HTMLElement {
  const boxes = kinds.map(([kind, words]) => {
    const box = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { bench.studio.show(box.checked ? kind : null); } } });
    const label = el('label', { class: 'switch' }, el('span', {}, words), box);
    off.push(bench.studio.store.watch(['overlayWanted', 'rig', 'document'], (state) => {
      const why = state.document.weights === null ? undefined : overlayLook(state.document.method, kind).unblended;
      box.checked = state.overlayWanted === kind;
      box.disabled = state.rig === null || why !== undefined;
      label.title = why ?? '';
    }));
    return label;
  });
  return el('div', {}, ...boxes);
}
