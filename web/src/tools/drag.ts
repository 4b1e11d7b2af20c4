/** Presses on what lies over the viewport. */

import type { At, Bench, Gesture } from './gesture';

/** A press on a part of a picture until it is let go: the pointer is captured, Esc gives up, other keys wait. */
export class Drag {
  private gesture: Gesture | null = null;
  private off = new AbortController();

  constructor(
    private readonly bench: Bench,
    private readonly picture: SVGSVGElement,
    private readonly yields: (at: At) => boolean = () => false,
  ) {
    picture.addEventListener('wheel', (event) => { this.pass(event, new WheelEvent('wheel', event)); }, { passive: false });
  }

  get running(): boolean {
    return this.gesture !== null;
  }

  begin(event: PointerEvent, element: SVGGElement, start: (at: At) => Gesture | null): void {
    if (this.gesture) return;
    // Looking around works over the picture as well.
    if (event.button !== 0 || event.altKey || this.yields(this.at(event))) {
      this.pass(event, new PointerEvent('pointerdown', event));
      return;
    }
    event.preventDefault();
    this.bench.stage.canvas.focus({ preventScroll: true });
    this.gesture = start(this.at(event));
    if (!this.gesture) return;
    element.setPointerCapture(event.pointerId);
    element.classList.add('active');
    this.picture.classList.add('dragging');
    this.picture.classList.remove('asleep');
    this.off = new AbortController();
    const options = { signal: this.off.signal };
    element.addEventListener('pointermove', (moved) => { this.gesture?.move(this.at(moved)); }, options);
    element.addEventListener('pointerup', () => { this.end(element, true); }, options);
    element.addEventListener('pointercancel', () => { this.end(element, false); }, options);
    window.addEventListener('keydown', (pressed) => {
      pressed.preventDefault();
      pressed.stopImmediatePropagation();
      if (pressed.key === 'Escape') this.end(element, false);
    }, { ...options, capture: true });
  }

  private end(element: SVGGElement, keep: boolean): void {
    const { gesture } = this;
    this.gesture = null;
    this.off.abort();
    element.classList.remove('active');
    this.picture.classList.remove('dragging');
    if (keep) gesture?.finish();
    else gesture?.cancel();
  }

  private at(event: PointerEvent): At {
    const { left, top } = this.bench.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top, pane: 0, shiftKey: event.shiftKey, ctrlKey: event.ctrlKey || event.metaKey };
  }

  /** Hand an event on to the canvas below. */
  private pass(event: Event, copy: Event): void {
    event.preventDefault();
    this.bench.stage.canvas.dispatchEvent(copy);
  }
}
