/** The timeline in one line: all keys together, and a place to scrub. */

import { el, svg } from '../panels/dom';
import { framesOf } from '../state/timeline';
import type { Bench } from '../tools/gesture';
import { frameAt, xOf, type Ruler } from './ruler';

const HEIGHT = 24, HALF = 4;

export function strip(bench: Bench): HTMLElement {
  const { studio: { store, motion } } = bench;
  const picture = svg('svg', { class: 'strip-line', height: HEIGHT, role: 'img', 'aria-label': 'All keys' });
  const element = el('div', { class: 'time-strip' }, picture);
  const ruler = (): Ruler => ({ ...motion.range, width: Math.max(1, picture.clientWidth) });
  const draw = (): void => {
    if (store.state.timelineOpen || !store.state.model) return;
    const own = ruler(), y = HEIGHT / 2, x = xOf(own, motion.shownFrame);
    const line = svg('line', { class: 'lane', x1: xOf(own, own.first), x2: xOf(own, own.last), y1: y, y2: y });
    const keys = framesOf(store.state.document.timeline).filter((frame) => frame >= own.first && frame <= own.last).map((frame) => {
      const at = xOf(own, frame);
      return svg('path', { class: 'key', d: `M${at} ${y - HALF}l${HALF} ${HALF}l${-HALF} ${HALF}l${-HALF} ${-HALF}z` });
    });
    picture.replaceChildren(line, ...keys, svg('line', { class: 'now', x1: x, x2: x, y1: 2, y2: HEIGHT - 2 }));
  };
  const go = (event: PointerEvent): void => { motion.goTo(frameAt(ruler(), event.clientX - picture.getBoundingClientRect().left)); };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    motion.playback.stop();
    element.setPointerCapture(event.pointerId);
    go(event);
  });
  element.addEventListener('pointermove', (event) => { if (element.hasPointerCapture(event.pointerId)) go(event); });
  new ResizeObserver(draw).observe(element);
  store.watch(['document', 'playhead', 'clip', 'timelineOpen', 'model'], draw);
  return element;
}
