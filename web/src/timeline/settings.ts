/** What opens above the timeline: follow-through and onion skins. */

import { el, helped, iconButton, type Icon } from '../panels/dom';
import type { Bench } from '../tools/gesture';
import type { Follow } from '../wire/messages';
import { setTimeline } from './editing';

const USUAL: Follow = { springiness: 3, damping: 0.5, response: 0 };

/** A scale in words: its values are spread evenly over the slider in their logarithms, or evenly themselves. */
interface Scale {
  readonly name: keyof Follow;
  readonly title: string;
  readonly low: number;
  readonly high: number;
  readonly even: boolean;
  readonly words: readonly (readonly [number, string])[];
}

const SCALES: readonly Scale[] = [
  { name: 'springiness', title: 'Springiness', low: 0.5, high: 12, even: false, words: [[0.8, 'very heavy'], [1.6, 'a heavy tail'], [4.5, 'an ear'], [Infinity, 'a stiff antenna']] },
  { name: 'damping', title: 'Damping', low: 0.05, high: 1.5, even: false, words: [[0.18, 'rings on'], [0.45, 'wobbly'], [0.85, 'settles soon'], [Infinity, 'no overshoot']] },
  { name: 'response', title: 'Response', low: -1, high: 2, even: true, words: [[-0.25, 'draws back first'], [0.5, 'eases in'], [1.5, 'answers at once'], [Infinity, 'keeps up']] },
];

/** A button, and a panel that opens above it. */
export function opening(name: Icon, words: string, panel: HTMLElement): { holder: HTMLElement; button: HTMLButtonElement } {
  const show = (on: boolean): void => {
    panel.hidden = !on;
    button.setAttribute('aria-expanded', String(on));
  };
  const button = iconButton(name, words, null, () => { show(panel.hidden === true); });
  button.setAttribute('aria-haspopup', 'dialog');
  panel.hidden = true;
  const holder = el('div', { class: 'holder' }, button, panel);
  holder.addEventListener('focusout', (event) => { if (!holder.contains(event.relatedTarget as Node | null)) show(false); });
  holder.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || panel.hidden) return;
    event.stopPropagation();
    show(false);
    button.focus();
  });
  // A press between the controls must not close it.
  panel.tabIndex = -1;
  return { holder, button };
}

export function followThrough(bench: Bench): HTMLElement {
  const { store, editor } = bench.studio;
  const on = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { setTimeline(bench, on.checked ? 'Follow-through' : 'No follow-through', { follow: on.checked ? USUAL : null }); } } });
  const sliders = SCALES.map((scale) => slider(bench, scale));
  const panel = el('div', { class: 'pop', label: 'Follow-through', attributes: { role: 'dialog' } },
    el('label', { class: 'switch' }, el('strong', {}, 'Follow-through'), on),
    el('p', { class: 'quiet' }, 'What is not held comes after what is, swings past and settles. Seen while playing, and in every export.'), ...sliders);
  const { holder, button } = opening('follow', 'Follow-through', panel);
  helped('Follow-through', button);
  panel.addEventListener('change', () => { editor.end(); });
  store.watch(['document'], ({ document: { timeline: { follow } } }) => {
    on.checked = follow !== null;
    button.setAttribute('aria-pressed', String(follow !== null));
    for (const one of sliders) one.hidden = follow === null;
  });
  return holder;
}

function slider(bench: Bench, { name, title, low, high, even, words }: Scale): HTMLElement {
  const place = (value: number): number => (even ? (value - low) / (high - low) : Math.log(value / low) / Math.log(high / low));
  const value = (share: number): number => (even ? low + share * (high - low) : low * (high / low) ** share);
  const said = el('output', { class: 'quiet' });
  const input = el('input', { label: title, attributes: { type: 'range', min: '0', max: '1', step: '0.01' }, on: { input: () => {
    const { follow } = bench.studio.store.state.document.timeline;
    if (follow) setTimeline(bench, title, { follow: { ...follow, [name]: Number(value(input.valueAsNumber).toFixed(3)) } }, true);
  } } });
  bench.studio.store.watch(['document'], ({ document: { timeline: { follow } } }) => {
    if (!follow) return;
    const share = place(follow[name]);
    input.value = String(share);
    input.style.setProperty('--from', '0%');
    input.style.setProperty('--to', `${100 * share}%`);
    said.textContent = words.find(([most]) => follow[name] < most)?.[1] ?? '';
  });
  return el('div', { class: 'field' }, el('div', { class: 'row spread' }, el('span', {}, title), said), input);
}

export function onion(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const on = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { store.set({ onion: { ...store.state.onion, on: on.checked } }); } } });
  const number = (name: 'count' | 'step', label: string, most: number): HTMLElement => {
    const input = el('input', { class: 'number', label, attributes: { type: 'number', min: '1', max: String(most) }, on: { change: () => {
      const wanted = Math.round(input.valueAsNumber);
      store.set({ onion: { ...store.state.onion, [name]: Math.min(most, Math.max(1, Number.isFinite(wanted) ? wanted : 1)) } });
    } } });
    store.watch(['onion'], (state) => { input.value = String(state.onion[name]); });
    return el('label', { class: 'row spread' }, el('span', {}, label), input);
  };
  const panel = el('div', { class: 'pop', label: 'Onion skins', attributes: { role: 'dialog' } },
    el('label', { class: 'switch' }, el('strong', {}, 'Onion skins'), on),
    el('p', { class: 'quiet' }, 'Ghosts of the frames before, in blue, and after, in orange.'),
    number('count', 'Before and after', 5), number('step', 'Frames apart', 100));
  const { holder, button } = opening('onion', 'Onion skins', panel);
  helped('Onion skins', button);
  store.watch(['onion'], (state) => {
    on.checked = state.onion.on;
    button.setAttribute('aria-pressed', String(state.onion.on));
  });
  return holder;
}
