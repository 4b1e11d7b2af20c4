/** The graph editor: curves of keys over time, with keys and Bézier handles to drag. */

import { el, svg } from '../panels/dom';
import { knotsOf, piecesOf, repeats, type Knot, type Piece, type Way } from '../state/curves';
import { bent, curvesAt, raised, type Point } from '../state/keyedits';
import { pointOf } from '../state/keyedits';
import type { State } from '../state/state';
import { cyclic, rowId, shifted, type Spot } from '../state/timeline';
import type { Bench } from '../tools/gesture';
import type { Timeline } from '../wire/messages';
import { curvesOf, pickedPoints, type Curve } from './curvelist';
import { toggled } from './editing';
import { fitted, lines, perPixel, valueOf, yOf, zoomed, type Heights } from './heights';
import { fence, listenForPresses, within, type Press } from './press';
import { perFrame, xOf, type Ruler } from './ruler';

const DOT = 4, GRIP = 3.5;

/** A curve with what is drawn of it. */
interface Drawn {
  readonly curve: Curve;
  readonly pieces: readonly Piece[];
  readonly knots: readonly Knot[];
}

export class Graph {
  readonly body: HTMLElement;
  private readonly picture = svg('svg', { class: 'graph', role: 'img', 'aria-label': 'Curves' });
  private readonly box = el('div', { class: 'fence-box' });
  /** What is seen of the values; null to fit what is there. */
  private seen: { low: number; high: number } | null = null;
  private shown = '';
  private heights: Heights = { low: 0, high: 1, height: 1 };

  constructor(
    private readonly bench: Bench,
    private readonly ruler: () => Ruler,
  ) {
    this.body = el('div', { class: 'graph-body' }, this.picture, this.box);
    this.box.hidden = true;
    listenForPresses(bench, this.body, (event) => (event.button === 1 ? this.panning(event) : event.button === 0 ? this.picking(event) : null));
    this.body.addEventListener('wheel', (event) => { this.wheel(event); }, { passive: false });
  }

  /** See all keys: the whole time, and all values. */
  frame(): void {
    this.seen = null;
    this.bench.studio.store.set({ span: null });
    this.draw(this.bench.studio.store.state);
  }

  draw(state: Readonly<State>): void {
    const { width } = this.ruler(), height = Math.max(1, this.body.clientHeight);
    for (const [name, value] of [['width', width], ['height', height]] as const) this.picture.setAttribute(name, String(value));
    const all = curvesOf(state).filter(({ on }) => on).map((curve): Drawn => ({ curve, pieces: piecesOf(curve.row, curve.index), knots: knotsOf(curve.row, curve.index) }));
    const shown = all.map(({ curve }) => curve.id).join();
    if (shown !== this.shown) this.seen = null;
    this.shown = shown;
    this.seen ??= fitted(all.flatMap(({ pieces }) => pieces), all.flatMap(({ knots }) => knots.map(({ value }) => value)));
    this.heights = { ...this.seen, height };
    const points = new Set(pickedPoints(state)), { first, last } = this.ruler();
    this.picture.replaceChildren(...this.grid(width), ...all.flatMap((one) => this.line(one, first, last)), ...all.flatMap((one) => this.dots(one, points)));
    // Numbers are read over the curves.
    this.picture.append(...this.picture.querySelectorAll('.value'));
  }

  private place([frame, value]: Way): string {
    return `${xOf(this.ruler(), frame).toFixed(2)} ${yOf(this.heights, value).toFixed(2)}`;
  }

  private grid(width: number): SVGElement[] {
    const { values, decimals } = lines(this.heights);
    return values.flatMap((value) => {
      const y = yOf(this.heights, value);
      const text = svg('text', { class: 'value', x: width - 6, y: y - 3, 'text-anchor': 'end' });
      text.textContent = value.toFixed(decimals);
      const line = svg('line', { class: 'level', x1: 0, x2: width, y1: y, y2: y });
      // A number at the upper edge would be cut off.
      return y > 12 ? [line, text] : [line];
    });
  }

  private path(pieces: readonly Piece[]): string {
    return pieces.map(({ points: [a, b, c, d], step }) => {
      const to = this.place(d).split(' ');
      return `M${this.place(a)}${step ? `H${to[0]}V${to[1]}` : `C${this.place(b)} ${this.place(c)} ${this.place(d)}`}`;
    }).join('');
  }

