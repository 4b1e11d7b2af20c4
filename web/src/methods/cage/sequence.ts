/** The cages of the model's poses: found once, then shown frame by frame, with how well each makes its frame. */

import { button, count, el, svg } from '../../panels/dom';
import { group } from '../../panels/sections';
import type { State } from '../../state/state';
import type { Bench } from '../../tools/gesture';
import { frameEdits } from './edits';
import { HEIGHT, RIM, WIDTH, xOf } from './plots';
import { recoverCages } from './requests';
import { fitting, pulls, scrubbed } from './slice';

export function sequence(bench: Bench, off: (() => void)[]): HTMLElement {
  const { studio } = bench;
  const words = el('p', { class: 'quiet' });
  const find = button('Find the cages', () => { recoverCages(studio); });
  const slider = el('input', { label: 'Frame', attributes: { type: 'range', min: '0', step: '1', value: '0' }, on: {
    input: () => { if (!show(bench, slider.valueAsNumber)) slider.value = String(frameOf(studio.store.state)); },
    change: () => { studio.editor.end(); },
  } });
  const plots = [new Plot('Distance from the frame', 'rms'), new Plot('Change of volume', 'volume')];
  for (const plot of plots) plot.element.addEventListener('pointerdown', (event) => { show(bench, plot.frameAt(event)); studio.editor.end(); });
  const edits = frameEdits(bench, off, (frame) => { show(bench, frame); studio.editor.end(); });
  const film = el('div', { class: 'film' }, slider, ...plots.map(({ element }) => element), edits);
  const section = group('Sequence', words, el('div', { class: 'row' }, find), film);
  off.push(studio.store.watch(['rig', 'recovered', 'document', 'model', 'progress'], (state) => {
    const frames = state.rig?.cage?.frames ?? 0, found = fitting(state);
    section.hidden = frames < 2;
    film.hidden = found === null;
    find.hidden = found !== null;
    find.disabled = state.progress !== null;
    words.textContent = found ? frameWords(state) : `The model has ${count(frames, 'pose', 'poses')}. Find the cage of each, and scrub through them.`;
    slider.max = String(Math.max(0, frames - 1));
    const frame = frameOf(state);
    if (frame >= 0 && slider.valueAsNumber !== frame) slider.value = String(frame);
    slider.classList.toggle('elsewhere', frame < 0);
    for (const plot of plots) plot.show(found?.[plot.name] ?? [], frame);
  }));
  return section;
}

/** "3 of 17: trot" */
function frameWords(state: Readonly<State>): string {
  const frame = frameOf(state), names = state.model?.examples ?? [];
  return frame < 0 ? 'The pose is none of the frames. Scrub to go back to them.' : `Frame ${frame + 1} of ${names.length}: ${names[frame] ?? ''}`;
}

function frameOf({ document }: Pick<State, 'document'>): number {
  return document.slices.cage.frame ?? -1;
}

/** Show a frame; not while a pull on another one has yet to become an edit. */
function show({ studio }: Bench, frame: number): boolean {
  const { document } = studio.store.state;
  if (pulls(document) && studio.poser.busy) return false;
  studio.editor.gesture('Scrub the frames', scrubbed(document, frame));
  return true;
}

/** A line over the frames, with the frame that is shown. */
class Plot {
  readonly element: HTMLElement;
  private readonly line = svg('polyline', { class: 'line' });
  private readonly zero = svg('line', { class: 'zero', x1: 0, x2: WIDTH });
  private readonly now = svg('line', { class: 'now', y1: 0, y2: HEIGHT });
  private readonly spot = svg('circle', { class: 'spot', r: 3 });
  private readonly figure = el('output', { class: 'figure' });
  private readonly picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot', role: 'img' });
  private frames = 0;

  constructor(
    private readonly title: string,
    readonly name: 'rms' | 'volume',
  ) {
    this.picture.append(this.zero, this.now, this.line, this.spot);
    this.element = el('div', { class: `track ${name}` }, el('div', { class: 'row spread' }, el('span', { class: 'quiet' }, title), this.figure), this.picture);
  }

  /** values: in %, null where there is none. */
  show(values: readonly (number | null)[], frame: number): void {
    const known = values.filter((value) => value !== null);
    this.frames = values.length;
    this.element.hidden = known.length === 0;
    if (known.length === 0) return;
    const low = Math.min(0, ...known), high = Math.max(0, ...known), span = Math.max(high - low, 1e-9);
    const y = (value: number): number => HEIGHT - RIM - ((value - low) / span) * (HEIGHT - 2 * RIM);
    this.line.setAttribute('points', values.map((value, i) => (value === null ? '' : `${xOf(i, this.frames).toFixed(1)},${y(value).toFixed(1)}`)).join(' '));
    for (const end of ['y1', 'y2']) this.zero.setAttribute(end, y(0).toFixed(1));
    const value = values.at(frame) ?? null, on = frame >= 0 && value !== null;
    for (const mark of [this.now, this.spot]) mark.toggleAttribute('hidden', !on);
    for (const end of ['x1', 'x2']) this.now.setAttribute(end, xOf(frame, this.frames).toFixed(1));
    this.spot.setAttribute('cx', xOf(frame, this.frames).toFixed(1));
    this.spot.setAttribute('cy', y(value ?? 0).toFixed(1));
    this.figure.textContent = on ? percent(value) : `up to ${percent(known.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most)))}`;
    this.picture.setAttribute('aria-label', `${this.title}: ${this.figure.textContent}`);
  }

  /** The frame that is nearest to the pointer. */
  frameAt(event: PointerEvent): number {
    const { left, width } = this.picture.getBoundingClientRect();
    const share = ((event.clientX - left) / width) * WIDTH;
    return Math.round(Math.min(1, Math.max(0, (share - RIM) / (WIDTH - 2 * RIM))) * (this.frames - 1));
  }
}

function percent(value: number): string {
  return `${value.toFixed(2).replace('-', '−')}%`;
}
