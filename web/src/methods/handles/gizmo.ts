/** What is taken hold of at a selected part: arrows move it, rings turn it, the disc drags it, "Centre" moves what it turns about. */

import './gizmo.css';
import { svg } from '../../panels/dom';
import { sculptable } from '../../state/sculpture';
import type { PoseState } from '../../state/state';
import { plus, times, type Vector } from '../../state/vectors';
import type { At, Bench, Gesture } from '../../tools/gesture';
import { inScreenPlane, pixelAt, project, type Lens } from '../../tools/lens';
import { AXES, UNTYPED, type AxisName } from '../../tools/typed';
import type { Part } from '../../wire/messages';
import { Drag } from './drag';
import { ring, ringTurn } from './rings';
import { atRest, held, sculpt } from './sculpt';
import type { Place } from './steps';

/** From the middle to an arrow's tip, and the rings' radius, in pixels. */
const ARROW = 78;
const RING = 58;
/** Where an arrow begins, outside the disc, in pixels. */
const STEM = 14;
/** An arrow that comes straight at the viewer is shorter than this, in pixels, and hides the disc. */
const SHORTEST = 26;
/** Where the handle of the centre sits, in pixels from the middle: outside arrows and rings in every view. */
const CENTRE_AT = 66;

const NAMES: readonly AxisName[] = ['X', 'Y', 'Z'];

/** A thing to press. */
abstract class Grip {
  readonly element: SVGGElement;

  constructor(
    readonly name: string,
    kind: string,
  ) {
    this.element = svg('g', { class: `grip ${kind}`, role: 'img', 'aria-label': name });
    const title = svg('title', {});
    title.textContent = name;
    this.element.append(title);
  }

  /** Follow the camera: `middle` is the centre of the part. */
  abstract place(lens: Lens, middle: Vector): void;
  /** What a press on it begins; null after a word on why nothing does. */
  abstract begin(bench: Bench, at: At, middle: Vector): Gesture | null;
}

class Arrow extends Grip {
  private readonly lines = [svg('path', { class: 'reach' }), svg('path', { class: 'halo' }), svg('path', { class: 'stroke' })];
  private readonly tip = svg('path', { class: 'tip', d: 'M7 0L-5 5V-5Z' });

  constructor(private readonly axis: AxisName) {
    super(`Move along ${axis}`, axis.toLowerCase());
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

  begin(bench: Bench, at: At): Gesture | null {
    return sculpt(bench, 'move', at, { typed: { ...UNTYPED, axis: this.axis } });
  }
}

class Hoop extends Grip {
  private readonly lines = { reach: svg('path', { class: 'reach' }), far: svg('path', { class: 'stroke far' }), halo: svg('path', { class: 'halo' }), near: svg('path', { class: 'stroke' }) };

  constructor(private readonly axis: AxisName) {
    super(`Turn about ${axis}`, axis.toLowerCase());
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

  begin(bench: Bench, at: At, middle: Vector): Gesture | null {
    return sculpt(bench, 'turn', at, { typed: { ...UNTYPED, axis: this.axis }, turned: ringTurn(bench.stage.lens, middle, this.axis, RING) });
  }
}

class Knob extends Grip {
  constructor() {
    super('Move freely', 'free');
    this.element.append(svg('circle', { class: 'knob', r: 7 }));
  }

  place(lens: Lens, middle: Vector): void {
    shift(this.element, project(lens, middle));
  }

  begin(bench: Bench, at: At): Gesture | null {
    return sculpt(bench, 'move', at);
  }
}

class Centre extends Grip {
  constructor(private readonly resting: () => boolean) {
    super('Centre: drag to move what the part turns about', 'centre');
    const text = svg('text', { x: 12, dy: '0.35em' });
    text.textContent = 'Centre';
    this.element.append(svg('circle', { r: 6.5 }), svg('path', { d: 'M-2.5 0H2.500M0-2.500V2.500' }), text);
  }