  /** The curve, what it does beyond its keys, and a broad line to press on. */
  private line({ curve, pieces, knots }: Drawn, from: number, to: number): SVGElement[] {
    const { row, colour, id } = curve, first = knots[0], last = knots[knots.length - 1];
    const ends: Piece[] = [flat(from - 1, first.at, first.value), flat(last.at, to + 1, last.value)];
    const beyond = [...(row.before === 'hold' || pieces.length === 0 ? [ends[0]] : []), ...(row.after === 'hold' || pieces.length === 0 ? [ends[1]] : []), ...repeats(row, pieces, from, to)];
    const whole = this.path(pieces), title = svg('title', {});
    title.textContent = `${row.name}, ${curve.name}`;
    const broad = svg('path', { class: 'curve-press', d: whole, 'data-curve': id });
    broad.append(title);
    return [svg('path', { class: 'curve beyond', d: this.path(beyond), stroke: colour }), svg('path', { class: 'curve', d: whole, stroke: colour }), broad];
  }

  private dots({ curve: { row, index, colour, name }, knots }: Drawn, picked: ReadonlySet<Point>): SVGElement[] {
    return knots.flatMap((knot, i) => {
      const point = pointOf(row, knot.at, index), on = picked.has(point), x = xOf(this.ruler(), knot.at), y = yOf(this.heights, knot.value);
      const tie = cyclic(row) && (i === 0 || i === knots.length - 1);
      const dot = svg('circle', { class: `dot${on ? ' on' : ''}${tie ? ' tie' : ''}`, cx: x, cy: y, r: DOT, fill: colour, 'data-point': point });
      const title = svg('title', {});
      title.textContent = `${row.name} ${name}, frame ${knot.at}: ${Number(knot.value.toPrecision(5))}`;
      dot.append(title);
      if (!on) return [dot];
      const sides = ([['left', i > 0 && knots[i - 1].ease === 'bezier'], ['right', i + 1 < knots.length && knot.ease === 'bezier']] as const).filter(([, bezier]) => bezier);
      return [...sides.flatMap(([side]) => {
        const [frames, value] = knot[side], hx = xOf(this.ruler(), knot.at + frames), hy = yOf(this.heights, knot.value + value);
        return [svg('line', { class: 'handle-line', x1: x, y1: y, x2: hx, y2: hy }), svg('circle', { class: `grip ${knot.tangent}`, cx: hx, cy: hy, r: GRIP, 'data-point': point, 'data-side': side })];
      }), dot];
    });
  }

  private picking(event: PointerEvent): Press | null {
    const { store } = this.bench.studio, target = event.target as Element;
    const { point, side, curve } = (target.closest<SVGElement>('[data-point], [data-curve]')?.dataset ?? {}) as { point?: Point; side?: 'left' | 'right'; curve?: string };
    if (point && side) return this.bending(event, point, side);
    if (point) return this.grabbing(event, point);
    const kept = event.shiftKey ? pickedPoints(store.state) : [];
    if (curve !== undefined) {
      this.pick([...kept, ...this.pointsOn(curve)]);
      return { move: () => undefined, end: () => undefined, cancel: () => undefined };
    }
    return fence(event, this.body, this.box, (corners) => {
      const inside = corners ? [...this.picture.querySelectorAll<SVGElement>('.dot')].filter((dot) => within(dot, corners)) : [];
      this.pick([...new Set([...kept, ...inside.map((dot) => dot.dataset.point as Point)])]);
    });
  }

  private pointsOn(id: string): Point[] {
    return curvesOf(this.bench.studio.store.state).filter((curve) => curve.id === id).flatMap(({ row, index }) => row.keys.map(({ at }) => pointOf(row, at, index)));
  }

  private pick(points: readonly Point[]): void {
    this.bench.studio.store.set({ graphPoints: points, keySelection: [...curvesAt(points).keys()] });
  }

