/** Cage IK in the inspector: which cage, how it carries the mesh, what is shown of it, and the cages of a sequence. */

import './cage.css';
import { button, el } from '../../panels/dom';
import { facts, group, overlays } from '../../panels/sections';
import { sliced } from '../../state/document';
import type { Bench } from '../../tools/gesture';
import { SUFFIXES } from '../../wire/dropped';
import { keyOf, rigKey } from '../views';
import { pin } from './gestures';
import type { CageSlice } from './messages';
import { loadCage, makeCage } from './requests';
import { sequence } from './sequence';
import { vertexWords } from './slice';

/** Vertices of a new cage, at first, at least and at most. */
const VERTICES = 60, FEWEST = 8, MOST = 500;

const KINDS: readonly (readonly [CageSlice['coordinates'], string, string])[] = [
  ['harmonic', 'Harmonic', 'Local, along the inside of the cage; takes longest to bind'],
  ['mean_value', 'Mean value', 'Quick to bind; reaches across gaps between limbs'],
  ['green', 'Green', 'Keeps details in shape; the mesh may leave the cage a little'],
];

type Switch = 'showCage' | 'showWeights';

export function panel(bench: Bench): { element: HTMLElement; dispose: () => void } {
  const off: (() => void)[] = [];
  const element = el('div', { class: 'sections' },
    making(bench, off), group('Coordinates', coordinates(bench, off), doubt(bench, off)), shown(bench, off), sequence(bench, off), vertices(bench, off), facts(bench, off));
  return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
}

function making(bench: Bench, off: (() => void)[]): HTMLElement {
  const { studio } = bench;
  const words = el('p', { class: 'quiet' });
  const number = el('input', { class: 'number', label: 'Vertices of the cage', attributes: { type: 'number', min: String(FEWEST), max: String(MOST), value: String(VERTICES) } });
  const symmetric = el('input', { attributes: { type: 'checkbox', role: 'switch' } });
  symmetric.checked = true;
  const make = button('Make', () => {
    const wanted = Number.isFinite(number.valueAsNumber) ? Math.round(number.valueAsNumber) : VERTICES;
    number.value = String(Math.min(MOST, Math.max(FEWEST, wanted)));
    makeCage(studio, number.valueAsNumber, symmetric.checked ? null : false);
  });
  const file = el('input', { label: 'Choose a cage', attributes: { type: 'file', accept: SUFFIXES.join(',') }, on: { change: () => {
    const given = file.files?.item(0);
    if (given) void loadCage(studio, given);
    file.value = '';
  } } });
  file.hidden = true;
  const load = button('Load…', () => { file.click(); });
  load.title = 'A closed mesh around the model, its normals outward; or drop its file here';
  const section = group('Cage', words,
    el('div', { class: 'row' }, el('span', { class: 'quiet' }, 'Vertices'), number, make, load, file),
    el('label', { class: 'switch', title: 'A cage with a mirror plane, if the mesh has one' }, el('span', {}, 'Symmetric, if the mesh is'), symmetric));
  section.classList.add('cage-drop');
  dropped(section, (given) => { void loadCage(studio, given); });
  off.push(studio.store.watch(['rig', 'progress', 'document'], ({ rig, progress, document }) => {
    const cage = rig && keyOf(rig) === rigKey(document) ? rig.cage : null;
    words.textContent = cage ? `${sentence(cage.words)}. Drop a mesh here to take it as the cage.` : 'The cage is being made.';
    make.disabled = load.disabled = progress !== null;
  }));
  return section;
}

/** A file dropped on the section is the cage, not another model. */
function dropped(section: HTMLElement, take: (file: File) => void): void {
  section.addEventListener('dragover', (event) => {
    event.preventDefault();
    event.stopPropagation();
    section.classList.add('over');
  });
  section.addEventListener('dragleave', () => { section.classList.remove('over'); });
  section.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files.item(0);
    event.preventDefault();
    event.stopPropagation();
    section.classList.remove('over');
    document.getElementById('studio')?.classList.remove('dropping');
    if (file) take(file);
  });
}

