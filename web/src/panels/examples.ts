/** The examples with their pictures, and sliders that show the blend live and set it. */

import { kept, only, reweighted } from '../state/blend';
import type { State } from '../state/state';
import type { Bench } from '../tools/gesture';
import { arrangement } from './arrangement';
import { button, el } from './dom';
import { group } from './sections';
import { LEAST, MOST, showWeight } from './weightslider';

/** Changes of one slider closer together than this, in milliseconds, are one step of the history. */
const PAUSE = 500;
/** Examples with at least this weight stand out in the list. */
const HIGHLIGHT = 0.25;

interface Row {
  readonly element: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly value: HTMLElement;
  readonly picture: HTMLImageElement;
}

export function examples(bench: Bench, off: (() => void)[]): HTMLElement {
  const { store } = bench.studio;
  const list = el('div', { class: 'examples' });
  const release = button('Hold this with the handles', () => { hold(bench); });
  const { head, arrange } = arrangement(list);
  const section = group('Examples', head, list, release);
  let rows: Row[] = [];
  let shown: readonly number[] = [];
  off.push(store.watch(['model', 'rig'], ({ model, rig }) => {
    shown = kept(model, rig);
    rows = shown.map((example, index) => row(bench, model?.examples[example] ?? '', index));
    arrange(rows.map((item) => item.element), shown.map((example) => model?.examples[example] ?? ''));
    section.hidden = rows.length === 0;
  }));
  off.push(store.watch(['thumbnails', 'model', 'rig'], ({ thumbnails }) => {
    rows.forEach((item, index) => {
      const picture = thumbnails.get(shown[index]);
      if (picture && item.picture.src !== picture) item.picture.src = picture;
      item.picture.classList.toggle('empty', !picture);
    });
  }));
  off.push(store.watch(['pose', 'document', 'rig'], (state) => {
    const weights = weightsOf(state);
    release.hidden = state.document.weights === null;
    rows.forEach((item, index) => { show(item, weights[index] ?? 0, state.rig !== null); });
  }));
  return section;
}

/** The weights set by the sliders, or the blend that the pose is nearest to. */
function weightsOf(state: Readonly<State>): readonly number[] {
  return state.document.weights ?? state.pose?.weights ?? only(kept(state.model, state.rig).length, 0);
}

function row(bench: Bench, name: string, index: number): Row {
  const { editor, store } = bench.studio;
  const slider = el('input', { label: `Weight of ${name}`, attributes: { type: 'range', min: String(LEAST), max: String(MOST), step: '0.01' } });
  const value = el('output', { class: 'figure' });
  const picture = el('img', { class: 'empty', attributes: { alt: '', width: '56', height: '42' } });
  const pick = el('button', { class: 'thumbnail', label: `Show ${name}`, title: `Show ${name}`, attributes: { type: 'button' }, on: { click: () => {
    editor.edit(`Show ${name}`, { weights: only(kept(store.state.model, store.state.rig).length, index) });
  } } }, picture);
  let pause = 0;
  slider.addEventListener('input', () => {
    clearTimeout(pause);
    editor.gesture(`Blend ${name}`, { weights: reweighted(weightsOf(store.state), index, slider.valueAsNumber) });
  });
  // Arrow keys change by small steps, which belong together.
  slider.addEventListener('change', () => { pause = window.setTimeout(() => { editor.end(); }, PAUSE); });
  const element = el('div', { class: 'example' }, pick, el('div', { class: 'example-text' }, el('div', { class: 'example-head' }, el('span', { class: 'name' }, name), value), slider));
  return { element, slider, value, picture };
}

function show(item: Row, weight: number, ready: boolean): void {
  item.slider.disabled = !ready;
  showWeight(item.slider, item.value, weight);
  item.element.classList.toggle('on', Math.abs(weight) >= HIGHLIGHT);
}

/** The handles take over: they hold the blend where they are on it. */
function hold(bench: Bench): void {
  const { document, pose } = bench.studio.store.state;
  const handles = document.handles.map((handle) => ({ ...handle, target: pose?.reached.get(handle.id) ?? handle.target }));
  bench.studio.editor.edit('Hold with the handles', { handles, weights: null });
}
