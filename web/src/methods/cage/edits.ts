/** The edits of a sequence: how far each reaches in time, as a curve, and the list of them. */

import { count, el, iconButton, refill, svg } from '../../panels/dom';
import { sliced } from '../../state/document';
import type { State } from '../../state/state';
import type { Bench } from '../../tools/gesture';
import type { FrameEdit } from './messages';
import { HEIGHT, lineOf, WIDTH, xOf } from './plots';
import { falloff } from './slice';

export function frameEdits(bench: Bench, off: (() => void)[], show: (frame: number) => void): HTMLElement {
  const { studio } = bench;
  const words = el('p', { class: 'quiet' }), figure = el('output', { class: 'figure' });
  const reach = el('input', { label: 'Frames that an edit reaches', attributes: { type: 'range', min: '1', step: '1' }, on: {
    input: () => { spread(bench, reach.valueAsNumber); },
    change: () => { studio.editor.end(); },
  } });
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot still', role: 'img', 'aria-label': 'How far edits reach' });
  const list = el('ul', { class: 'handles edits' });
  off.push(studio.store.watch(['document', 'rig', 'cageReach', 'model'], (state) => {
    const frames = state.rig?.cage?.frames ?? 0, { edits, frame } = state.document.slices.cage;
    const own = editAt(state);
    words.textContent = sayings(state);
    reach.max = String(Math.max(2, frames));
    reach.valueAsNumber = own?.reach ?? state.cageReach;
    reach.disabled = frame === null;
    figure.textContent = `reaches ${count(reach.valueAsNumber, 'frame', 'frames')}`;
    picture.replaceChildren(...curves(frames, edits, frame, own ?? null, state.cageReach));
    refill(list, ...edits.map((edit) => item(bench, edit, state, show)));
  }));
  return el('div', { class: 'track edits' }, el('div', { class: 'row spread' }, el('span', { class: 'quiet' }, 'Edits'), figure), reach, picture, words, list);
}

/** The edit of the frame that is shown. */
function editAt({ document: { slices: { cage } } }: Pick<State, 'document'>): FrameEdit | undefined {
  return cage.edits.find(({ frame }) => frame === cage.frame);
}

function sayings(state: Readonly<State>): string {
  const { frame } = state.document.slices.cage;
  if (frame === null) return 'Show a frame to edit it.';
  return editAt(state) ? 'Pull again to change this edit.' : 'Pull the surface or the cage in this frame: frames near it follow.';
}

/** How far the edit of this frame reaches, or the next one to be made. */
function spread({ studio }: Bench, reach: number): void {
  const { document } = studio.store.state, own = editAt({ document });
  studio.store.set({ cageReach: reach });
  if (own) studio.editor.gesture(`Spread the edit of frame ${own.frame + 1}`, sliced(document, 'cage', { edits: document.slices.cage.edits.map((edit) => (edit === own ? { ...edit, reach } : edit)) }));
}

/** What is left of every edit over the frames; that of the frame that is shown stands out, or, dashed, what one would be. */
function curves(frames: number, edits: readonly FrameEdit[], frame: number | null, own: FrameEdit | null, reach: number): SVGElement[] {
  const others = edits.filter((edit) => edit !== own).map((edit) => svg('polyline', { class: 'line other', points: lineOf(falloff(frames, edit.frame, edit.reach)) }));
  if (frame === null) return others;
  const x = xOf(frame, frames).toFixed(1);
  const curve = svg('polyline', { class: own ? 'line own' : 'line next', points: lineOf(falloff(frames, frame, own?.reach ?? reach)) });
  return [svg('line', { class: 'now', y1: 0, y2: HEIGHT, x1: x, x2: x }), ...others, curve];
}

function item({ studio }: Bench, edit: FrameEdit, state: Readonly<State>, show: (frame: number) => void): HTMLElement {
  const { document, model } = state, { cage } = document.slices;
  const on = edit.frame === cage.frame, name = `frame ${edit.frame + 1}`;
  let most = 0;
  for (let i = 0; i < edit.moves.length; i += 3) most = Math.max(most, Math.hypot(edit.moves[i], edit.moves[i + 1], edit.moves[i + 2]));
  const far = `${((100 * most) / (model?.diagonal ?? 1)).toFixed(1)}%`;
  const pick = el('button', { class: 'pick', title: 'Show this frame', attributes: { type: 'button', 'aria-pressed': String(on) }, on: { click: () => { show(edit.frame); } } },
    `Frame ${edit.frame + 1}`, el('small', { class: 'quiet figure', title: 'The farthest that a vertex of the cage moves, of the model’s size' }, `${far} · ±${edit.reach}`));
  const remove = iconButton('remove', `Remove the edit of ${name}`, null, () => {
    studio.editor.edit(`Remove the edit of ${name}`, sliced(document, 'cage', { edits: cage.edits.filter((other) => other !== edit) }));
  });
  return el('li', { class: on ? 'on' : '' }, pick, remove);
}
