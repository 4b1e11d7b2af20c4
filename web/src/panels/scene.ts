/** The scene beside the model: companions and things to stand on. */

import type { State } from '../state/state';
import { length, times, type Vector } from '../state/vectors';
import type { Bench } from '../tools/gesture';
import { addFiles, addProp, editProp, KINDS, putOnFloor, removeProp, selectedProp, selectProp } from '../tools/props';
import type { Prop } from '../wire/messages';
import { chosen, COMPANIONS, SUFFIXES } from '../wire/dropped';
import { button, el, iconButton } from './dom';
import { group } from './sections';

const AXES = ['X', 'Y', 'Z'] as const;
/** Digits of a number, and the share of the model's diagonal below which a place is zero. */
const DIGITS = 4, SEEN = 1e-4, DEGREE = Math.PI / 180;

export function scene(bench: Bench): HTMLElement {
  return el('div', { class: 'sections' }, adding(bench), listed(bench), selected(bench), standing(bench));
}

function adding(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const input = el('input', { label: 'Choose files of a companion', attributes: { type: 'file', multiple: '', accept: [...SUFFIXES, ...COMPANIONS].join() }, on: { change: () => {
    void addFiles(bench, chosen(input.files ?? []));
    input.value = '';
  } } });
  input.hidden = true;
  const samples = el('select', { class: 'select', label: 'Add a sample', on: { change: () => {
    if (samples.value) addProp(bench, { sample: samples.value });
    samples.value = '';
  } } });
  store.watch(['welcome'], ({ welcome }) => {
    samples.replaceChildren(el('option', { attributes: { value: '' } }, 'Sample'), ...(welcome?.samples ?? []).map(({ name }) => el('option', { attributes: { value: name } }, name.charAt(0).toUpperCase() + name.slice(1))));
  });
  const shapes = KINDS.map(([kind, words]) => button(words, () => { addProp(bench, { kind }); }, 'small'));
  const copy = button('Copy of this pose', () => { addProp(bench, {}); }, 'small');
  copy.title = 'The model as it is posed now, as a companion that stays so';
  return group('Add to the scene', el('div', { class: 'row wrap' }, ...shapes),
    el('div', { class: 'row wrap' }, button('Files', () => { input.click(); }, 'small'), samples, copy, input),
    el('p', { class: 'quiet' }, 'Characters, rigs and meshes come as they rest. Files can be dropped here too.'));
}

function listed(bench: Bench): HTMLElement {
  const list = el('ul', { class: 'handles' }), section = group('Companions and props', list);
  bench.studio.store.watch(['document', 'propSelection'], ({ document: { props }, propSelection }) => {
    list.replaceChildren(...props.map((prop) => item(bench, prop, prop.id === propSelection)));
    section.hidden = props.length === 0;
  });
  return section;
}

function item(bench: Bench, prop: Prop, on: boolean): HTMLElement {
  const pick = el('button', { class: 'pick', attributes: { type: 'button', 'aria-pressed': String(on) }, on: { click: () => { selectProp(bench.studio.store, prop.id); } } }, prop.name);
  const show = iconButton('eye', prop.hidden ? `Show ${prop.name}` : `Hide ${prop.name}`, null, () => { editProp(bench, prop, prop.hidden ? 'Show' : 'Hide', { hidden: !prop.hidden }); });
  show.setAttribute('aria-pressed', String(!prop.hidden));
  return el('li', { class: `${on ? 'on' : ''} ${prop.hidden ? 'away' : ''}` }, pick, show, iconButton('remove', `Remove ${prop.name}`, null, () => { removeProp(bench, prop); }));
}

/** A field whose value is done with by Enter; one that is being written stays as it is. */
function field(label: string, change: (value: number) => void): { input: HTMLInputElement; show: (value: number) => void } {
  const input = el('input', { class: 'number', label, attributes: { type: 'number', step: 'any' }, on: {
    change: () => { if (Number.isFinite(input.valueAsNumber)) change(input.valueAsNumber); },
    keydown: ({ key }) => { if (key === 'Enter' || key === 'Escape') input.blur(); },
  } });
  return { input, show: (value) => { if (document.activeElement !== input) input.value = String(Number(value.toPrecision(DIGITS))); } };
}

function selected(bench: Bench): HTMLElement {
  const change = (label: string, make: (prop: Prop) => Partial<Prop>): void => {
    const prop = selectedProp(bench);
    if (prop) editProp(bench, prop, label, make(prop));
  };
  const on = (vector: Vector, axis: number, value: number): Vector => vector.map((old, i) => (i === axis ? value : old)) as Vector;
  const name = el('input', { class: 'number wide', label: 'Name of the prop', attributes: { type: 'text', maxlength: '60', spellcheck: 'false' }, on: {
    change: () => { const words = name.value.trim(); if (words) change('Name', () => ({ name: words })); },
    keydown: ({ key }) => { if (key === 'Enter' || key === 'Escape') name.blur(); },
  } });
  const at = AXES.map((axis, i) => field(`Prop along ${axis}`, (value) => { change('Move', (prop) => ({ at: on(prop.at, i, value) })); }));
  const turn = AXES.map((axis, i) => field(`Prop about ${axis}`, (value) => { change('Turn', (prop) => ({ turn: on(prop.turn, i, value * DEGREE) })); }));
  const size = field('Size of the prop', (value) => { if (value > 0) change('Scale', () => ({ scale: value })); });
  const line = (words: string, title: string, ...inputs: HTMLElement[]): HTMLElement => el('div', { class: 'row spread hold', title }, el('span', {}, words), el('div', { class: 'row' }, ...inputs));
  const floor = button('On the floor', () => { const prop = selectedProp(bench); if (prop) putOnFloor(bench, prop); }, 'small');
  const section = group('Selected prop', line('Name', '', name), line('Place', 'The middle of its underside', ...at.map(({ input }) => input)),
    line('Turn', 'Degrees about an axis; of several, one turn about the line that they make', ...turn.map(({ input }) => input)), line('Size', 'A factor', floor, size.input));
  bench.studio.store.watch(['document', 'propSelection'], () => {
    const prop = selectedProp(bench);
    section.hidden = prop === null;
    if (!prop) return;
    if (document.activeElement !== name) name.value = prop.name;
    const least = SEEN * (bench.studio.store.state.model?.diagonal ?? 0);
    at.forEach((each, i) => { each.show(Math.abs(prop.at[i]) < least ? 0 : prop.at[i]); });
    turn.forEach((each, i) => { each.show(degrees(prop.turn)[i]); });
    size.show(prop.scale);
  });
  return section;
}

/** A turn in degrees; what is less than can be seen is none. */
function degrees(turn: Vector): Vector {
  const told = times(turn, 1 / DEGREE);
  return told.map((value) => (Math.abs(value) < 1e-6 * Math.max(1, length(told)) ? 0 : value)) as Vector;
}

function standing({ studio: { store } }: Bench): HTMLElement {
  const box = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { store.set({ snap: { ...store.state.snap, props: box.checked } }); } } });
  const section = group('Standing', el('label', { class: 'switch', title: 'A handle that is pulled into a prop comes up to its surface' }, el('span', {}, 'Handles stand on props'), box));
  store.watch(['snap', 'document'], ({ snap, document: { props } }: Readonly<State>) => {
    box.checked = snap.props;
    section.hidden = props.length === 0;
  });
  return section;
}
