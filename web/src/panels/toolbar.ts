/** Tools at the left, views at the lower right of the viewport. */

import { ACTIONS, brushTool, keyName } from '../tools/actions';
import type { Bench } from '../tools/gesture';
import type { Pointer } from '../tools/pointer';
import { el, iconButton, type Icon } from './dom';

export function toolbar(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const pose = iconButton('pose', 'Pose: click places a handle, drag pulls', 'V', () => { store.set({ tool: 'pose' }); });
  const box = iconButton('box', 'Select handles with a box', 'B', () => { store.set({ tool: 'box' }); });
  const brush = iconButton('brush', 'Freeze a region by painting', 'C', () => { brushTool(bench); });
  const bar = el('nav', { class: 'toolbar', label: 'Tools' }, pose, box, brush);
  store.watch(['tool'], ({ tool }) => {
    for (const [name, item] of [['pose', pose], ['box', box], ['brush', brush]] as const) item.setAttribute('aria-pressed', String(tool === name));
  });
  store.watch(['document', 'model'], ({ document, model }) => {
    bar.hidden = model === null;
    brush.setAttribute('aria-disabled', String(document.method !== 'meshik'));
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
  const parallel = pictured('5', 'perspective');
  const plain = ['1', '3', '7'].map((name) => {
    const action = key(name);
    return el('button', { class: 'text-button', title: `${action.words} (${name})`, attributes: { type: 'button' }, on: { click: () => { action.run(bench, pointer); } } }, action.words);
  });
  bench.studio.store.watch(['wire', 'perspective'], (state) => {
    wire.setAttribute('aria-pressed', String(state.wire));
    parallel.setAttribute('aria-pressed', String(!state.perspective));
  });
  const bar = el('div', { class: 'views', label: 'Views', attributes: { role: 'toolbar' } }, ...plain, el('span', { class: 'rule' }), pictured('f', 'frame'), parallel, wire);
  bench.studio.store.watch(['model'], ({ model }) => { bar.hidden = model === null; });
  return bar;
}
