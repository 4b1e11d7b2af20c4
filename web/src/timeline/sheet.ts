/** The open timeline: a ruler to scrub in, and a row of diamonds for each handle. */

import { el, svg } from '../panels/dom';
import { keysOf, rowId, shifted, spotOf, type Spot } from '../state/timeline';
import type { State } from '../state/state';
import type { Bench } from '../tools/gesture';
import type { Row, Timeline } from '../wire/messages';
import { toggled } from './editing';
import { framing, GRAPHED, listCurves, renaming, tabs } from './curvenames';
import { Graph } from './graph';
import { graphBar } from './graphbar';
import { fence, listenForPresses, within, type Press } from './press';
import { frameAt, perFrame, ticks, xOf, type Ruler } from './ruler';

const LANE = 22, RULER = 22, HALF = 5;

export class Sheet {
  readonly element: HTMLElement;
  private readonly names = el('div', { class: 'names' });
  private readonly scale = svg('svg', { class: 'scale', height: RULER, role: 'slider', tabindex: 0, 'aria-label': 'Frame of the timeline' });
  private readonly lanes = svg('svg', { class: 'lanes', role: 'img', 'aria-label': 'Keys' });
  private readonly needle = el('div', { class: 'needle' });
  private readonly box = el('div', { class: 'fence-box' });
  private readonly body = el('div', { class: 'lane-body' }, this.lanes, this.box);
  private readonly right: HTMLElement;
  private readonly graph: Graph;
  private readonly curves = el('div', { class: 'names' });
  private width = 1;
  /** What is drawn. */
  private drawn: readonly unknown[] = [];

  constructor(private readonly bench: Bench) {
    const { store } = bench.studio;
    this.graph = new Graph(bench, () => this.ruler);
    const scroller = el('div', { class: 'lane-scroll' }, this.names, this.body);
    const curves = el('div', { class: 'graph-scroll' }, this.curves, this.graph.body);
    this.right = el('div', { class: 'scale-row' }, el('div', { class: 'corner-name' }, tabs(bench)), this.scale);
    const bar = graphBar(bench, () => { this.graph.frame(); });
    this.element = el('div', { class: 'sheet' }, bar, this.right, scroller, curves, this.needle);
    store.watch(['graph'], ({ graph }) => { scroller.hidden = graph; curves.hidden = bar.hidden = !graph; });
    listCurves(bench, this.curves);
    renaming(bench, this.names, this.curves);
    framing(this.graph);
    this.box.hidden = true;
    new ResizeObserver(() => { this.draw(store.state); }).observe(this.element);
    listenForPresses(bench, this.scale, (event) => (event.button === 0 ? this.scrubbing(event) : null));
    listenForPresses(bench, this.body, (event) => (event.button === 0 ? this.picking(event) : null));
    store.watch(['document', 'keySelection', 'clip', 'selection', 'timelineOpen', 'baking', 'graph', 'span', 'graphPoints', 'curvesFlipped', ...GRAPHED], (state) => { this.draw(state); });
    store.watch(['document', 'playhead', 'clip', 'timelineOpen', 'span', 'graph'], () => { this.point(); });
    // Delete means what was selected last.
    store.watch(['selection'], ({ keySelection }) => { if (keySelection.length) store.set({ keySelection: [] }); });
  }

  private get ruler(): Ruler {
    const { clip, span, document: { timeline } } = this.bench.studio.store.state;
    const { first, last } = this.bench.studio.motion.range;
    if (span) return { ...span, width: this.width };
    const at = clip ? [] : timeline.rows.flatMap((row) => row.keys.map((key) => key.at));
    return { first: Math.min(first, ...at), last: Math.max(last, ...at), width: this.width };
  }

