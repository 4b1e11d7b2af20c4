/** The selected handles in words and numbers: name, place, distance, what they look at, snapping, and sets that are kept. */

import { apart, facing, handlesOf, nameOf, presetOf, type Preset, type Snap } from '../state/places';
import { can } from '../state/pins';
import type { State } from '../state/state';
import { turnAt } from '../state/turns';
import { length, minus, type Vector } from '../state/vectors';
import type { Bench } from '../tools/gesture';
import type { Handle } from '../wire/messages';
import { button, el, iconButton } from './dom';
import { group } from './sections';

const AXES = ['X', 'Y', 'Z'] as const;
/** Digits of a place, as many as matter for a model of this size. */
const DIGITS = 4;

export function places(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const parts = [naming(bench), numbers(bench), distance(bench), looking(bench)];
  const section = group('Selected', ...parts.map(({ element }) => element), snapping(bench));
  // What is entered is done with: keys mean the model again.
  section.addEventListener('keydown', ({ key, target }) => { if (target instanceof HTMLInputElement && (key === 'Enter' || key === 'Escape')) target.blur(); });
  store.watch(['document', 'selection', 'rig', 'model', 'pose'], (state) => {
    const chosen = state.document.handles.filter(({ id }) => state.selection.includes(id));
    section.hidden = chosen.length === 0;
    for (const { element, fits, show } of parts) {
      element.hidden = !fits(chosen, state);
      if (!element.hidden) show(chosen, state);
    }
  });
  return section;
}

interface Part {
  readonly element: HTMLElement;
  readonly fits: (chosen: readonly Handle[], state: Readonly<State>) => boolean;
  readonly show: (chosen: readonly Handle[], state: Readonly<State>) => void;
}

/** The handles that are selected now, in the order in which they were. */
function selected({ studio: { store } }: Bench): Handle[] {
  const { document, selection } = store.state;
  return selection.flatMap((id) => document.handles.find((handle) => handle.id === id) ?? []);
}

function change({ studio: { store, editor } }: Bench, label: string, make: (handles: readonly Handle[]) => Handle[]): void {
  const { handles } = store.state.document;
  editor.edit(label, { handles: facing(handles, make(handles)), weights: null });
}

/** Other values of one handle. */
function edited(handles: readonly Handle[], id: number, values: Partial<Handle>): Handle[] {
  return handles.map((handle) => (handle.id === id ? { ...handle, ...values } : handle));
}

/** A value that is being written stays as it is. */
function showValue(field: HTMLInputElement, value: string): void {
  if (document.activeElement !== field) field.value = value;
}

function naming(bench: Bench): Part {
  const field = el('input', { class: 'number wide', label: 'Name of the handle', attributes: { type: 'text', maxlength: '60', spellcheck: 'false' }, on: { change: () => {
    const [handle] = selected(bench);
    change(bench, `Name ${nameOf(handle)}`, (handles) => edited(handles, handle.id, { name: field.value.trim() }));
  } } });
  return { element: el('label', { class: 'row spread hold' }, el('span', {}, 'Name'), field), fits: (chosen) => chosen.length === 1, show: ([handle]) => {
    field.placeholder = `Handle ${handle.id}`;
    showValue(field, handle.name);
  } };
}

function numbers(bench: Bench): Part {
  const fields = AXES.map((name, axis) => el('input', { class: 'number', label: `Place along ${name}`, title: name, attributes: { type: 'number', step: 'any' }, on: { change: (event) => {
    const [handle] = selected(bench), value = (event.target as HTMLInputElement).valueAsNumber;
    if (!Number.isFinite(value)) return;
    const target = handle.target.map((old, i) => (i === axis ? value : old)) as Vector;
    change(bench, `Move ${nameOf(handle)}`, (handles) => edited(handles, handle.id, { target }));
  } } }));
  return { element: el('div', { class: 'row spread hold' }, el('span', {}, 'Place'), el('div', { class: 'row' }, ...fields)), fits: (chosen) => chosen.length === 1, show: ([handle]) => {
    fields.forEach((field, axis) => { showValue(field, String(Number(handle.target[axis].toPrecision(DIGITS)))); });
  } };
}

function distance(bench: Bench): Part {
  const field = el('input', { class: 'number', label: 'Distance', attributes: { type: 'number', step: 'any', min: '0' }, on: { change: () => {
    const [first, second] = selected(bench);
    if (field.valueAsNumber > 0) change(bench, `Put ${nameOf(second)} at a distance`, (handles) => apart(handles, first, second, field.valueAsNumber));
  } } });
  return { element: el('label', { class: 'row spread hold', title: 'From the handle that was selected first to the other one, which moves' }, el('span', {}, 'Distance'), field), fits: (chosen) => chosen.length === 2, show: () => {
    const [first, second] = selected(bench);
    showValue(field, String(Number(length(minus(second.target, first.target)).toPrecision(DIGITS))));
  } };
}

