/** The tour: a ring around what is meant, a card beside it, and buttons to go on and to leave. */

import './tour.css';
import { shownAt } from '../state/document';
import { begun, beside, followed, STOPS } from '../state/tour';
import type { Bench } from '../tools/gesture';
import { project } from '../tools/lens';
import { seenBy } from '../tools/touring';
import { button, el } from './dom';

/** How often the card looks where it belongs, in milliseconds. */
const INTERVAL = 100;
/** Half the side of the ring around a handle, in pixels. */
const AROUND = 22;

export function tour(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const title = el('strong', {}), words = el('p', {}), count = el('span', { class: 'quiet' });
  const leave = button('Leave', () => { store.set({ tour: null }); }, 'small');
  const next = button('Skip', () => { if (store.state.tour) store.set({ tour: begun(store.state.tour.step + 1, seenBy(bench)) }); }, 'small');
  const card = el('div', { class: 'tour-card', label: 'Tour', attributes: { role: 'dialog', 'aria-live': 'polite' } }, title, words, el('div', { class: 'row' }, count, leave, next));
  const ring = el('div', { class: 'tour-ring' });
  const whole = el('div', { class: 'tour' }, ring, card);
  const look = (): void => {
    const { tour: now } = store.state;
    if (!now) return;
    const after = followed(now, seenBy(bench));
    if (after !== now) store.set({ tour: after });
    else place(bench, now.step, ring, card);
  };
  let timer = 0, shown: number | null = null;
  store.watch(['tour', 'model', 'progress'], ({ tour: now, model, progress }) => {
    whole.hidden = now === null || model === null || progress !== null;
    window.clearInterval(timer);
    if (whole.hidden) shown = null;
    if (whole.hidden || now === null) return;
    timer = window.setInterval(look, INTERVAL);
    const { title: name, words: said } = STOPS[now.step];
    title.textContent = name;
    words.textContent = said;
    count.textContent = `${now.step + 1} of ${STOPS.length}`;
    next.textContent = now.step + 1 === STOPS.length ? 'Done' : 'Skip';
    place(bench, now.step, ring, card);
    // Whoever came by the keyboard goes on with it; what has the focus keeps it.
    if (shown === null && document.activeElement === document.body) next.focus({ preventScroll: true });
    shown = now.step;
  });
  return whole;
}

function place(bench: Bench, step: number, ring: HTMLElement, card: HTMLElement): void {
  const { at: selector } = STOPS[step];
  const at = selector === null ? aroundHandle(bench) : document.querySelector(selector)?.getBoundingClientRect();
  ring.hidden = !at || at.width === 0;
  const target = ring.hidden || !at ? bench.stage.canvas.getBoundingClientRect() : at;
  Object.assign(ring.style, { left: `${target.left - 4}px`, top: `${target.top - 4}px`, width: `${target.width + 8}px`, height: `${target.height + 8}px` });
  const { left, top } = beside(target, { width: card.offsetWidth, height: card.offsetHeight }, { width: innerWidth, height: innerHeight });
  Object.assign(card.style, { left: `${left}px`, top: `${top}px` });
}

/** The square around the first handle that is free; around the middle of the view where there is none. */
function aroundHandle({ studio, stage }: Bench): DOMRect {
  const { document: now, pose, rig } = studio.store.state, { left, top, width, height } = stage.canvas.getBoundingClientRect();
  const handle = now.handles.find(({ pinned }) => !pinned);
  const { x, y } = handle ? project(stage.lens, shownAt(now, pose?.reached ?? null, handle, rig?.pins)) : { x: width / 2, y: height / 2 };
  return new DOMRect(left + x - AROUND, top + y - AROUND, 2 * AROUND, 2 * AROUND);
}
