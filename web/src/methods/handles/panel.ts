/** Handle IK: the painted parts, and the shelf of sculpted poses. */

import { button, el, iconButton } from '../../panels/dom';
import { swatch } from '../../panels/palette';
import { facts, group, overlays } from '../../panels/sections';
import { countOf } from '../../state/document';
import type { State } from '../../state/state';
import type { Studio } from '../../studio';
import { takeTool } from '../../tools/actions';
import type { Bench } from '../../tools/gesture';
import { hue } from '../../view/hues';
import type { Part } from './messages';
import { mirrorPart, parted } from './paint';
import { shelf } from './shelf';

export function panel(bench: Bench): { element: HTMLElement; dispose: () => void } {
  const off: (() => void)[] = [];
  const element = el('div', { class: 'sections' },
    shelf(bench, off),
    parts(bench, off),
    group('Show', overlays(bench, [['deformation', 'Stretch']], off)),
    facts(bench, off));
  return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
}

function parts(bench: Bench, off: (() => void)[]): HTMLElement {
  const { studio } = bench;
  const empty = el('p', { class: 'quiet' }, 'Paint where the body moves as one piece: a hand, a forearm, a head. What lies between stays soft.');
  const list = el('ul', { class: 'parts' });
  const paint = button('Paint', () => { takeTool(bench, 'brush'); });
  const add = button('New part', () => {
    studio.store.set({ partSelection: [] });
    if (studio.store.state.tool !== 'brush') takeTool(bench, 'brush');
  });
  const mirror = button('Other side', () => { mirrorPart(bench); });
  off.push(studio.store.watch(['document', 'partSelection', 'regions'], (state) => {
    const { parts: painted } = state.document.slices.handles;
    empty.hidden = painted.length > 0;
    // A name that is being written keeps its field.
    if (!list.contains(document.activeElement) || document.activeElement?.tagName !== 'INPUT') {
      list.replaceChildren(...painted.map((part) => item(bench, part, state)));
    }
  }));
  off.push(studio.store.watch(['tool', 'partSelection', 'partner'], ({ tool, partSelection, partner }) => {
    paint.setAttribute('aria-pressed', String(tool === 'brush'));
    mirror.disabled = partSelection.length === 0;
    mirror.title = 'Make a part of the same shape on the other side of the model';
    if (partSelection.length > 0 && !partner) mirror.title += '; the first time it looks for the mirror plane';
  }));
  return group('Parts', empty, list, el('div', { class: 'row' }, paint, add, mirror));
}

function item(bench: Bench, part: Part, { partSelection, regions }: Readonly<State>): HTMLElement {
  const { studio } = bench;
  const on = partSelection.includes(part.id);
  const dot = el('span', { class: 'hue' });
  dot.style.background = hue(part.colour).code;
  const name = el('input', { class: 'plain', label: `Name of ${part.name}`, attributes: { type: 'text', value: part.name, maxlength: '60' }, on: {
    change: () => { rename(bench, part, name.value); },
    keydown: (event) => { if (event.key === 'Enter' || event.key === 'Escape') name.blur(); },
  } });
  const size = el('span', { class: 'figure quiet' }, countOf(regions.get(part.region) ?? null).toLocaleString('en-US'));
  const pick = el('button', { class: 'pick', label: `Select ${part.name}`, attributes: { type: 'button', 'aria-pressed': String(on) }, on: { click: (event) => {
    const rest = partSelection.filter((id) => id !== part.id);
    studio.store.set({ partSelection: event.shiftKey ? (on ? rest : [...rest, part.id]) : [part.id] });
  } } }, dot);
  const remove = iconButton('remove', `Remove ${part.name}`, null, () => {
    const { document: now } = studio.store.state;
    studio.editor.edit(`Remove ${part.name}`, parted(now, now.slices.handles.parts.filter(({ id }) => id !== part.id)));
    studio.store.set({ partSelection: studio.store.state.partSelection.filter((id) => id !== part.id) });
  });
  const colour = swatch(part.name, part.colour, (next) => { recolour(bench, part, next); });
  return el('li', { class: on ? 'on' : '', attributes: { 'data-part': String(part.id) } }, pick, name, size, colour, remove);
}

function rename({ studio }: Bench, part: Part, name: string): void {
  const trimmed = name.trim();
  if (!trimmed || trimmed === part.name) return;
  change(studio, `Name ${trimmed}`, part, { name: trimmed });
}

function recolour({ studio }: Bench, part: Part, colour: number): void {
  change(studio, `Colour ${part.name} ${hue(colour).name}`, part, { colour });
  // Its row was made anew.
  document.querySelector<HTMLElement>(`[data-part="${part.id}"] .swatch-button`)?.focus();
}

function change({ store, editor }: Studio, label: string, part: Part, next: Partial<Part>): void {
  const { document } = store.state;
  editor.edit(label, parted(document, document.slices.handles.parts.map((one) => (one.id === part.id ? { ...one, ...next } : one))));
}
