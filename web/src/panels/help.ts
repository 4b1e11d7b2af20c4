/** The keys, shown by `?`. */

import { VIEWS } from '../methods/views';
import { ACTIONS, keyName, type Action } from '../tools/actions';
import type { Bench } from '../tools/gesture';
import type { Preset } from '../state/state';
import { el, iconButton } from './dom';

const MOUSE: Readonly<Record<Preset, readonly (readonly [string, string])[]>> = {
  blender: [['Middle', 'Orbit'], ['Shift-middle', 'Pan'], ['Wheel', 'Zoom'], ['Alt-left', 'Orbit'], ['Left on the ground', 'Orbit']],
  maya: [['Alt-left', 'Orbit'], ['Middle', 'Pan'], ['Alt-right', 'Zoom'], ['Wheel', 'Zoom'], ['Left on the ground', 'Orbit']],
};

export function help(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const sheet = el('div', { class: 'help', label: 'Keys', attributes: { role: 'dialog' } });
  const close = (): void => { store.set({ help: false }); };
  const veil = el('div', { class: 'veil', on: { click: (event) => { if (event.target === veil) close(); } } }, sheet);
  store.watch(['help', 'preset'], (state) => {
    veil.hidden = !state.help;
    if (!state.help) return;
    const sections = (['Select', 'File', 'Pose', 'Time', 'View'] as const).map((name) =>
      section(name, ACTIONS.filter((action) => action.section === name).map((action) => [keyName(action.keys), wordsOf(action)] as const)));
    const dismiss = iconButton('remove', 'Close', 'Esc', close);
    sheet.replaceChildren(el('div', { class: 'help-head' }, el('h2', {}, 'Keys'), presets(bench, state.preset), dismiss),
      el('div', { class: 'help-body' }, section('Camera', MOUSE[state.preset]), ...sections));
    dismiss.focus();
  });
  return veil;
}

/** What a key does: always, and then with the methods that have a use of their own for it. */
function wordsOf({ keys, words }: Action): string {
  return [words, ...VIEWS.flatMap(({ help: own }) => own?.[keys[0]] ?? [])].join(', ');
}

function section(name: string, rows: readonly (readonly [string, string])[]): HTMLElement {
  return el('section', {}, el('h3', {}, name), el('dl', {}, ...rows.flatMap(([key, words]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, words)])));
}

function presets(bench: Bench, preset: Preset): HTMLElement {
  const choice = (name: Preset, words: string): HTMLElement =>
    el('button', { class: name === preset ? 'on' : '', attributes: { type: 'button', role: 'radio', 'aria-checked': String(name === preset) }, on: { click: () => { bench.studio.store.set({ preset: name }); } } }, words);
  return el('div', { class: 'segments', label: 'Camera as in', attributes: { role: 'radiogroup' } }, choice('blender', 'Blender'), choice('maya', 'Maya'));
}
