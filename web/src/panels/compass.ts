/** The model's axes as the camera sees them; a click on an end looks from there. */

import type { Axis } from '../view/camera';
import type { Bench } from '../tools/gesture';
import { svg } from './dom';

/** The picture's size, and from its middle to the ends, in pixels. */
const SIZE = 76;
const REACH = 27;
const RADIUS = 8.5;

export function compass({ studio, stage }: Bench): SVGSVGElement {
  const picture = svg('svg', { class: 'compass', viewBox: `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`, width: SIZE, height: SIZE, role: 'group', 'aria-label': 'Axes' });
  const ends = ([0, 1, 2] as const).flatMap((axis) => ([1, -1] as const).map((sign) => {
    const look = (): void => {
      stage.camera.lookFrom(axis, sign);
      stage.invalidate();
    };
    return new End(axis, sign, look);
  }));
  picture.append(...ends.map((end) => end.element));
  stage.onFrame(() => {
    const axes = stage.camera.axes();
    for (const end of ends) end.place(axes[end.axis]);
    const order = [...ends].sort((a, b) => a.depth - b.depth);
    // Drawn again only when another end is in front: a moved element would lose the keyboard's focus.
    if (order.some((end, i) => picture.children[i] !== end.element) && !picture.contains(document.activeElement)) {
      picture.append(...order.map((end) => end.element));
    }
  });
  studio.store.watch(['model'], ({ model }) => { picture.toggleAttribute('hidden', model === null); });
  return picture;
}

class End {
  readonly element: SVGGElement;
  depth = 0;
  private readonly line = svg('line', { x1: 0, y1: 0 });
  private readonly knob = svg('g', {});

  constructor(
    readonly axis: Axis,
    private readonly sign: 1 | -1,
    look: () => void,
  ) {
    const letter = 'XYZ'[axis], name = `Look from ${sign > 0 ? '' : 'minus '}${letter}`;
    const title = svg('title', {});
    title.textContent = name;
    this.knob.append(svg('circle', { r: sign > 0 ? RADIUS : RADIUS - 2.5 }));
    if (sign > 0) {
      const text = svg('text', { dy: '0.35em', 'text-anchor': 'middle' });
      text.textContent = letter;
      this.knob.append(text);
    }
    this.element = svg('g', { class: `end ${letter.toLowerCase()}${sign > 0 ? '' : ' minus'}`, role: 'button', tabindex: 0, 'aria-label': name });
    this.element.append(title, ...(sign > 0 ? [this.line] : []), this.knob);
    this.element.addEventListener('click', look);
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      look();
    });
  }

  /** direction: of the axis in the view: right, up, towards the viewer. */
  place([right, up, toward]: readonly [number, number, number]): void {
    const x = this.sign * right * REACH, y = -this.sign * up * REACH;
    this.depth = this.sign * toward;
    this.knob.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    this.line.setAttribute('x2', x.toFixed(2));
    this.line.setAttribute('y2', y.toFixed(2));
  }
}