  private draw(state: Readonly<State>): void {
    if (!state.timelineOpen || !state.model) return;
    this.width = Math.max(1, this.scale.clientWidth);
    const { document: { timeline, method }, keySelection, selection, clip, baking, graph, span, graphPoints, curvesFlipped } = state;
    const now = [timeline, keySelection, selection, clip, baking, this.width, this.bench.studio.motion.frames.fresh, graph, span, graphPoints, curvesFlipped, method, this.element.clientHeight, ...GRAPHED.map((name) => state[name])];
    // Pulling a handle changes the document at every move of the mouse, and nothing here.
    if (now.every((value, i) => value === this.drawn[i])) return;
    this.drawn = now;
    const rows = clip ? [] : timeline.rows;
    const height = Math.max(LANE, LANE * rows.length);
    for (const [name, value] of [['width', this.width], ['height', height]] as const) this.lanes.setAttribute(name, String(value));
    this.drawScale(state);
    if (graph && !clip) this.graph.draw(state);
    this.names.replaceChildren(...(state.clip ? [el('div', { class: 'name clip' }, state.clip.name)] : rows.map((row) => this.name(row, state))));
    this.lanes.replaceChildren(...rows.flatMap((row, i) => this.lane(row, i, state)));
    this.point();
  }

  private drawScale({ baking, clip, document: { timeline } }: Readonly<State>): void {
    const { ruler } = this, { first, last } = this.bench.studio.motion.range;
    const range = svg('rect', { class: 'range', x: xOf(ruler, first), y: 0, width: Math.max(0, xOf(ruler, last) - xOf(ruler, first)), height: RULER });
    const marks = ticks(ruler).flatMap(({ frame, named }) => {
      const x = xOf(ruler, frame);
      const line = svg('line', { class: named ? 'tick named' : 'tick', x1: x, x2: x, y1: named ? 12 : 16, y2: RULER });
      if (!named) return [line];
      // The last number stands before its tick, or it would be cut off.
      const early = x + 24 > this.width;
      const text = svg('text', { x: early ? x - 3 : x + 3, y: 11, 'text-anchor': early ? 'end' : 'start' });
      text.textContent = String(frame);
      return [line, text];
    });
    const ready = clip ? clip.count : baking && this.bench.studio.motion.frames.fresh ? baking.done : 0;
    const from = xOf(ruler, clip?.first ?? timeline.first);
    const bar = svg('rect', { class: 'ready', x: from, y: RULER - 2, width: Math.max(0, xOf(ruler, (clip?.first ?? timeline.first) + ready - 1) - from), height: 2 });
    this.scale.replaceChildren(range, ...(ready > 1 ? [bar] : []), ...marks);
  }

  private name(row: Row, { selection }: Readonly<State>): HTMLElement {
    const { store } = this.bench.studio;
    const on = row.handles.some((id) => selection.includes(id));
    return el('button', { class: on ? 'name on' : 'name', title: `Select ${row.name} and its keys; double-click or F2 to rename`, attributes: { type: 'button', 'data-row': rowId(row) }, on: { click: () => {
      store.set({ selection: [...row.handles] });
      store.set({ keySelection: row.keys.map(({ at }) => spotOf(row, at)) });
      this.bench.stage.canvas.focus({ preventScroll: true });
    } } }, row.name);
  }

  private lane(row: Row, index: number, { keySelection }: Readonly<State>): SVGElement[] {
    const { ruler } = this, y = LANE * index + LANE / 2;
    const line = svg('line', { class: 'lane', x1: 0, x2: this.width, y1: y, y2: y });
    const spans = row.keys.slice(1).map((key, i) => svg('line', { class: `span ${row.keys[i].ease}`, x1: xOf(ruler, row.keys[i].at), x2: xOf(ruler, key.at), y1: y, y2: y }));
    const diamonds = row.keys.map((key) => {
      const spot = spotOf(row, key.at), x = xOf(ruler, key.at), on = keySelection.includes(spot);
      const shape = key.ease === 'step' ? `M${x - HALF + 1} ${y - HALF + 1}h${2 * HALF - 2}v${2 * HALF - 2}h${2 - 2 * HALF}z` : `M${x} ${y - HALF}l${HALF} ${HALF}l${-HALF} ${HALF}l${-HALF} ${-HALF}z`;
      const diamond = svg('path', { class: `key${on ? ' on' : ''}${key.weight < 1 ? ' loose' : ''}`, d: shape, 'data-spot': spot });
      const title = svg('title', {});
      title.textContent = `${row.name}, frame ${key.at}: ${key.ease}${key.weight < 1 ? `, held ${Math.round(100 * key.weight)}%` : ''}`;
      diamond.append(title);
      return diamond;
    });
    return [line, ...spans, ...diamonds];
  }

