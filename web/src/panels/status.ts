/** The line at the bottom: what there is, and how fast it goes. */

import type { State } from '../state/state';
import type { Bench } from '../tools/gesture';
import { count, el } from './dom';

export function status(bench: Bench): HTMLElement {
  const facts = el('div', { class: 'facts' });
  const speed = el('div', { class: 'facts' });
  const bar = el('footer', { class: 'status' }, facts, speed);
  const { store } = bench.studio;
  store.watch(['model', 'document', 'selection', 'gesture', 'connection', 'tool', 'brush'], (state) => { facts.replaceChildren(...items(left(state))); });
  store.watch(['pose', 'fps', 'model'], (state) => { speed.replaceChildren(...items(right(state))); });
  return bar;
}

function items(words: readonly string[]): HTMLElement[] {
  return words.map((word) => el('span', {}, word));
}

function left(state: Readonly<State>): string[] {
  if (state.connection === 'lost') return ['Waiting for the server'];
  if (!state.model) return [state.connection === 'open' ? 'Ready' : 'Connecting'];
  if (state.gesture) return [state.gesture];
  if (state.tool === 'brush') return [`Brush ${state.brush} px`, 'paint to freeze, Ctrl thaws', '[ and ] change its size'];
  if (state.tool === 'box') return ['Drag a box around handles'];
  const { handles, frozen } = state.document;
  const ice = frozen.reduce((sum, value, i) => (i % 2 ? sum + value : sum), 0);
  return [
    count(state.model.V.length / 3, 'vertex', 'vertices'),
    count(handles.length, 'handle', 'handles') + (state.selection.length ? `, ${state.selection.length} selected` : ''),
    ...(ice ? [`${ice.toLocaleString('en-US')} frozen`] : []),
  ];
}

function right(state: Readonly<State>): string[] {
  const { pose, fps, model } = state;
  if (!pose || !model) return [];
  return [
    ...(pose.status && pose.status !== 'converged' ? [pose.status] : []),
    `solve ${pose.solve_ms.toFixed(1)} ms`,
    count(pose.iterations, 'iteration', 'iterations'),
    ...(fps === null ? [] : [`${fps.toFixed(0)} fps`]),
  ];
}
