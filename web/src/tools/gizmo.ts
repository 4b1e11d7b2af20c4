/** What is taken hold of over the viewport: arrows that move, rings that turn, a disc that drags. */

import './gizmo.css';
import { svg } from '../panels/dom';
import type { State } from '../state/state';
import { dot, plus, times, type Vector } from '../state/vectors';
import { Drag } from './drag';
import type { At, Bench, Gesture } from './gesture';
import { pixelAt, project, type Lens, type Place } from './lens';
import { ring, towardEye } from './rings';
import { AXES, type AxisName } from './typed';

/** From the middle to an arrow's tip, and the rings' radius, in pixels. */
const ARROW = 78;
export const RING = 58;
/** Where an arrow begins, outside the disc, in pixels. */
const STEM = 14;
/** An arrow that comes straight at the viewer is shorter than this, in pixels, and hides the disc. */
const SHORTEST = 26;

/** Where a square begins on its two axes, and its side, in pixels. */
const SQUARE = 24, SIDE = 14;
/** A square steeper than this (the cosine between its normal and the view) is too thin to be taken. */
const EDGE_ON = 0.2;

export const NAMES: readonly AxisName[] = ['X', 'Y', 'Z'];

/** What a press begins; null after a word on why nothing does. */
export type Begin = (bench: Bench, at: At, middle: Vector) => Gesture | null;

/** A thing to press. */
export abstract class GizmoPart {
  readonly element: SVGGElement;

  constructor(
    readonly name: string,
    kind: string,
    readonly begin: Begin,
  ) {
    this.element = svg('g', { class: `grip ${kind}`, role: 'img', 'aria-label': name });
    const title = svg('title', {});
    title.textContent = name;
    this.element.append(title);
  }

  /** Follow the camera: `middle` is where the gizmo is. */
  abstract place(lens: Lens, middle: Vector): void;
}

export class Arrow extends GizmoPart {
  private readonly lines = [svg('path', { class: 'reach' }), svg('path', { class: 'halo' }), svg('path', { class: 'stroke' })];
  private readonly tip = svg('path', { class: 'tip', d: 'M7 0L-5 5V-5Z' });

  constructor(private readonly axis: AxisName, begin: Begin) {
    super(`Move along ${axis}`, axis.toLowerCase(), begin);
    this.element.append(...this.lines, this.tip);
  }

  place(lens: Lens, middle: Vector): void {
    const from = project(lens, middle);
    const to = project(lens, plus(middle, times(AXES[this.axis], ARROW * pixelAt(lens, middle))));
    const dx = to.x - from.x, dy = to.y - from.y, size = Math.hypot(dx, dy);
    this.element.toggleAttribute('hidden', size < SHORTEST);
    const line = path([{ x: from.x + (dx * STEM) / size, y: from.y + (dy * STEM) / size }, to]);
    for (const one of this.lines) one.setAttribute('d', line);
    this.tip.setAttribute('transform', `translate(${to.x.toFixed(2)} ${to.y.toFixed(2)}) rotate(${((Math.atan2(dy, dx) * 180) / Math.PI).toFixed(2)})`);
  }
}

export class Hoop extends GizmoPart {
  private readonly lines = { reach: svg('path', { class: 'reach' }), far: svg('path', { class: 'stroke far' }), halo: svg('path', { class: 'halo' }), near: svg('path', { class: 'stroke' }) };

  constructor(private readonly axis: AxisName, begin: Begin) {
    super(`Turn about ${axis}`, axis.toLowerCase(), begin);
    this.element.append(...Object.values(this.lines));
  }

  place(lens: Lens, middle: Vector): void {
    const { near, far } = ring(lens, middle, this.axis, RING * pixelAt(lens, middle));
    const front = near.map(path).join(''), behind = far.map(path).join('');
    this.lines.reach.setAttribute('d', front + behind);
    this.lines.far.setAttribute('d', behind);
    this.lines.halo.setAttribute('d', front);
    this.lines.near.setAttribute('d', front);
  }
}

/** A square between two arrows, which moves in their plane. */
export class Square extends GizmoPart {
  private readonly shape = svg('path', { class: 'square' });

  constructor(private readonly across: AxisName, begin: Begin) {
    super(`Move across ${across}`, across.toLowerCase(), begin);
    this.element.append(this.shape);
  }

  place(lens: Lens, middle: Vector): void {
    const [u, v] = NAMES.filter((axis) => axis !== this.across), pixel = pixelAt(lens, middle);
    const corner = (a: number, b: number): Place => project(lens, plus(middle, plus(times(AXES[u], a * pixel), times(AXES[v], b * pixel))));
    const corners = [corner(SQUARE, SQUARE), corner(SQUARE + SIDE, SQUARE), corner(SQUARE + SIDE, SQUARE + SIDE), corner(SQUARE, SQUARE + SIDE)];
    this.element.toggleAttribute('hidden', Math.abs(dot(AXES[this.across], towardEye(lens, middle))) < EDGE_ON);
    this.shape.setAttribute('d', `${path(corners)}Z`);
  }
}

export class Knob extends GizmoPart {
  constructor(begin: Begin) {
    super('Move freely', 'free', begin);
    this.element.append(svg('circle', { class: 'knob', r: 7 }));
  }

  place(lens: Lens, middle: Vector): void {
    shift(this.element, project(lens, middle));
  }
}

export interface Gizmo {
  readonly label: string;
  readonly parts: readonly GizmoPart[];
  /** Where it is; undefined where there is nothing to take hold of. */
  readonly middle: () => Vector | undefined;
  /** What it follows, beside the camera and the running gesture. */
  readonly slices: readonly (keyof State)[];
  /** Whether a press means what lies below. */
  readonly yields?: (at: Place) => boolean;
}

/** The picture of a gizmo, which follows the camera and hides itself. */
export function gizmoPicture(bench: Bench, { label, parts, middle, slices, yields }: Gizmo): SVGSVGElement {
  const { studio, stage } = bench;
  const picture = svg('svg', { class: 'gizmo', role: 'group', 'aria-label': label });
  picture.append(...parts.map((part) => part.element));
  const drag = new Drag(bench, picture, yields);
  for (const part of parts) {
    part.element.addEventListener('pointerdown', (event) => {
      const at = middle();
      if (at) drag.begin(event, part.element, (from) => part.begin(bench, from, at));
    });
  }
  const place = (lens: Lens): void => {
    const at = middle();
    const shown = at !== undefined && Math.abs(project(lens, at).depth) < 1;
    picture.toggleAttribute('hidden', !shown);
    // A gesture that began elsewhere goes on over the gizmo.
    picture.classList.toggle('asleep', studio.store.state.gesture !== null && !drag.running);
    if (shown) for (const part of parts) part.place(lens, at);
  };
  stage.onFrame(place);
  studio.store.watch([...slices, 'gesture'], () => { place(stage.lens); });
  return picture;
}

function path(line: readonly Place[]): string {
  return line.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
}

export function shift(element: SVGElement, { x, y }: Place): void {
  element.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
}
