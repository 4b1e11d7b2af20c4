/** The painted patches in the inspector: how stiff each is, and materials and groups to begin with. */

import { button, el, iconButton, refill } from '../../panels/dom';
import { group } from '../../panels/sections';
import { countOf } from '../../state/document';
import type { State } from '../../state/state';
import { takeTool } from '../../tools/actions';
import type { Bench } from '../../tools/gesture';
import type { StiffPatch } from './messages';
import { add, change, DEGREES, remove } from './paint';

export function patchRows(bench: Bench, off: (() => void)[]): HTMLElement {
  const { store } = bench.studio;
  const empty = el('p', { class: 'quiet' }, 'Paint what bends less than the rest, such as a shell or a horn, or more.');
  const list = el('ul', { class: 'parts' });
  const paint = button('Paint', () => { takeTool(bench, 'brush'); });
  const more = button('New patch', () => {
    store.set({ partSelection: [] });
    if (store.state.tool !== 'brush') takeTool(bench, 'brush');
  });
  off.push(store.watch(['document', 'partSelection', 'regions'], (state) => {
    const { patches } = state.document.slices.elastic;
    empty.hidden = patches.length > 0;
    refill(list, ...patches.map((patch) => item(bench, patch, state)));
  }));
  off.push(store.watch(['tool'], ({ tool }) => { paint.setAttribute('aria-pressed', String(tool === 'brush')); }));
  return group('Stiffness', empty, list, el('div', { class: 'row' }, paint, more), named(bench, off));
}

function item({ studio }: Bench, patch: StiffPatch, { partSelection, regions }: Readonly<State>): HTMLElement {
  const on = partSelection.includes(patch.id);
  const pick = el('button', { class: 'plain', label: `Select ${patch.name}`, attributes: { type: 'button', 'aria-pressed': String(on) }, on: { click: () => {
    studio.store.set({ partSelection: on ? [] : [patch.id] });
  } } }, patch.name);
  const size = el('span', { class: 'figure quiet' }, countOf(regions.get(patch.region) ?? null).toLocaleString('en-US'));
  // A rig file may have any number.
  const ways = DEGREES.some(([value]) => value === patch.stiffness) ? DEGREES : [...DEGREES, [patch.stiffness, `× ${Number(patch.stiffness.toPrecision(3))}`] as const];
  const degree = el('select', { class: 'select', label: `Stiffness of ${patch.name}`, on: { change: () => {
    const found = ways.find(([value]) => String(value) === degree.value);
    if (found) change(studio, `${patch.name}: ${found[1].toLowerCase()}`, patch, { stiffness: found[0] });
  } } }, ...ways.map(([value, words]) => el('option', { attributes: { value: String(value) } }, words)));
  degree.value = String(patch.stiffness);
  const gone = iconButton('remove', `Remove ${patch.name}`, null, () => { remove(studio, patch); });
  return el('li', { class: on ? 'on' : '', attributes: { 'data-patch': String(patch.id) } }, pick, size, degree, gone);
}

/** Materials and groups, which become patches at once. */
function named({ studio }: Bench, off: (() => void)[]): HTMLElement {
  const select = el('select', { class: 'select', label: 'Stiffen a material or group', on: { change: () => {
    const found = studio.store.state.rig?.named?.find(({ name }) => name === select.value);
    const region = found && studio.mark({ runs: found.runs, levels: [] });
    if (found && region === undefined) studio.say('The server is away, so nothing can be painted. Wait until it is back.', true);
    if (found && region !== undefined) add(studio, region, found.name);
    select.value = '';
  } } });
  const row = el('label', { class: 'row spread' }, el('span', {}, 'Material or group'), select);
  off.push(studio.store.watch(['rig'], ({ rig }) => {
    const names = (rig?.named ?? []).map(({ name }) => name);
    row.hidden = names.length === 0;
    select.replaceChildren(...['', ...names].map((name) => el('option', { attributes: { value: name } }, name || 'Choose')));
  }));
  return row;
}
