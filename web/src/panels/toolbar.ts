/** Tools at the left, views at the lower right of the viewport. */

import { isColoured, type Tool } from '../state/state';
import { viewOf } from '../methods/views';
import type { Bench } from '../tools/gesture';
import type { Pointer } from '../tools/pointer';
import { actionButton, actionOf, tip, tipped } from './actionbutton';
import { el, type Icon } from './dom';
import { viewMenu } from './viewmenu';

const GIZMO = 'Arrows and rings at the selected handles';
const BOTH_SIDES = 'Pull and paint on both sides, or on one';
/** Tools, the words of their actions, and more of them for their tips. */
const TOOLS: readonly (readonly [Tool, string, string])[] = [
  ['pose', 'Posing tool', 'Pose: click places a handle, drag pulls'],
  ['box', 'Box', 'Select with a box'],
  ['lasso', 'Lasso', 'Select with a lasso'],
  ['brush', 'Brush on the surface; Ctrl erases', 'Paint on the surface'],
  ['linked', 'Linked: a click takes a whole part', 'Take a whole part'],
];

export function toolbar(bench: Bench, pointer: Pointer): HTMLElement {
  const { store } = bench.studio;
  const items = TOOLS.map(([tool, action, words]) => actionButton(bench, pointer, tool, action, words));
  const gizmo = actionButton(bench, pointer, 'gizmo', GIZMO);
  const both = actionButton(bench, pointer, 'mirror', BOTH_SIDES, 'Both sides');
  [...TOOLS.map(([, action]) => action), GIZMO, BOTH_SIDES].forEach((action, i) => { [...items, gizmo, both][i].dataset.help = action; });
  const bar = el('nav', { class: 'toolbar', label: 'Tools' }, ...items, el('span', { class: 'rule flat' }), gizmo, both);
  store.watch(['gizmo'], ({ gizmo: on }) => { gizmo.setAttribute('aria-pressed', String(on)); });
  store.watch(['mirror', 'asymmetric', 'keymap'], ({ mirror, asymmetric, keymap }) => {
    both.setAttribute('aria-pressed', String(mirror));
    both.setAttribute('aria-disabled', String(asymmetric !== null));
    both.title = asymmetric ?? tip(keymap, BOTH_SIDES, 'Pull and paint on both sides at once');
  });
  store.watch(['tool'], ({ tool }) => {
    TOOLS.forEach(([name], i) => { items[i].setAttribute('aria-pressed', String(tool === name)); });
  });
  store.watch(['document', 'model'], ({ document, model }) => {
    bar.hidden = model === null;
    const painted = typeof viewOf(document.method).paint !== 'string';
    TOOLS.forEach(([name], i) => { items[i].setAttribute('aria-disabled', String(!painted && (name === 'brush' || name === 'linked'))); });
  });
  return bar;
}

/** Buttons of the standard views, each doing what its key does. */
export function views(bench: Bench, pointer: Pointer): HTMLElement {
  const pictured = (words: string, picture: Icon): HTMLButtonElement => actionButton(bench, pointer, picture, words);
  const wire = pictured('Wire frame', 'wire');
  const textured = pictured('Clay or the model\'s own colours', 'textured');
  const parallel = pictured('Parallel view', 'perspective');
  const plain = ['Front', 'Side', 'Top'].map((words) => tipped(bench,
    el('button', { class: 'text-button', attributes: { type: 'button' }, on: { click: () => { actionOf(words).run(bench, pointer); } } }, words), words));
  const zUp = actionButton(bench, pointer, 'zup', 'Z is up, or Y', 'Z is up');
  bench.studio.store.watch(['wire', 'perspective', 'up', 'clay', 'model', 'keymap'], (state) => {
    wire.setAttribute('aria-pressed', String(state.wire));
    textured.hidden = !isColoured(state);
    textured.setAttribute('aria-pressed', String(!state.clay));
    textured.title = tip(state.keymap, 'Clay or the model\'s own colours', state.clay ? 'Show the model\'s own colours' : 'Show the model in clay');
    parallel.setAttribute('aria-pressed', String(!state.perspective));
    zUp.setAttribute('aria-pressed', String(state.up === 'z'));
  });
  const bar = el('div', { class: 'views', label: 'Views', attributes: { role: 'toolbar' } }, ...plain, el('span', { class: 'rule' }), pictured('Frame what is selected, or the model', 'frame'), parallel, wire, textured, zUp, viewMenu(bench));
  bench.studio.store.watch(['model'], ({ model }) => { bar.hidden = model === null; });
  return bar;
}