function looking(bench: Bench): Part {
  const list = el('select', { class: 'number wide', label: 'Looks at', on: { change: () => { look(bench, list.value === '' ? null : Number(list.value)); } } });
  return { element: el('label', { class: 'row spread hold', title: 'Its direction follows another handle, as they are now' }, el('span', {}, 'Looks at'), list), fits: (chosen, { rig }) => chosen.length === 1 && can(rig, 'turn'), show: ([handle], { document: { handles } }) => {
    const others = handles.filter(({ id }) => id !== handle.id).map((other) => el('option', { attributes: { value: String(other.id) } }, nameOf(other)));
    list.replaceChildren(el('option', { attributes: { value: '' } }, 'Nothing'), ...others);
    list.value = String(handle.looks ?? '');
  } };
}

function look(bench: Bench, at: number | null): void {
  const { model } = bench.studio.store.state, [handle] = selected(bench), V = bench.stage.positions();
  if (!model || !V) return;
  const turn = at === null ? handle.turn : (handle.turn ?? turnAt(model, handle, V));
  change(bench, at === null ? `Let ${nameOf(handle)} look away` : `Let ${nameOf(handle)} look at a handle`, (handles) => edited(handles, handle.id, { looks: at, turn }));
}

const SNAPS: readonly (readonly [keyof Snap, string])[] = [['grid', 'Grid'], ['floor', 'Floor'], ['vertices', 'Vertices'], ['props', 'Props']];

function snapping({ studio: { store } }: Bench): HTMLElement {
  const choices = SNAPS.map(([name, words]) => el('button', { attributes: { type: 'button' }, on: { click: () => { store.set({ snap: { ...store.state.snap, [name]: !store.state.snap[name] } }); } } }, words));
  store.watch(['snap'], ({ snap }) => {
    SNAPS.forEach(([name], i) => {
      choices[i].className = snap[name] ? 'on' : '';
      choices[i].setAttribute('aria-pressed', String(snap[name]));
    });
  });
  return el('div', { class: 'row spread hold', title: 'Where a handle jumps to while it is moved' }, el('span', {}, 'Snap to'), el('div', { class: 'segments', label: 'Snap to', attributes: { role: 'group' } }, ...choices));
}

type Presets = Readonly<Record<string, Preset>>;

/** Sets of handles, kept in this browser for every model by its name and its number of triangles. */
export function presets(bench: Bench): HTMLElement {
  const { studio: { store, editor }, stage } = bench;
  const list = el('ul', { class: 'handles' });
  const key = ({ model }: Readonly<State>): string => `pliant.handles.${model?.name ?? ''}.${(model?.F.length ?? 0) / 3}`;
  const kept = (): Presets => JSON.parse(localStorage.getItem(key(store.state)) ?? '{}') as Presets;
  const keep = (all: Presets): void => {
    localStorage.setItem(key(store.state), JSON.stringify(all));
    fill();
  };
  const apply = (name: string): void => {
    const { model } = store.state, V = stage.positions();
    if (!model || !V) return;
    editor.edit(`Take the handles ${name}`, { handles: handlesOf(kept()[name], V, model.F), weights: null });
    store.set({ selection: [] });
  };
  const fill = (): void => {
    const all = kept();
    list.replaceChildren(...Object.keys(all).map((name) => el('li', {},
      el('button', { class: 'pick', label: `Take the handles ${name}`, attributes: { type: 'button' }, on: { click: () => { apply(name); } } }, name, el('small', { class: 'quiet' }, `${all[name].length}`)),
      iconButton('remove', `Forget ${name}`, null, () => { keep(Object.fromEntries(Object.entries(kept()).filter(([other]) => other !== name))); }))));
  };
  const field = el('input', { class: 'number wide', label: 'Name of the set', attributes: { type: 'text', placeholder: 'Name of the set', maxlength: '60', spellcheck: 'false' } });
  const save = button('Keep', () => {
    const name = field.value.trim();
    if (name) keep({ ...kept(), [name]: presetOf(store.state.document.handles) });
    field.value = '';
  }, 'small');
  store.watch(['model'], fill);
  store.watch(['document'], ({ document: { handles } }) => { save.disabled = handles.length === 0; });
  return group('Sets of handles', list, el('div', { class: 'row set-row' }, field, save));
}
