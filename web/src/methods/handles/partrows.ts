/** The painted parts in the inspector: as a tree, with names, colours, what each hangs on, and whether it is held. */

import { button, el, icon, iconButton, refill } from '../../panels/dom';
import { swatch } from '../../panels/palette';
import { group } from '../../panels/sections';
import { countOf } from '../../state/document';
import type { State } from '../../state/state';
import type { Studio } from '../../studio';
import { takeTool } from '../../tools/actions';
import type { Bench } from '../../tools/gesture';
import { hue } from '../../view/hues';
import { limb, ordered, type Joint, type Tree } from './limbs';
import type { Part } from './messages';
import { chosen, mirrorPart, parted } from './paint';
import { partWords, sculptable } from './sculpture';

const NO_TREE: Tree = new Map<number, Joint>();
/** The choice of what the rest pose tells. */
const FOUND = 'found';
/** Rows are moved in by at most so many steps: names need room. */
const DEEPEST = 6;

export function partRows(bench: Bench, off: (() => void)[]): HTMLElement {
  const { studio } = bench;
  const empty = el('p', { class: 'quiet' }, 'Paint where the body moves as one piece: a hand, a forearm, a head. What lies between stays soft.');
  const list = el('ul', { class: 'parts' });
  const paint = button('Paint', () => { takeTool(bench, 'brush'); });
  const add = button('New part', () => {
    studio.store.set({ partSelection: [] });
    if (studio.store.state.tool !== 'brush') takeTool(bench, 'brush');
  });
  const mirror = button('Other side', () => { mirrorPart(bench); });
  let last: readonly unknown[] = [];
  off.push(studio.store.watch(['document', 'partSelection', 'regions', 'pose'], (state) => {
    const tree = state.pose?.tree ?? NO_TREE;
    const { parts: painted } = state.document.slices.handles;
    // Poses come many times a second; most of them change nothing here.
    const causes = [tree, painted, state.partSelection, state.regions];
    if (causes.every((cause, i) => cause === last[i])) return;
    last = causes;
    empty.hidden = painted.length > 0;
    // A name that is being written keeps its field.
    if (!list.contains(document.activeElement) || document.activeElement?.tagName !== 'INPUT') {
      refill(list, ...ordered(tree, painted).map(({ part, depth }) => item(bench, part, depth, state)));
    }
  }));
  off.push(studio.store.watch(['tool', 'partSelection', 'partner'], ({ tool, partSelection, partner }) => {
    paint.setAttribute('aria-pressed', String(tool === 'brush'));
    mirror.disabled = partSelection.length === 0;
    mirror.title = 'Make a part of the same shape on the other side of the model';
    if (partSelection.length > 0 && !partner) mirror.title += '; the first time it looks for the mirror plane';
  }));
  return group('Parts', empty, carrying(bench, off), hanging(bench, off), list, el('div', { class: 'row' }, paint, add, mirror));
}

function item(bench: Bench, part: Part, depth: number, { partSelection, regions }: Readonly<State>): HTMLElement {
  const { studio } = bench;
  const on = partSelection.includes(part.id);
  const dot = el('span', { class: 'hue' });
  dot.style.background = hue(part.colour).code;
  const name = el('input', { class: 'plain', label: `Name of ${part.name}`, attributes: { type: 'text', value: part.name, maxlength: '60' }, on: {
    change: () => { rename(bench, part, name.value); },
    keydown: (event) => { if (event.key === 'Enter' || event.key === 'Escape') name.blur(); },
  } });
  const size = el('span', { class: 'figure quiet' }, countOf(regions.get(part.region) ?? null).toLocaleString('en-US'));
  const held = el('span', { class: 'held', title: part.pinned ? 'Held while what it carries is pulled' : '' }, part.pinned ? icon('pin') : null);
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
  const element = el('li', { class: on ? 'on' : '', attributes: { 'data-part': String(part.id) } }, pick, name, held, size, colour, remove);
  element.style.setProperty('--depth', String(Math.min(depth, DEEPEST)));
  return element;
}

