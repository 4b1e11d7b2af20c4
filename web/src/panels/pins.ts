/** How the selected handles hold, and the floor. */

import { can, common, floorUnder, heldAs, shareOf, slideOf, slidingOf, slidings, unused, weightAt, weightWords, type Hold, type Sliding } from '../state/pins';
import type { State } from '../state/state';
import { keepDirection, many, switchFloor } from '../tools/holding';
import type { Bench } from '../tools/gesture';
import { towardViewer } from '../tools/lens';
import type { FloorAt, Handle } from '../wire/messages';
import { button, el } from './dom';
import { group } from './sections';

/** A height is shown to this share of the model's diagonal. */
const SEEN = 1e-4;
/** Steps of the height field in one diagonal of the model. */
const STEPS = 200;

export function holding(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const empty = el('p', { class: 'quiet' }, 'Select a handle to say how it holds.');
  const idle = el('p', { class: 'quiet' });
  const parts = [firmness(bench), sliding(bench), direction(bench)];
  const section = group('How it holds', empty, ...parts.map(({ element }) => element), idle);
  store.watch(['document', 'selection', 'rig', 'up'], (state) => {
    const chosen = state.document.handles.filter(({ id }) => state.selection.includes(id));
    const able = parts.filter(({ ability }) => can(state.rig, ability));
    empty.hidden = chosen.length > 0;
    for (const part of parts) {
      part.element.hidden = chosen.length === 0 || !able.includes(part);
      if (!part.element.hidden) part.show(chosen, state);
    }
    const words = unused(state.document, state.rig);
    idle.textContent = words;
    idle.hidden = words === null;
    section.hidden = able.length === 0 && words === null;
  });
  return section;
}

interface Part {
  readonly ability: 'weight' | 'slide' | 'turn';
  readonly element: HTMLElement;
  show(chosen: readonly Handle[], state: Readonly<State>): void;
}

/** Another hold of the selected handles: a step of a gesture, or a whole one. */
function hold({ studio }: Bench, label: string, change: (handle: Handle) => Partial<Hold>, running = false): void {
  const { document, selection } = studio.store.state;
  const after = { handles: heldAs(document.handles, selection, change) };
  if (running) studio.editor.gesture(`${label} ${many(selection)}`, after);
  else studio.editor.edit(`${label} ${many(selection)}`, after);
}

function firmness(bench: Bench): Part {
  const slider = el('input', { label: 'Firmness', attributes: { type: 'range', min: '0', max: '1', step: '0.01' }, on: {
    input: () => { hold(bench, 'Soften', () => ({ weight: weightAt(slider.valueAsNumber) }), true); },
    change: () => { bench.studio.editor.end(); },
  } });
  const value = el('output', { class: 'figure quiet' });
  const ends = el('div', { class: 'row spread ends' }, el('span', {}, 'gives way'), el('span', {}, 'holds'));
  const element = el('div', { class: 'hold', title: 'How strongly it is pulled to its target: firm meets it exactly' },
    el('div', { class: 'row spread' }, el('span', {}, 'Firmness'), value), slider, ends);
  return { ability: 'weight', element, show: (chosen) => {
    const weight = common(chosen.map((handle) => handle.weight));
    const share = shareOf(weight ?? chosen[0].weight);
    // A slider that is being pulled keeps its place.
    if (document.activeElement !== slider || Math.abs(slider.valueAsNumber - share) > 0.02) slider.valueAsNumber = share;
    slider.style.setProperty('--from', '0%');
    slider.style.setProperty('--to', `${100 * share}%`);
    slider.setAttribute('aria-valuetext', weightWords(weight));
    value.textContent = weightWords(weight);
  } };
}

function sliding(bench: Bench): Part {
  const list = el('select', { class: 'number wide', label: 'Slides on', on: { change: () => {
    const toViewer = towardViewer(bench.stage.lens);
    hold(bench, list.value === 'still' ? 'Stop the sliding of' : 'Slide', () => ({ slide: slideOf(list.value as Sliding, toViewer) }));
  } } });
  const element = el('label', { class: 'row spread hold', title: 'It stays on a plane or a line, and moves freely there' }, el('span', {}, 'Slides on'), list);
  return { ability: 'slide', element, show: (chosen, { up }) => {
    const now = common(chosen.map(({ slide }) => slidingOf(slide)));
    const choices = slidings(up).map(([word, words]) => el('option', { attributes: { value: word } }, words));
    const mixed = el('option', { attributes: { value: '', disabled: '' } }, 'Mixed');
    list.replaceChildren(...(now === undefined ? [mixed] : []), ...choices);
    list.value = now ?? '';
  } };
}

function direction(bench: Bench): Part {
  const box = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { keepDirection(bench, box.checked); } } });
  const element = el('label', { class: 'switch', title: 'The surface around it stays turned as it is; R turns it (T)' }, el('span', {}, 'Keep direction'), box);
  return { ability: 'turn', element, show: (chosen) => {
    const turning = common(chosen.map(({ turn }) => turn !== null));
    box.checked = turning ?? false;
    box.indeterminate = turning === undefined;
  } };
}

/** Nothing sinks through the floor. */
export function flooring(bench: Bench): HTMLElement {
  const { store, editor } = bench.studio;
  const change = (label: string, after: Partial<FloorAt>): void => {
    const { floor } = store.state.document;
    if (floor) editor.edit(label, { floor: { ...floor, ...after } });
  };
  const box = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { switchFloor(bench); } } });
  const height = el('input', { class: 'number', label: 'Height of the floor', attributes: { type: 'number' }, on: { change: () => {
    if (Number.isFinite(height.valueAsNumber)) change('Move the floor', { height: height.valueAsNumber });
  } } });
  const feet = button('At the feet', () => {
    const { model, document: { floor } } = store.state;
    if (model && floor) editor.edit('Put the floor at the feet', { floor: floorUnder(model.V, floor.up, floor.grip) });
  }, 'small');
  const grip = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { change(grip.checked ? 'Let feet keep their place' : 'Let feet slip', { grip: grip.checked }); } } });
  const heights = el('div', { class: 'row spread hold' }, el('span', {}, 'Height'), el('div', { class: 'row' }, feet, height));
  const gripping = el('label', { class: 'switch', title: 'What stands on the floor stays at its place there until it rises' }, el('span', {}, 'Feet keep their place'), grip);
  const section = group('Floor',
    el('label', { class: 'switch', title: 'Nothing sinks through the floor, whatever pulls it (Shift-F)' }, el('span', {}, 'Nothing sinks through'), box), heights, gripping);
  store.watch(['document', 'rig', 'model'], ({ document: { floor }, rig, model }) => {
    section.hidden = !can(rig, 'floor');
    box.checked = floor !== null;
    heights.hidden = gripping.hidden = floor === null;
    if (!floor) return;
    const size = model?.diagonal ?? 1;
    height.step = String(Number((size / STEPS).toPrecision(1)));
    height.value = String(Number(floor.height.toFixed(Math.min(100, Math.max(0, Math.ceil(-Math.log10(SEEN * size)))))));
    grip.checked = floor.grip;
  });
  return section;
}