  /** The needle at the frame that is shown. */
  private point(): void {
    const frame = this.bench.studio.motion.shownFrame;
    const x = this.scale.getBoundingClientRect().left - this.element.getBoundingClientRect().left + xOf(this.ruler, frame);
    this.needle.style.transform = `translateX(${x}px)`;
    this.needle.dataset.frame = String(frame);
    for (const [name, value] of [['aria-valuenow', frame], ['aria-valuemin', this.ruler.first], ['aria-valuemax', this.ruler.last]] as const) this.scale.setAttribute(name, String(value));
  }

  private x(clientX: number): number {
    return clientX - this.scale.getBoundingClientRect().left;
  }

  private scrubbing(event: PointerEvent): Press {
    const { motion } = this.bench.studio;
    motion.playback.stop();
    const start = motion.shownFrame;
    const go = (x: number): void => {
      const frame = frameAt(this.ruler, this.x(x));
      if (frame !== motion.shownFrame) motion.goTo(frame);
    };
    go(event.clientX);
    return { move: go, end: () => undefined, cancel: () => { motion.goTo(start); } };
  }

  private picking(event: PointerEvent): Press {
    const { store } = this.bench.studio;
    const spot = (event.target as Element).closest<SVGElement>('[data-spot]')?.dataset.spot as Spot | undefined;
    if (!spot) return this.fencing(event);
    const { keySelection } = store.state, on = keySelection.includes(spot);
    if (event.shiftKey) store.set({ keySelection: toggled(keySelection, [spot]) });
    else if (!on) store.set({ keySelection: [spot] });
    return this.dragging(event, spot, on && !event.shiftKey);
  }

  /** Keys moved in time, whole frames; Alt leaves the old ones where they are. */
  private dragging(event: PointerEvent, spot: Spot, alone: boolean): Press {
    const { store, editor } = this.bench.studio;
    const { document: { timeline }, keySelection } = store.state, from = event.clientX, wide = perFrame(this.ruler);
    let moved = 0;
    return {
      move: (x, _y, { altKey }) => {
        const frames = Math.round((x - from) / wide);
        if (frames === 0 && moved === 0) return;
        moved = frames || moved;
        this.place(timeline, keySelection, frames, altKey);
      },
      end: () => {
        if (moved !== 0) editor.end();
        else if (alone) store.set({ keySelection: [spot] });
      },
      cancel: () => {
        editor.drop();
        store.set({ keySelection });
      },
    };
  }

  private place(timeline: Timeline, spots: readonly Spot[], frames: number, copy: boolean): void {
    const { store, editor } = this.bench.studio;
    const next = shifted(timeline, spots, frames, copy);
    const count = keysOf(timeline, spots).length, what = count === 1 ? 'a key' : `${count} keys`;
    editor.gesture(`${copy ? 'Duplicate' : 'Move'} ${what}`, { timeline: next.timeline });
    store.set({ keySelection: next.spots });
  }

  /** A box around keys. */
  private fencing(event: PointerEvent): Press {
    const { store } = this.bench.studio, kept = event.shiftKey ? store.state.keySelection : [];
    return fence(event, this.body, this.box, (corners) => {
      const inside = corners ? [...this.lanes.querySelectorAll<SVGElement>('[data-spot]')].filter((key) => within(key, corners)) : [];
      store.set({ keySelection: corners ? [...new Set([...kept, ...inside.map((key) => key.dataset.spot as Spot)])] : [] });
    });
  }
}