function coordinates(bench: Bench, off: (() => void)[]): HTMLElement {
  const { studio } = bench;
  const choices = KINDS.map(([kind, words, hint]) => {
    const choice = el('button', { title: hint, attributes: { type: 'button', role: 'radio' }, on: { click: () => {
      const { document } = studio.store.state;
      if (document.slices.cage.coordinates !== kind) studio.editor.edit(`Take ${words.toLowerCase()} coordinates`, sliced(document, 'cage', { coordinates: kind }));
    } } }, words);
    off.push(studio.store.watch(['document', 'progress'], ({ document, progress }) => {
      const on = document.slices.cage.coordinates === kind;
      choice.className = on ? 'on' : '';
      choice.setAttribute('aria-checked', String(on));
      choice.disabled = progress !== null && !on;
    }));
    return choice;
  });
  return el('div', { class: 'segments wide', label: 'Coordinates', attributes: { role: 'radiogroup' } }, ...choices);
}

function shown(bench: Bench, off: (() => void)[]): HTMLElement {
  const { store } = bench.studio;
  const switches = ([['showCage', 'Cage'], ['showWeights', 'Weight of the selected vertex']] as readonly (readonly [Switch, string])[]).map(([name, words]) => {
    const box = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { store.set({ [name]: box.checked }); } } });
    off.push(store.watch([name], (state) => { box.checked = state[name]; }));
    return el('label', { class: 'switch' }, el('span', {}, words), box);
  });
  return group('Show', ...switches, overlays(bench, [['deformation', 'Stretch']], off));
}

/** Weights that are less accurate than they should be say so. */
function doubt({ studio: { store } }: Bench, off: (() => void)[]): HTMLElement {
  const words = el('p', { class: 'doubt', attributes: { role: 'note' } });
  off.push(store.watch(['rig'], ({ rig }) => {
    words.textContent = rig?.cage?.doubt ?? '';
    words.hidden = words.textContent === '';
  }));
  return words;
}

const MANNERS: readonly (readonly [boolean, string, string])[] = [
  [true, 'Others follow', 'What is dragged is held; the rest of the cage keeps its shape as well as it can'],
  [false, 'Only these', 'The other vertices stay where they are'],
];

/** What is selected of the cage, how the others go along, and the way back to its rest. */
function vertices(bench: Bench, off: (() => void)[]): HTMLElement {
  const { editor, store } = bench.studio;
  const words = el('p', { class: 'quiet' });
  const rest = button('Cage at rest', () => { editor.edit('Cage at rest', { ...sliced(store.state.document, 'cage', { at: null, frame: null, pins: [] }), weights: null, handles: [] }); });
  rest.title = 'Back to the shape that was bound, without handles';
  const hold = button('', () => { pin(bench); });
  off.push(store.watch(['cageSelection', 'document', 'cageFollow', 'selection'], ({ cageSelection, document: { slices: { cage }, handles }, cageFollow, selection }) => {
    const held = cage.pins.length ? ` Held with the handles: ${vertexWords(cage.pins.map(({ vertex }) => vertex))}.` : '';
    words.textContent = cageSelection.length
      ? `${sentence(vertexWords(cageSelection))} selected. Drag, or press G, R or S; Shift-click adds others.${held}`
      : `Drag a vertex of the cage: ${cageFollow ? 'the others follow' : 'the others stay'}. Drag the surface: the cage is found.${held}`;
    const all = cageSelection.length > 0 && cageSelection.every((vertex) => cage.pins.some((one) => one.vertex === vertex));
    hold.textContent = all ? 'Let go (P)' : 'Hold (P)';
    hold.disabled = cageSelection.length === 0 || selection.length > 0;
    rest.disabled = cage.at === null && cage.frame === null && cage.pins.length === 0 && handles.length === 0;
  }));
  return group('Vertices of the cage', manners(bench, off), words, el('div', { class: 'row' }, hold, rest));
}

function manners({ studio: { store } }: Bench, off: (() => void)[]): HTMLElement {
  const choices = MANNERS.map(([cageFollow, words, hint]) => {
    const choice = el('button', { title: hint, attributes: { type: 'button', role: 'radio' }, on: { click: () => { store.set({ cageFollow }); } } }, words);
    off.push(store.watch(['cageFollow'], (state) => {
      const on = state.cageFollow === cageFollow;
      choice.className = on ? 'on' : '';
      choice.setAttribute('aria-checked', String(on));
    }));
    return choice;
  });
  return el('div', { class: 'segments wide', label: 'When a vertex of the cage is dragged', attributes: { role: 'radiogroup' } }, ...choices);
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
