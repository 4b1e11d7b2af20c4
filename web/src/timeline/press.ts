/** Presses in the timeline: the pointer is captured until it is let go, and Esc gives up. */

import type { Bench } from '../tools/gesture';

/** What a press does until it is let go. */
export interface Press {
  move(x: number, y: number, event: PointerEvent): void;
  end(): void;
  cancel(): void;
}

/** begin: what a press means, or null for nothing. */
export function listenForPresses({ stage }: Bench, target: HTMLElement | SVGElement, begin: (event: PointerEvent) => Press | null): void {
  let running: Press | null = null;
  target.addEventListener('pointerdown', ((event: PointerEvent) => {
    const press = running ? null : begin(event);
    if (!press) return;
    event.preventDefault();
    stage.canvas.focus({ preventScroll: true });
    target.setPointerCapture(event.pointerId);
    const off = new AbortController(), options = { signal: off.signal };
    running = press;
    const over = (keep: boolean): void => {
      running = null;
      off.abort();
      if (keep) press.end();
      else press.cancel();
    };
    target.addEventListener('pointermove', ((moved: PointerEvent) => { press.move(moved.clientX, moved.clientY, moved); }) as EventListener, options);
    target.addEventListener('pointerup', () => { over(true); }, options);
    target.addEventListener('pointercancel', () => { over(false); }, options);
    window.addEventListener('keydown', (pressed) => {
      if (pressed.key !== 'Escape') return;
      pressed.stopImmediatePropagation();
      over(false);
    }, { ...options, capture: true });
  }) as EventListener);
}

/** Pixels that a press may wander and still be a click. */
const STILL = 3;

/** A box that is drawn over a body; found: hears its corners (left, top, right, bottom) on the screen, or null for a click. */
export function fence(event: PointerEvent, body: HTMLElement, box: HTMLElement, found: (corners: readonly [number, number, number, number] | null) => void): Press {
  const frame = body.getBoundingClientRect(), start = { x: event.clientX, y: event.clientY };
  let wide = false;
  const end = (): void => {
    box.hidden = true;
    if (!wide) found(null);
  };
  return {
    move: (x, y) => {
      wide ||= Math.hypot(x - start.x, y - start.y) > STILL;
      if (!wide) return;
      const left = Math.min(x, start.x), top = Math.min(y, start.y), right = Math.max(x, start.x), bottom = Math.max(y, start.y);
      box.hidden = false;
      Object.assign(box.style, { left: `${left - frame.left}px`, top: `${top - frame.top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
      found([left, top, right, bottom]);
    },
    end,
    cancel: end,
  };
}

/** Whether the middle of an element lies within corners on the screen. */
export function within(element: Element, [left, top, right, bottom]: readonly [number, number, number, number]): boolean {
  const at = element.getBoundingClientRect(), x = at.left + at.width / 2, y = at.top + at.height / 2;
  return x >= left && x <= right && y >= top && y <= bottom;
}
