/** What is done to the selected points of curves, by buttons and numbers. */

import { el, helped, iconButton } from '../panels/dom';
import { numbersOf, type Tangent } from '../state/curves';
import { closed, curvesAt, jumps, tangented, valued } from '../state/keyedits';
import { rowId, shifted } from '../state/timeline';
import type { Bench } from '../tools/gesture';
import { copyCycle, copyKeys, pasteKeys } from './clipboard';
import { graphRows, pickedPoints } from './curvelist';

const TANGENTS: readonly (readonly [Tangent, string, string])[] = [
  ['auto', 'Auto', 'Handles that follow the neighbours, without overshoot'],
  ['flat', 'Flat', 'Level handles: the curve rests at the key'],
  ['linear', 'Straight', 'Handles that point to the neighbours'],
  ['free', 'Free', 'Handles that stay where they are dragged'],
];

/** frame: see all keys. */
export function graphBar(bench: Bench, frame: () => void): HTMLElement {
  const { store, editor } = bench.studio;
  const choices = TANGENTS.map(([tangent, words, title]) => el('button', { title, attributes: { type: 'button', role: 'radio', 'data-tangent': tangent }, on: { click: () => {
    const points = pickedPoints(store.state);
    if (points.length) editor.edit(`Tangents: ${words.toLowerCase()}`, { timeline: tangented(store.state.document.timeline, points, tangent) });
  } } }, words));
  const segments = helped('Tangents', el('div', { class: 'segments', label: 'Tangents', attributes: { role: 'radiogroup' } }, ...choices));
  const close = helped('Close the loop', el('button', { class: 'button small', title: 'Put the last key of the loop where the first is; they move as one from then on', attributes: { type: 'button' }, on: { click: () => {
    editor.edit('Close the loop', { timeline: closed(store.state.document.timeline, graphRows(store.state).map(rowId)) });
  } } }, 'Close the loop'));
  const { at, value, show } = fields(bench);
  const hint = el('span', { class: 'quiet time-hint' }, 'Click a point to select it, drag to move it. Wheel: zoom time, Shift-wheel: values, middle button: pan.');
  const picked = el('div', { class: 'row graph-picked' }, segments, at, value);
  store.watch(['document', 'keySelection', 'graphPoints', 'curvesFlipped', 'selection', 'graph'], (state) => {
    if (!state.graph) return;
    const points = pickedPoints(state);
    picked.hidden = points.length === 0;
    hint.hidden = points.length > 0;
    close.hidden = !graphRows(state).some(jumps);
    const kinds = show(points);
    for (const choice of choices) {
      const on = kinds.size === 1 && kinds.has(choice.dataset.tangent as Tangent);
      choice.className = on ? 'on' : '';
      choice.setAttribute('aria-checked', String(on));
    }
  });
  return el('div', { class: 'graph-bar' }, picked, hint, el('span', { class: 'row graph-tools' }, close,
    helped('Copy and paste keys', iconButton('copy', 'Copy the selected keys', 'Ctrl-C', () => { copyKeys(bench); })),
    helped('Copy and paste keys', iconButton('paste', 'Paste keys at this frame', 'Ctrl-V', () => { pasteKeys(bench); })),
    helped('Copy a cycle', iconButton('loop', 'Copy the selected cycle behind itself', 'Ctrl-D', () => { copyCycle(bench); })),
    helped('See all keys', iconButton('frame', 'See all keys', 'F over the curves', frame))));
}

/** Frame and value of what is selected; show: fills them, and gives the tangents of all points. */
function fields(bench: Bench): { at: HTMLElement; value: HTMLElement; show: (points: ReturnType<typeof pickedPoints>) => Set<Tangent> } {
  const { store, editor } = bench.studio;
  const field = (label: string, width: string, write: (number: number) => void): HTMLInputElement => {
    const input = el('input', { class: `number ${width}`, label, attributes: { type: 'number', step: 'any' }, on: { change: () => { if (Number.isFinite(input.valueAsNumber)) write(input.valueAsNumber); } } });
    return input;
  };
  const at = field('Frame of the selected key', 'short', (wanted) => {
    const { document: { timeline }, keySelection } = store.state;
    const moved = shifted(timeline, keySelection, Math.round(wanted) - Number(keySelection[0].split('@').at(-1)), false);
    editor.edit('Move keys', { timeline: moved.timeline });
    store.set({ keySelection: moved.spots, graphPoints: [] });
  });
  const value = field('Value of the selected points', 'value', (wanted) => {
    editor.edit('Value of a key', { timeline: valued(store.state.document.timeline, pickedPoints(store.state), wanted) });
  });
  const show = (points: ReturnType<typeof pickedPoints>): Set<Tangent> => {
    const all = curvesAt(points), kinds = new Set<Tangent>(), values: number[] = [], frames: number[] = [];
    for (const row of store.state.document.timeline.rows) {
      for (const key of row.keys) {
        for (const curve of all.get(`${rowId(row)}@${key.at}`) ?? []) {
          kinds.add(key.tangents.at(curve) ?? 'auto');
          values.push(numbersOf(row, key)[curve]);
          frames.push(key.at);
        }
      }
    }
    at.value = frames.every((frame) => frame === frames[0]) ? String(frames[0] ?? '') : '';
    value.value = values.every((one) => one === values[0]) && values.length ? String(Number(values[0].toPrecision(6))) : '';
    return kinds;
  };
  return { at: el('label', { class: 'row' }, el('span', { class: 'quiet' }, 'Frame'), at), value: el('label', { class: 'row' }, el('span', { class: 'quiet' }, 'Value'), value), show };
}
