/** The line at the bottom: what there is, and how fast it goes. */

import { countOf } from '../state/document';
import { frozenRegion, type State } from '../state/state';
import type { Bench } from '../tools/gesture';
import { count, el } from './dom';

export function status(bench: Bench): HTMLElement {
  const facts = el('div', { class: 'facts' });
  const speed = el('div', { class: 'facts' });
  const bar = el('footer', { class: 'status' }, facts, speed);
  const { store } = bench.studio;
  store.watch(['model', 'document', 'selection', 'gesture', 'connection', 'tool', 'brush', 'welcome', 'progress'], (state) => { facts.replaceChildren(...items(left(state))); });
  store.watch(['pose', 'fps', 'model'], (state) => { speed.replaceChildren(...items(right(state))); });
  return bar;
}

function items(words: readonly string[]): HTMLElement[] {
  return words.map((word) => el('span', {}, word));
}

function left(state: Readonly<State>): string[] {
  if (state.connection === 'lost' || state.connection === 'refused') return ['Waiting for the server'];
  if (!state.model) return [state.connection === 'open' ? waiting(state) : 'Connecting'];
  if (state.gesture) return [state.gesture];
  if (state.tool !== 'pose') return toolWords(state);
  const { handles } = state.document;
  const ice = countOf(frozenRegion(state));
  return [
    count(state.model.V.length / 3, 'vertex', 'vertices'),
    count(handles.length, 'handle', 'handles') + (state.selection.length ? `, ${state.selection.length} selected` : ''),
    ...(ice ? [`${ice.toLocaleString('en-US')} frozen`] : []),
  ];
}

/** What is awaited while no model is open. */
function waiting({ welcome, progress }: Readonly<State>): string {
  if (progress) return progress.what;
  return welcome?.open ? `Opening ${welcome.open}` : 'Ready';
}

/** How the tool in hand is used. */
function toolWords({ tool, brush, aim }: Readonly<State>): string[] {
  if (tool === 'brush') return [`Brush ${brush} px`, 'Ctrl erases', '[ and ] change its size'];
  if (tool === 'linked') return ['Click a part to take all of it', 'Ctrl erases'];
  return [`${tool === 'box' ? 'Drag a box' : 'Draw a line'} around ${aim === 'handles' ? 'handles' : 'the surface'}`, aim === 'handles' ? 'Shift adds, Ctrl takes away' : 'Ctrl erases'];
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
