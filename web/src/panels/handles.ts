/** The list of handles. */

import { pinned } from '../state/document';
import { nameOf } from '../state/places';
import type { State } from '../state/state';
import type { Bench } from '../tools/gesture';
import type { Handle } from '../wire/messages';
import { button, el, iconButton } from './dom';
import { flooring, holding } from './pins';
import { places, presets } from './places';
import { group } from './sections';

export function handleList(bench: Bench): HTMLElement {
  const list = el('ul', { class: 'handles' });
  const empty = el('p', { class: 'quiet' }, 'No handles yet. Click on the model to place one.');
  const clear = button('Remove all', () => { bench.studio.editor.edit('Remove all handles', { handles: [] }); bench.studio.store.set({ selection: [] }); });
  bench.studio.store.watch(['document', 'selection', 'rig'], (state) => {
    list.replaceChildren(...state.document.handles.map((handle) => item(bench, handle, state)));
    empty.hidden = state.document.handles.length > 0;
    clear.hidden = !empty.hidden;
  });
  return el('div', { class: 'sections' }, places(bench), holding(bench), flooring(bench), group('Handles', empty, list, el('div', { class: 'row' }, clear)), presets(bench), steps(bench));
}

function item(bench: Bench, handle: Handle, { selection, document, rig }: Readonly<State>): HTMLElement {
  const { studio } = bench;
  const on = selection.includes(handle.id), words = wordsOf(handle, rig?.pins ?? []);
  const pick = el('button', { class: 'pick', attributes: { type: 'button', 'aria-pressed': String(on) }, on: { click: (event) => {
    const rest = selection.filter((id) => id !== handle.id);
    studio.store.set({ selection: event.shiftKey ? (on ? rest : [...rest, handle.id]) : [handle.id] });
  } } }, el('span', { class: `dot ${handle.pinned ? 'ring' : ''} ${handle.weight < 1 && rig?.pins.includes('weight') ? 'soft' : ''}` }), nameOf(handle), ...(words ? [el('small', { class: 'quiet' }, words)] : []));
  const pin = iconButton('pin', handle.pinned ? `Free handle ${handle.id}` : `Pin handle ${handle.id}`, null, () => {
    studio.editor.edit(`${handle.pinned ? 'Free' : 'Pin'} handle ${handle.id}`, { handles: pinned(document.handles, [handle.id], !handle.pinned) });
  });
  pin.setAttribute('aria-pressed', String(handle.pinned));
  const remove = iconButton('remove', `Remove handle ${handle.id}`, null, () => {
    studio.editor.edit(`Remove handle ${handle.id}`, { handles: document.handles.filter((other) => other.id !== handle.id) });
    studio.store.set({ selection: selection.filter((id) => id !== handle.id) });
  });
  return el('li', { class: on ? 'on' : '' }, pick, pin, remove);
}

/** What a handle does beyond holding its place. */
function wordsOf({ group: together, weight, slide, turn, looks }: Handle, pins: readonly string[]): string {
  const said: readonly (readonly [boolean, string])[] = [
    [together !== null, `group ${together}`],
    [weight < 1 && pins.includes('weight'), 'soft'],
    [slide !== null && pins.includes('slide'), 'slides'],
    [turn !== null && looks === null && pins.includes('turn'), 'keeps direction'],
    [looks !== null && pins.includes('turn'), `looks at ${looks}`],
  ];
  return said.flatMap(([on, words]) => (on ? [words] : [])).join(', ');
}

/** What was done, newest first. */
function steps(bench: Bench): HTMLElement {
  const list = el('ol', { class: 'steps' });
  const section = group('History', list);
  bench.studio.store.watch(['history'], ({ history }) => {
    const past = history.done.slice(-12).reverse().map((entry) => el('li', {}, entry.label));
    const future = history.undone.slice(0, 4).map((entry) => el('li', { class: 'undone' }, entry.label));
    list.replaceChildren(...future, ...past);
    section.hidden = past.length + future.length === 0;
  });
  return section;
}
