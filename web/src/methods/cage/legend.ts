/** What the colours of a weight mean. */

import { el } from '../../panels/dom';
import type { Bench } from '../../tools/gesture';
import { HEAT, weights } from './colours';
import { vertexWords } from './slice';

export function legend({ studio: { store } }: Bench): HTMLElement {
  const title = el('h3', {}), most = el('span', {});
  const bar = el('div', { class: 'ramp' });
  bar.style.background = `linear-gradient(to right, ${HEAT.join(', ')})`;
  const box = el('div', { class: 'weight-legend', label: 'What the colours of the weight mean', attributes: { role: 'group' } }, title, bar, el('div', { class: 'row spread figure' }, el('span', {}, '0%'), most));
  store.watch(['rig', 'cageSelection', 'showWeights', 'document', 'overlay'], (state) => {
    const shown = state.overlay ? null : weights(state);
    box.hidden = shown === null;
    title.textContent = `Weight of ${vertexWords(state.cageSelection)}`;
    most.textContent = `${Math.round(100 * (shown?.top ?? 0))}%`;
  });
  return box;
}
