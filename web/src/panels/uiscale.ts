/** The size of the panels: a setting of this browser. */

import './uiscale.css';
import { arranged, LARGEST, scaleFor, SMALLEST } from '../state/uiscale';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import type { Bench } from '../tools/gesture';
import { el } from './dom';

/** Scale and arrange the page as chosen, whenever the choice or the window changes. */
export function followScale(store: Store<State>): void {
  const follow = (): void => {
    const { uiScale, narrow: before } = store.state, scale = scaleFor(uiScale, innerWidth);
    const { documentElement: root } = document, { classes, narrow } = arranged(innerWidth, scale);
    root.style.setProperty('--ui', String(scale));
    for (const [name, on] of Object.entries(classes)) root.classList.toggle(name, on);
    if (narrow !== before) store.set({ narrow });
  };
  store.watch(['uiScale'], follow);
  window.addEventListener('resize', follow);
}

export function scaleField({ studio: { store } }: Bench): HTMLElement {
  const said = el('output', { class: 'quiet' });
  const input = el('input', { label: 'Size of the panels', attributes: { type: 'range', min: String(SMALLEST), max: String(LARGEST), step: '5' }, on: {
    // A slider that grows under the pointer would run away from it.
    input: () => { said.textContent = `${input.value}%`; },
    change: () => { store.set({ uiScale: input.valueAsNumber }); },
  } });
  store.watch(['uiScale'], ({ uiScale }) => {
    input.value = String(uiScale);
    input.style.setProperty('--from', '0%');
    input.style.setProperty('--to', `${(100 * (uiScale - SMALLEST)) / (LARGEST - SMALLEST)}%`);
    said.textContent = `${uiScale}%`;
  });
  return el('div', { class: 'field' }, el('div', { class: 'row spread' }, el('strong', {}, 'Size of the panels'), said), input);
}
