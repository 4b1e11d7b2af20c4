/** A swatch that opens a palette of the twelve colours; arrows go through it, Esc closes it. */

import { hue, HUES } from '../view/hues';
import { el } from './dom';

/** Colours in one line of the palette. */
const COLUMNS = 6;
const WAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

/** owner: what has the colour, in words; colour: its number now; chosen: called with another one. */
export function swatch(owner: string, colour: number, chosen: (colour: number) => void): HTMLElement {
  const { name, code } = hue(colour);
  const opener = el('button', { class: 'swatch-button', label: `Colour of ${owner}: ${name}`, title: `Colour: ${name}`, attributes: { type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false' } });
  opener.style.setProperty('--hue', code);
  const list = el('div', { class: 'palette', label: `Colour of ${owner}`, attributes: { role: 'menu' } });
  list.hidden = true;
  const show = (on: boolean): void => {
    list.hidden = !on;
    opener.setAttribute('aria-expanded', String(on));
    if (!on) return;
    list.scrollIntoView({ block: 'nearest' });
    list.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
  };
  list.append(...HUES.map((_, number) => entry(number, hue(number) === hue(colour), () => {
    show(false);
    opener.focus();
    if (hue(number) !== hue(colour)) chosen(number);
  })));
  opener.addEventListener('click', () => { show(list.hidden === true); });
  const holder = el('div', { class: 'holder swatch-holder' }, opener, list);
  holder.addEventListener('focusout', (event) => { if (!holder.contains(event.relatedTarget as Node | null)) show(false); });
  holder.addEventListener('keydown', (event) => {
    if (list.hidden || !(event.key === 'Escape' || event.key in WAYS)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      show(false);
      opener.focus();
    } else step(list, WAYS[event.key]);
  });
  return holder;
}

function entry(colour: number, on: boolean, run: () => void): HTMLElement {
  const { name, code } = HUES[colour];
  const one = el('button', { label: name, title: name, attributes: { type: 'button', role: 'menuitemradio', 'aria-checked': String(on), tabindex: on ? '0' : '-1' }, on: { click: run } });
  one.style.setProperty('--hue', code);
  return one;
}

/** The focus by so many colours on; it stays where there is none. */
function step(list: HTMLElement, way: number): void {
  const all = [...list.children], place = all.indexOf(document.activeElement!) + way;
  const next = place < 0 ? undefined : all.at(place);
  if (next instanceof HTMLElement) next.focus();
}
