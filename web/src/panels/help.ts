/** The keys, shown by `?`: a click on one takes another, which this browser remembers. */

import { VIEWS } from '../methods/views';
import type { Preset, State } from '../state/state';
import { ACTIONS, type Action } from '../tools/actions';
import type { Bench } from '../tools/gesture';
import { bound, chord, clashes, keyName, keysOf } from '../tools/keymap';
import { button, el, iconButton } from './dom';

const MOUSE: Readonly<Record<Preset, readonly (readonly [string, string])[]>> = {
  blender: [['Middle', 'Orbit'], ['Shift-middle', 'Pan'], ['Wheel', 'Zoom'], ['Alt-left', 'Orbit'], ['Left on the ground', 'Orbit']],
  maya: [['Alt-left', 'Orbit'], ['Middle', 'Pan'], ['Alt-right', 'Zoom'], ['Wheel', 'Zoom'], ['Left on the ground', 'Orbit']],
};
const SECTIONS: readonly Action['section'][] = ['Select', 'File', 'Pose', 'Time', 'View'];
/** Keys that only go with others. */
const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph']);

export function help(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const sheet = el('div', { class: 'help', label: 'Keys', attributes: { role: 'dialog' } });
  const close = (): void => { store.set({ help: false }); };
  const veil = el('div', { class: 'veil', on: { click: (event) => { if (event.target === veil) close(); } } }, sheet);
  store.watch(['help', 'preset', 'keymap'], (state) => {
    veil.hidden = !state.help;
    if (!state.help) return;
    const place = sheet.scrollTop;
    const reset = button('Reset all keys', () => { store.set({ keymap: {} }); }, 'small');
    reset.hidden = Object.keys(state.keymap).length === 0;
    const dismiss = iconButton('remove', 'Close', 'Esc', close);
    sheet.replaceChildren(
      el('div', { class: 'help-head' }, el('h2', {}, 'Keys'), el('span', { class: 'quiet' }, 'Click a key to change it.'), reset, presets(bench, state.preset), dismiss),
      el('div', { class: 'help-body' }, mouse(state.preset), ...SECTIONS.map((name) => section(bench, name, state))));
    sheet.scrollTop = place;
    dismiss.focus({ preventScroll: true });
  });
  return veil;
}

/** What a key does: always, and then with the methods that have a use of their own for it. */
function wordsOf({ keys, words }: Action): string {
  return [words, ...VIEWS.flatMap(({ help: own }) => own?.[keys[0] ?? ''] ?? [])].join(', ');
}

/** The same for both: fingers on a screen or a track pad, and pens. */
const FINGERS: readonly (readonly [string, string])[] = [['Pinch', 'Zoom'], ['Two fingers', 'Pan'], ['Three fingers', 'Orbit'], ['Shift-wheel', 'Pan'], ['Alt-wheel', 'Orbit'], ['Pen', 'Paints larger the harder it is pressed']];

function mouse(preset: Preset): HTMLElement {
  return table('Camera', [...MOUSE[preset], ...FINGERS].flatMap(([key, words]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, words)]));
}

function section(bench: Bench, name: Action['section'], { keymap }: Readonly<State>): HTMLElement {
  return table(name, ACTIONS.filter((action) => action.section === name).flatMap((action) => {
    const others = clashes(ACTIONS, keymap, action);
    return [el('dt', {}, keyField(bench, action, others.length > 0)), el('dd', {}, wordsOf(action), others.length ? el('span', { class: 'clash' }, `Also: ${others.join('; ')}`) : null)];
  }));
}

/** The key of an action; pressed, it waits for the next key. Delete gives the usual one back, Esc leaves it. */
function keyField({ studio: { store } }: Bench, action: Action, clashing: boolean): HTMLElement {
  const { keymap } = store.state;
  const key = keyName(keysOf(action, keymap)), own = action.words in keymap;
  const field = el('button', {
    class: `key ${own ? 'own' : ''} ${clashing ? 'bad' : ''}`, label: `Key of ${action.words}: ${key || 'none'}`,
    title: own ? `Usually ${keyName(action.keys) || 'no key'}; Delete gives it back` : 'Click, then press another key', attributes: { type: 'button' },
    on: {
      click: () => { field.textContent = '…'; field.classList.add('waiting'); },
      blur: () => { field.textContent = key || '–'; field.classList.remove('waiting'); },
      keydown: (event) => {
        if (!field.classList.contains('waiting') || MODIFIERS.has(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') field.blur();
        else store.set({ keymap: bound(keymap, action, event.key === 'Delete' ? null : chord(event)) });
      },
    },
  }, key || '–');
  return field;
}

function table(name: string, rows: readonly HTMLElement[]): HTMLElement {
  return el('section', {}, el('h3', {}, name), el('dl', {}, ...rows));
}

function presets(bench: Bench, preset: Preset): HTMLElement {
  const choice = (name: Preset, words: string): HTMLElement =>
    el('button', { class: name === preset ? 'on' : '', attributes: { type: 'button', role: 'radio', 'aria-checked': String(name === preset) }, on: { click: () => { bench.studio.store.set({ preset: name }); } } }, words);
  return el('div', { class: 'segments', label: 'Camera as in', attributes: { role: 'radiogroup' } }, choice('blender', 'Blender'), choice('maya', 'Maya'));
}
