/** What the tool in hand can be told, at the upper left of the viewport. */

import { viewOf } from '../methods/views';
import type { Aim } from '../state/state';
import type { Bench } from '../tools/gesture';
import { el } from './dom';

const AIMS: readonly (readonly [Aim, string])[] = [['handles', 'Handles'], ['own', 'Its own points'], ['surface', 'Surface']];

export function toolOptions(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const aims = AIMS.map(([aim, words]) => el('button', { attributes: { type: 'button', role: 'radio' }, on: { click: () => { store.set({ aim }); } } }, words));
  const aiming = el('div', { class: 'segments', label: 'What is selected', attributes: { role: 'radiogroup' } }, ...aims);
  const through = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { store.set({ through: through.checked }); } } });
  const reaching = el('label', { class: 'switch' }, el('span', {}, 'Also what is hidden'), through);
  const size = el('input', { label: 'Size of the brush', attributes: { type: 'range', min: '6', max: '160', step: '1' }, on: { input: () => { store.set({ brush: size.valueAsNumber }); } } });
  const sizing = el('label', { class: 'field' }, el('span', { class: 'quiet' }, 'Size'), size);
  const soft = toggle('Fade', 'Paint less firmly towards the rim of the brush', (on) => { store.set({ soft: on }); });
  const mirror = toggle('Both sides', 'Paint across the mirror plane of the model as well', (on) => { bench.studio.setMirror(on); });
  const strip = el('div', { class: 'tool-options' }, aiming, reaching, sizing, soft.label, mirror.label);
  store.watch(['tool', 'aim', 'through', 'brush', 'model', 'document', 'soft', 'mirror'], (state) => {
    const { paint, fenced } = viewOf(state.document.method);
    const [, own, surface] = aims;
    own.hidden = fenced === undefined;
    if (fenced !== undefined) own.textContent = fenced.called;
    surface.disabled = typeof paint === 'string';
    surface.title = typeof paint === 'string' ? paint : '';
    if ((surface.disabled && state.aim === 'surface') || (own.hidden && state.aim === 'own')) {
      store.set({ aim: 'handles' });
      return;
    }
    const fence = state.tool === 'box' || state.tool === 'lasso';
    strip.hidden = state.model === null || (!fence && state.tool !== 'brush');
    aiming.hidden = !fence;
    reaching.hidden = !fence || state.aim === 'handles';
    sizing.hidden = state.tool !== 'brush';
    const fades = typeof paint !== 'string' && paint.fades;
    soft.label.hidden = state.tool !== 'brush' || !fades;
    mirror.label.hidden = (fence && state.aim === 'handles') || !fades;
    soft.box.checked = state.soft;
    mirror.box.checked = state.mirror;
    AIMS.forEach(([aim], i) => {
      aims[i].classList.toggle('on', aim === state.aim);
      aims[i].setAttribute('aria-checked', String(aim === state.aim));
    });
    through.checked = state.through;
    size.valueAsNumber = state.brush;
    size.style.setProperty('--from', '0%');
    size.style.setProperty('--to', `${(100 * (state.brush - 6)) / 154}%`);
  });
  return strip;
}

function toggle(words: string, title: string, set: (on: boolean) => void): { label: HTMLElement; box: HTMLInputElement } {
  const box = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { set(box.checked); } } });
  return { label: el('label', { class: 'switch', title }, el('span', {}, words), box), box };
}

/** Names over the two halves of the viewport where methods are compared. */
export function sides(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const labels = [25, 75].map((left) => {
    const label = el('div', { class: 'side' });
    label.style.left = `${left}%`;
    return label;
  });
  const box = el('div', { class: 'sides' }, ...labels);
  store.watch(['beside', 'document', 'pose', 'model'], ({ beside, document, pose, model }) => {
    box.hidden = beside === null;
    if (!beside) return;
    [{ method: document.method, pose }, beside].forEach(({ method, pose: shown }, i) => {
      const title = model?.methods.find((fit) => fit.method === method)?.title ?? '';
      const said = shown ? `${shown.solve_ms.toFixed(1)} ms` : 'building';
      labels[i].replaceChildren(title, el('span', { class: 'quiet' }, said));
    });
  });
  return box;
}