  /** Keys moved in time, whole frames, and in value; Shift keeps to one of the two, Alt leaves copies behind. */
  private grabbing(event: PointerEvent, point: Point): Press {
    const { store, editor } = this.bench.studio, before = pickedPoints(store.state), on = before.includes(point);
    if (event.shiftKey) this.pick(toggled(before, [point]));
    else if (!on) this.pick([point]);
    const points = pickedPoints(store.state), { document: { timeline }, keySelection } = store.state;
    const wide = perFrame(this.ruler()), tall = perPixel(this.heights), [x0, y0] = [event.clientX, event.clientY];
    let moved = false;
    return {
      move: (x, y, { shiftKey, altKey }) => {
        const [dx, dy] = [x - x0, y - y0], across = Math.abs(dx) > Math.abs(dy);
        moved ||= Math.hypot(dx, dy) > 2;
        if (!moved || points.length === 0) return;
        const frames = shiftKey && !across ? 0 : Math.round(dx / wide), rise = shiftKey && across ? 0 : -dy * tall;
        this.put(timeline, points, keySelection, { frames, rise, copy: altKey });
      },
      end: () => {
        if (moved) editor.end();
        else if (on && !event.shiftKey) this.pick([point]);
      },
      cancel: () => {
        editor.drop();
        store.set({ keySelection, graphPoints: points });
      },
    };
  }

  private put(timeline: Timeline, points: readonly Point[], spots: readonly Spot[], { frames, rise, copy }: { frames: number; rise: number; copy: boolean }): void {
    const { store, editor } = this.bench.studio, count = points.length;
    const there = shifted(timeline, spots, frames, copy);
    const later = points.map((point): Point => point.replace(/@(-?\d+)\//, (_, at: string) => `@${Number(at) + frames}/`) as Point);
    editor.gesture(`Move ${count === 1 ? 'a point' : `${count} points`} of the curves`, { timeline: rise === 0 ? there.timeline : raised(there.timeline, later, rise) });
    store.set({ keySelection: there.spots, graphPoints: later });
  }

  /** A Bézier handle goes where the pointer is, and the other one turns along; Alt breaks them. */
  private bending(event: PointerEvent, point: Point, side: 'left' | 'right'): Press {
    const { store, editor } = this.bench.studio, { timeline } = store.state.document;
    const [spot, [curve]] = [...curvesAt([point])][0];
    const row = timeline.rows.find((one) => rowId(one) === spot.slice(0, spot.lastIndexOf('@')))!;
    const knot = knotsOf(row, curve).find(({ at }) => pointOf(row, at, curve) === point)!;
    const wide = perFrame(this.ruler()), tall = perPixel(this.heights), [x0, y0] = [event.clientX, event.clientY];
    return {
      move: (x, y, { altKey }) => {
        const frames = knot[side][0] + (x - x0) / wide, value = knot[side][1] - (y - y0) * tall;
        // A handle never points to the other side of its key.
        const way: Way = [side === 'left' ? Math.min(0, frames) : Math.max(0, frames), value];
        editor.gesture('Bend a curve', { timeline: bent(timeline, point, side, way, !altKey) });
      },
      end: () => { editor.end(); },
      cancel: () => { editor.drop(); },
    };
  }

  private panning(event: PointerEvent): Press {
    const ruler = this.ruler(), { low, high } = this.heights, wide = perFrame(ruler), tall = perPixel(this.heights), [x0, y0] = [event.clientX, event.clientY];
    const go = (x: number, y: number): void => {
      const frames = (x0 - x) / wide, rise = (y - y0) * tall;
      this.seen = { low: low + rise, high: high + rise };
      this.bench.studio.store.set({ span: { first: ruler.first + frames, last: ruler.last + frames } });
      this.draw(this.bench.studio.store.state);
    };
    return { move: go, end: () => undefined, cancel: () => { go(x0, y0); } };
  }

  /** Without a key the wheel changes the time, with Shift the values; Ctrl does both, as a pinch does. */
  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top } = this.body.getBoundingClientRect(), ruler = this.ruler();
    const factor = Math.exp((event.deltaY || event.deltaX) * 0.002);
    if (event.shiftKey || event.ctrlKey) this.seen = zoomed({ low: this.heights.low, high: this.heights.high }, valueOf(this.heights, event.clientY - top), factor);
    if (!event.shiftKey) {
      const at = ruler.first + (event.clientX - left - xOf({ ...ruler, first: 0, last: 1 }, 0)) / perFrame(ruler);
      const { low, high } = zoomed({ low: ruler.first, high: ruler.last }, at, factor);
      if (high - low >= 2) this.bench.studio.store.set({ span: { first: low, last: high } });
    }
    this.draw(this.bench.studio.store.state);
  }
}

/** A level line. */
function flat(from: number, to: number, value: number): Piece {
  return { points: [[from, value], [from, value], [to, value], [to, value]], step: false };
}
