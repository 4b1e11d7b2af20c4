/** The panel at the right: the method's own view, and the handles. */

import { viewOf } from '../methods/views';
import { fitOf } from '../state/state';
import type { Bench } from '../tools/gesture';
import { el } from './dom';
import { handleList } from './handles';
import { poseLibrary } from './poses';
import { scene } from './scene';

const TABS = [['method', 'Method', 'What the method knows and can'], ['pose', 'Handles', 'Where handles are pulled to, and how firmly they hold'], ['poses', 'Poses', 'The library: keep, take, blend and mirror poses'], ['scene', 'Scene', 'Companions and things to stand on']] as const;

export function inspector(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const page = el('div', { class: 'page', attributes: { role: 'tabpanel' } });
  const handles = handleList(bench), poses = poseLibrary(bench), beside = scene(bench);
  const tabs = TABS.map(([tab, words, title]) => el('button', { title, attributes: { type: 'button', role: 'tab' }, on: { click: () => { store.set({ tab }); } } }, words));
  const panel = el('aside', { class: 'inspector', label: 'Inspector' }, el('h2', { class: 'unseen' }, 'Inspector'), el('div', { class: 'tabs', attributes: { role: 'tablist' } }, ...tabs), page);
  let shown: string | null = null;
  let view: { element: HTMLElement; dispose: () => void } = { element: el('div'), dispose: (): void => undefined };
  store.watch(['document', 'model', 'tab'], ({ document, model, tab }) => {
    panel.hidden = model === null;
    if (model && document.method !== shown) {
      view.dispose();
      view = viewOf(document.method).panel(bench);
      shown = document.method;
      tabs[0].textContent = fitOf(model, shown)?.title ?? shown;
    }
    TABS.forEach(([name], i) => { tabs[i].setAttribute('aria-selected', String(name === tab)); });
    const wanted = tab === 'pose' ? handles : tab === 'poses' ? poses : tab === 'scene' ? beside : view.element;
    if (page.firstChild !== wanted) page.replaceChildren(wanted);
  });
  return panel;
}
