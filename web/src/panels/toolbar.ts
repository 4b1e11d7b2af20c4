/** Tools at the left, views at the lower right of the viewport. */

import { isColoured, type Tool } from '../state/state';
import { ACTIONS, keyName, takeTool } from '../tools/actions';
import { viewOf } from '../methods/views';
import type { Bench } from '../tools/gesture';
import { turnUp } from '../tools/holding';
import type { Pointer } from '../tools/pointer';
import { el, iconButton, type Icon } from './dom';
import { viewMenu } from './viewmenu';

const TOOLS: readonly (readonly [Tool, string, string])[] = [
  ['pose', 'Pose: click places a handle, drag pulls', 'V'],
  ['box', 'Select with a box', 'B'],
  ['lasso', 'Select with a lasso', 'O'],
  ['brush', 'Paint on the surface', 'C'],
  ['linked', 'Take a whole part', 'L'],
];

export function toolbar(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const items = TOOLS.map(([tool, words, key]) => iconButton(tool, words, key, () => { takeTool(bench, tool); }));
  const bar = el('nav', { class: 'toolbar', label: 'Tools' }, ...items);
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
  const key = (name: string) => ACTIONS.find((action) => action.keys.includes(name))!;
  const pictured = (name: string, picture: Icon): HTMLButtonElement => {
    const action = key(name);
    return iconButton(picture, action.words, keyName(action.keys), () => { action.run(bench, pointer); });
  };
  const wire = pictured('z', 'wire');
  const textured = pictured('m', 'textured');
  const parallel = pictured('5', 'perspective');
  const plain = ['1', '3', '7'].map((name) => {
    const action = key(name);
    return el('button', { class: 'text-button', title: `${action.words} (${name})`, attributes: { type: 'button' }, on: { click: () => { action.run(bench, pointer); } } }, action.words);
  });
  const zUp = iconButton('zup', 'Z is up', null, () => { turnUp(bench, bench.studio.store.state.up === 'z' ? 'y' : 'z'); });
  bench.studio.store.watch(['wire', 'perspective', 'up', 'clay', 'model'], (state) => {
    wire.setAttribute('aria-pressed', String(state.wire));
    textured.hidden = !isColoured(state);
    textured.setAttribute('aria-pressed', String(!state.clay));
    textured.title = `${state.clay ? 'Show the model\'s own colours' : 'Show the model in clay'} (M)`;
    parallel.setAttribute('aria-pressed', String(!state.perspective));
    zUp.setAttribute('aria-pressed', String(state.up === 'z'));
  });
  const bar = el('div', { class: 'views', label: 'Views', attributes: { role: 'toolbar' } }, ...plain, el('span', { class: 'rule' }), pictured('f', 'frame'), parallel, wire, textured, zUp, viewMenu(bench));
  bench.studio.store.watch(['model'], ({ model }) => { bar.hidden = model === null; });
  return bar;
}
