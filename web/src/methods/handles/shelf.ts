/** The shelf of sculpted poses: pictures, sliders that mix them, and the one that is worked on. */

import { button, el, iconButton } from '../../panels/dom';
import { group } from '../../panels/sections';
import { LEAST, MOST, showWeight } from '../../panels/weightslider';
import { sliced } from '../../state/document';
import type { State } from '../../state/state';
import type { Bench } from '../../tools/gesture';
import type { Sculpture } from './messages';
import { freshSculpture } from './sculpture';

export function shelf(bench: Bench, off: (() => void)[]): HTMLElement {
  const { studio } = bench;
  const empty = el('p', { class: 'quiet' }, 'No sculpted poses yet. Select parts on the model, then move (G), turn (R) or scale (S) them.');
  const list = el('div', { class: 'examples' });
  const add = button('New pose', () => { addPose(bench); });
  const rest = button('Rest', () => { studio.editor.edit('Rest', { ...sliced(studio.store.state.document, 'handles', { sculpting: null }), weights: null, handles: [] }); });
  let shown: readonly Sculpture[] | null = null;
  let rows: Row[] = [];
  const wantPictures = pictures(bench);
  off.push(studio.store.watch(['document', 'pose', 'shelf', 'rig'], (state) => {
    const { sculptures } = state.document.slices.handles;
    empty.hidden = sculptures.length > 0;
    add.disabled = state.document.slices.handles.parts.length === 0;
    add.title = add.disabled ? 'A pose is made of parts. Paint one first.' : '';
    if (sculptures !== shown) {
      shown = sculptures;
      rows = sculptures.map((sculpture, index) => row(bench, sculpture, index));
      list.replaceChildren(...rows.map(({ element }) => element));
    }
    rows.forEach((item, index) => { refresh(item, state, sculptures[index], index); });
    wantPictures(state);
  }));
  return group('Sculpted poses', empty, list, el('div', { class: 'row' }, add, rest));
}

interface Row {
  readonly element: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly value: HTMLElement;
  readonly picture: HTMLImageElement;
  readonly work: HTMLButtonElement;
}

function row(bench: Bench, sculpture: Sculpture, index: number): Row {
  const { editor, store } = bench.studio;
  const slider = el('input', { label: `Weight of ${sculpture.name}`, attributes: { type: 'range', min: String(LEAST), max: String(MOST), step: '0.01' }, on: {
    input: () => { editor.gesture(`Mix ${sculpture.name}`, { ...sliced(store.state.document, 'handles', { sculpting: null }), weights: weightsOf(store.state).map((weight, i) => (i === index ? slider.valueAsNumber : weight)) }); },
    change: () => { editor.end(); },
  } });
  const value = el('output', { class: 'figure' });
  const picture = el('img', { class: 'empty', attributes: { alt: '', width: '56', height: '42' } });
  const work = el('button', { class: 'thumbnail', label: `Sculpt ${sculpture.name}`, title: `Sculpt ${sculpture.name}`, attributes: { type: 'button' }, on: { click: () => {
    const { document } = store.state, on = document.slices.handles.sculpting === sculpture.id;
    editor.edit(on ? `Put ${sculpture.name} away` : `Sculpt ${sculpture.name}`, { ...sliced(document, 'handles', { sculpting: on ? null : sculpture.id }), weights: null });
  } } }, picture);
  const name = el('input', { class: 'plain name', label: `Name of ${sculpture.name}`, attributes: { type: 'text', value: sculpture.name, maxlength: '60' }, on: {
    change: () => { edit(bench, `Name ${name.value}`, index, { name: name.value.trim() || sculpture.name }); },
    keydown: (event) => { if (event.key === 'Enter' || event.key === 'Escape') name.blur(); },
  } });
  const undo = iconButton('undo', `Take back the last step of ${sculpture.name}`, null, () => { edit(bench, `Take back a step of ${sculpture.name}`, index, { steps: sculpture.steps.slice(0, -1) }); });
  undo.disabled = sculpture.steps.length === 0;
  const remove = iconButton('remove', `Remove ${sculpture.name}`, null, () => { removePose(bench, sculpture); });
  const element = el('div', { class: 'example sculpture' }, work, el('div', { class: 'example-text' }, el('div', { class: 'example-head' }, name, value, undo, remove), slider));
  return { element, slider, value, picture, work };
}

function refresh(item: Row, state: Readonly<State>, sculpture: Sculpture, index: number): void {
  const weight = weightsOf(state)[index] ?? 0;
  item.slider.disabled = state.rig === null;
  showWeight(item.slider, item.value, weight);
  const working = state.document.slices.handles.sculpting === sculpture.id;
  item.element.classList.toggle('on', working);
  item.work.setAttribute('aria-pressed', String(working));
  const picture = state.shelf.get(sculpture);
  if (picture && item.picture.src !== picture) item.picture.src = picture;
  item.picture.classList.toggle('empty', !picture);
}

/** The weights set by the sliders, or those of the pose that is shown. */
function weightsOf(state: Readonly<State>): readonly number[] {
  const { slices: { handles: { sculptures } }, weights } = state.document;
  const shown = weights ?? state.pose?.weights ?? [];
  return sculptures.map((_, i) => shown[i] ?? 0);
}

function addPose({ studio }: Bench): void {
  const { document } = studio.store.state;
  const { sculptures } = document.slices.handles;
  const pose = freshSculpture(sculptures);
  studio.editor.edit(`New ${pose.name}`, { ...sliced(document, 'handles', { sculptures: [...sculptures, pose], sculpting: pose.id }), weights: null });
}

function removePose({ studio }: Bench, sculpture: Sculpture): void {
  const { document } = studio.store.state;
  const { sculptures, sculpting } = document.slices.handles;
  const next = { sculptures: sculptures.filter(({ id }) => id !== sculpture.id), sculpting: sculpting === sculpture.id ? null : sculpting };
  studio.editor.edit(`Remove ${sculpture.name}`, { ...sliced(document, 'handles', next), weights: null });
}

function edit({ studio }: Bench, label: string, index: number, change: Partial<Sculpture>): void {
  const { document } = studio.store.state;
  studio.editor.edit(label, sliced(document, 'handles', { sculptures: document.slices.handles.sculptures.map((one, i) => (i === index ? { ...one, ...change } : one)) }));
}

/** Asks for the picture of the first pose without one, once nothing else is going on; of each pose once. */
function pictures({ studio }: Bench): (state: Readonly<State>) => void {
  let asked: Sculpture | null = null;
  return (state) => {
    if (studio.editor.inGesture || studio.poser.busy || state.rig?.method !== 'handles') return;
    const { sculptures } = state.document.slices.handles;
    const index = sculptures.findIndex((sculpture) => !state.shelf.has(sculpture));
    if (index < 0 || sculptures[index] === asked) return;
    asked = sculptures[index];
    studio.socket.send({ type: 'WantExample', index });
  };
}