/** What the selected part hangs on, and whether it is held. */
function hanging(bench: Bench, off: (() => void)[]): HTMLElement {
  const { studio } = bench;
  const select = el('select', { label: 'Hangs on', on: { change: () => { hangOn(studio, select.value); } } });
  const held = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { pinParts(bench); } } });
  const hold = el('label', { class: 'switch', title: 'While what it carries is pulled, it stays where it is (P)' }, el('span', {}, 'Held'), held);
  const element = el('div', { class: 'hanging' }, el('label', { class: 'row spread' }, el('span', {}, 'Hangs on'), select), hold);
  off.push(studio.store.watch(['document', 'partSelection', 'pose'], ({ document, partSelection, pose }) => {
    const { parts } = document.slices.handles, tree = pose?.tree ?? NO_TREE;
    const part = chosen({ parts }, partSelection);
    element.hidden = part === null;
    if (!part) return;
    const told = parts.find(({ id }) => id === (part.parent === null ? tree.get(part.id)?.parent : null))?.name ?? 'nothing';
    const own = new Set(limb(tree, part.id));
    const ways: [string, string][] = [[FOUND, part.parent === null ? `${told} (found)` : 'What the rest pose tells'], ['0', 'Nothing'], ...parts.filter(({ id }) => !own.has(id)).map(({ id, name }): [string, string] => [String(id), name])];
    const options = ways.map(([value, words]) => el('option', { attributes: { value } }, words));
    if (ways.join() !== [...select.options].map(({ value, text }) => [value, text]).join()) select.replaceChildren(...options);
    select.value = part.parent === null ? FOUND : String(part.parent);
    held.checked = part.pinned;
  }));
  return element;
}

/** Whether parts carry what hangs on them. */
function carrying({ studio: { store } }: Bench, off: (() => void)[]): HTMLElement {
  const box = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { store.set({ partsFree: !box.checked }); } } });
  const label = el('label', { class: 'switch', title: 'A pulled hand takes the arm along, a turned arm its hand. With Ctrl, a part is moved alone.' }, el('span', {}, 'Parts carry what hangs on them'), box);
  off.push(store.watch(['partsFree', 'document'], ({ partsFree, document }) => {
    box.checked = !partsFree;
    label.hidden = document.slices.handles.parts.length < 2;
  }));
  return label;
}

/** P: the selected parts are held, or all let go. Says whether parts were meant. */
export function pinParts({ studio }: Bench): boolean {
  const { document, partSelection } = studio.store.state;
  const { parts } = document.slices.handles;
  const meant = parts.filter(({ id }) => partSelection.includes(id));
  if (!sculptable(document) || meant.length === 0) return false;
  const pinned = meant.some((part) => !part.pinned);
  const words = partWords(document.slices.handles, meant.map(({ id }) => id));
  studio.editor.edit(`${pinned ? 'Hold' : 'Let go of'} ${words}`, parted(document, parts.map((part) => (meant.includes(part) ? { ...part, pinned } : part))));
  return true;
}

function hangOn({ store, editor }: Studio, value: string): void {
  const { document, partSelection } = store.state;
  const { parts } = document.slices.handles;
  const part = chosen({ parts }, partSelection);
  if (!part) return;
  const parent = value === FOUND ? null : Number(value);
  const carrier = parts.find(({ id }) => id === parent)?.name;
  const label = parent === null ? `Let the rest pose carry ${part.name}` : `Hang ${part.name} on ${carrier ?? 'nothing'}`;
  change({ store, editor }, label, part, { parent });
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

function change({ store, editor }: Pick<Studio, 'store' | 'editor'>, label: string, part: Part, next: Partial<Part>): void {
  const { document } = store.state;
  editor.edit(label, parted(document, document.slices.handles.parts.map((one) => (one.id === part.id ? { ...one, ...next } : one))));
}
