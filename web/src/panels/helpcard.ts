/** A card with the help of what is pointed at or has the focus; at panels a "?" asks for it. */

import './helpcard.css';
import type { Bench } from '../tools/gesture';
import { keyName, keysOf } from '../tools/keymap';
import { actionOf } from './actionbutton';
import { el } from './dom';
import { helpOf, type Help } from './helpwords';

/** Milliseconds that the pointer rests on a tool, which most people know, and on a question mark. */
const TOOL_WAIT = 600, MARK_WAIT = 150;
/** Pixels between the card and what it explains, and from the rims of the window. */
const GAP = 10, RIM = 8;
const ID = 'help-card';

export function helpCard(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const card = el('div', { class: 'help-card', attributes: { role: 'tooltip', id: ID } });
  card.hidden = true;
  let shown: HTMLElement | null = null, timer = 0;
  const hide = (): void => {
    clearTimeout(timer);
    if (shown) release(shown);
    shown = null;
    card.hidden = true;
  };
  const show = (target: HTMLElement): void => {
    const name = target.dataset.help ?? '', help = helpOf(name, store.state.document.method);
    if (!help || shown === target) return;
    hide();
    shown = target;
    card.replaceChildren(...content(bench, name, help));
    card.hidden = false;
    hold(target);
    place(card, target);
  };
  const of = (event: Event): HTMLElement | null => (event.target instanceof Element ? event.target.closest<HTMLElement>('[data-help]') : null);
  document.addEventListener('pointerover', (event) => {
    const target = of(event);
    if (target === shown) return;
    clearTimeout(timer);
    if (target && event.pointerType !== 'touch') timer = window.setTimeout(() => { show(target); }, isMark(target) ? MARK_WAIT : TOOL_WAIT);
    else if (!shown?.matches(':focus-visible')) hide();
  });
  document.addEventListener('focusin', (event) => {
    const target = of(event);
    if (target?.matches(':focus-visible')) show(target);
    else hide();
  });
  document.addEventListener('click', (event) => {
    const target = of(event);
    if (!target || !isMark(target)) hide();
    else if (shown === target && event.detail === 0) hide();
    else show(target);
  });
  // Esc closes the card first, and does nothing else then.
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !shown) return;
    hide();
    event.stopPropagation();
  }, { capture: true });
  document.addEventListener('scroll', () => { if (shown) place(card, shown); }, { capture: true });
  store.watch(['document', 'model'], ({ model }) => { if (shown && (!model || !shown.isConnected)) hide(); });
  return card;
}

function isMark(target: HTMLElement): boolean {
  return target.classList.contains('help-mark');
}

/** The card tells what a tool tip would: that waits. */
function hold(target: HTMLElement): void {
  target.setAttribute('aria-describedby', ID);
  if (!target.title) return;
  target.dataset.title = target.title;
  target.removeAttribute('title');
}

function release(target: HTMLElement): void {
  target.removeAttribute('aria-describedby');
  if (target.dataset.title !== undefined && !target.title) target.title = target.dataset.title;
  delete target.dataset.title;
}

function content({ studio: { store } }: Bench, name: string, { words, keys = [] }: Help): HTMLElement[] {
  const rows = keys.flatMap((action) => {
    const key = keyName(keysOf(actionOf(action), store.state.keymap));
    return key ? [el('dt', {}, el('kbd', {}, key)), el('dd', {}, action)] : [];
  });
  // A tool that cannot be used now says why in its tip.
  return [el('strong', {}, name), el('p', {}, words), ...(rows.length ? [el('dl', {}, ...rows)] : [])];
}

/** Beside what it explains, toward the middle of the window, and within it; beside a panel, below the top bar or above the timeline, not on them. */
function place(card: HTMLElement, target: HTMLElement): void {
  const { width, height } = card.getBoundingClientRect(), at = (target.closest('.group') ?? target).getBoundingClientRect();
  const bar = target.closest('.topbar, .timeline')?.getBoundingClientRect();
  if (bar) {
    const under = bar.top < window.innerHeight / 2;
    Object.assign(card.style, { left: `${within(at.left, window.innerWidth - width)}px`, top: `${under ? bar.bottom + GAP : bar.top - GAP - height}px` });
    return;
  }
  const left = at.left + at.width / 2 > window.innerWidth / 2 ? at.left - GAP - width : at.right + GAP;
  const top = Math.min(target.getBoundingClientRect().top, window.innerHeight - RIM - height);
  card.style.left = `${within(left, window.innerWidth - width)}px`;
  card.style.top = `${Math.max(RIM, top)}px`;
}

/** A place that leaves a rim at both ends; most: where the card would touch the far end. */
function within(place: number, most: number): number {
  return Math.max(RIM, Math.min(place, most - RIM));
}