  place(lens: Lens, middle: Vector): void {
    const { x, y } = project(lens, middle);
    shift(this.element, { x: x + CENTRE_AT, y: y + CENTRE_AT });
    this.element.classList.toggle('away', !this.resting());
  }

  begin(bench: Bench, at: At, middle: Vector): Gesture | null {
    if (this.resting()) return new MoveCentre(bench, bench.studio.store.state.partSelection[0], middle, at);
    bench.studio.say('A centre belongs to the rest pose. Show the rest pose, then move it.');
    return null;
  }
}

/** Moves what a part turns about, in the plane of the screen. */
class MoveCentre implements Gesture {
  private readonly parts: readonly Part[];

  constructor(
    private readonly bench: Bench,
    private readonly id: number,
    private readonly start: Vector,
    private readonly from: At,
  ) {
    this.parts = bench.studio.store.state.document.parts;
  }

  move(at: At): void {
    const { studio, stage } = this.bench;
    const centre = inScreenPlane(stage.lens, this.start, at.x - this.from.x, at.y - this.from.y);
    const parts = this.parts.map((part) => (part.id === this.id ? { ...part, centre } : part));
    const name = this.parts.find((part) => part.id === this.id)?.name ?? '';
    studio.editor.gesture(`Move the centre of ${name}`, { parts });
    studio.store.set({ gesture: `Centre of ${name} · Esc: cancel` });
  }

  finish(): void {
    this.bench.studio.editor.end();
    this.bench.studio.store.set({ gesture: null });
  }

  cancel(): void {
    this.bench.studio.editor.drop();
    this.bench.studio.store.set({ gesture: null });
  }
}

export function gizmo(bench: Bench): SVGSVGElement {
  const { studio, stage } = bench;
  const resting = remembered(() => studio.store.state.pose, () => atRest(bench));
  const grips: readonly Grip[] = [...NAMES.map((axis) => new Hoop(axis)), ...NAMES.map((axis) => new Arrow(axis)), new Centre(resting), new Knob()];
  const picture = svg('svg', { class: 'gizmo', role: 'group', 'aria-label': 'Move and turn the selected part' });
  picture.append(...grips.map((grip) => grip.element));
  const drag = new Drag(bench, picture);
  for (const grip of grips) {
    grip.element.addEventListener('pointerdown', (event) => {
      const middle = held(bench)?.pivot;
      if (middle) drag.begin(event, grip.element, (at) => grip.begin(bench, at, middle));
    });
  }
  const place = (lens: Lens): void => {
    const { document, partSelection, selection, tool, rig, gesture } = studio.store.state;
    const ready = document.method === 'handles' && rig?.method === 'handles' && tool === 'pose' && partSelection.length > 0;
    const middle = ready && (sculptable(document) || (selection.length === 0 && resting())) ? held(bench)?.pivot : undefined;
    const shown = middle !== undefined && Math.abs(project(lens, middle).depth) < 1;
    picture.toggleAttribute('hidden', !shown);
    // A gesture that began elsewhere goes on over the gizmo.
    picture.classList.toggle('asleep', gesture !== null && !drag.running);
    if (shown) for (const grip of grips) grip.place(lens, middle);
  };
  stage.onFrame(place);
  studio.store.watch(['document', 'partSelection', 'selection', 'tool', 'rig', 'pose', 'gesture'], () => { place(stage.lens); });
  return picture;
}

/** `make` of what `cause` gives, made again only when that is another one. */
function remembered<T>(cause: () => PoseState | null, make: () => T): () => T {
  let last: { readonly cause: PoseState | null; readonly made: T } | null = null;
  return () => {
    const now = cause();
    if (last?.cause !== now) last = { cause: now, made: make() };
    return last.made;
  };
}

function path(line: readonly Place[]): string {
  return line.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
}

function shift(element: SVGElement, { x, y }: Place): void {
  element.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
}
