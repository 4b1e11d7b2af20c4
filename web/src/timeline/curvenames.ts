/** Beside the curves: which view of the keys is open, the list of curves, and names of rows. */

import { VIEWS } from '../methods/views';
import { el } from '../panels/dom';
import type { State } from '../state/state';
import { rowId, spotOf } from '../state/timeline';
import type { Bench } from '../tools/gesture';
import { curvesOf, type Curve } from './curvelist';
import { renameRow } from './editing';
import type { Graph } from './graph';

/** The slices of the state that methods' curves depend on. */
export const GRAPHED: readonly (keyof State)[] = ['rig', ...VIEWS.flatMap(({ numbers }) => numbers?.follows ?? [])];

/** Rows of keys, or curves. */
export function tabs({ studio: { store } }: Bench): HTMLElement {
  const choices = ([[false, 'Keys'], [true, 'Curves']] as const).map(([graph, words]) => ({ graph, button: el('button', { attributes: { type: 'button', role: 'tab' }, on: { click: () => { store.set({ graph }); } } }, words) }));
  store.watch(['graph'], (state) => {
    for (const { graph, button } of choices) {
      button.className = state.graph === graph ? 'on' : '';
      button.setAttribute('aria-selected', String(state.graph === graph));
    }
  });
  return el('div', { class: 'segments time-tabs', label: 'Keys or curves', attributes: { role: 'tablist' } }, ...choices.map(({ button }) => button));
}

/** The curves by their rows; a press shows or hides one. */
export function listCurves(bench: Bench, list: HTMLElement): void {
  const { store } = bench.studio;
  store.watch(['document', 'selection', 'keySelection', 'curvesFlipped', 'graph', ...GRAPHED], (state) => {
    if (!state.graph) return;
    const curves = curvesOf(state);
    list.replaceChildren(...curves.flatMap((curve, i) => (i === 0 || curves[i - 1].row !== curve.row ? [heading(bench, curve), item(bench, curve)] : [item(bench, curve)])));
  });
}

function heading(bench: Bench, { row }: Curve): HTMLElement {
  const { store } = bench.studio;
  return el('button', { class: 'name row-name', title: `Select ${row.name} and its keys; double-click or F2 to rename`, attributes: { type: 'button', 'data-row': rowId(row) }, on: { click: () => {
    store.set({ selection: [...row.handles] });
    store.set({ keySelection: row.keys.map(({ at }) => spotOf(row, at)), graphPoints: [] });
    bench.stage.canvas.focus({ preventScroll: true });
  } } }, row.name);
}

function item({ studio: { store } }: Bench, { id, name, colour, on, row }: Curve): HTMLElement {
  const swatch = el('span', { class: 'swatch' });
  swatch.style.background = on ? colour : 'transparent';
  swatch.style.borderColor = colour;
  return el('button', { class: 'name curve-name', label: `${row.name} ${name}`, title: on ? 'Hide this curve' : 'Show this curve', attributes: { type: 'button', 'aria-pressed': String(on) }, on: { click: () => {
    const { curvesFlipped } = store.state;
    store.set({ curvesFlipped: curvesFlipped.includes(id) ? curvesFlipped.filter((one) => one !== id) : [...curvesFlipped, id] });
  } } }, swatch, name);
}

/** A double click on a row's name, or F2 with one selected, makes it a field. */
export function renaming(bench: Bench, ...lists: readonly HTMLElement[]): void {
  const { store } = bench.studio;
  const write = (name: HTMLElement): void => {
    const id = name.dataset.row!, before = name.textContent;
    const field = el('input', { class: 'name-field', label: 'Name of the row', attributes: { type: 'text', maxlength: '60', value: before } });
    const over = (keep: boolean): void => {
      field.replaceWith(name);
      if (keep) renameRow(bench, id, field.value.trim());
      bench.stage.canvas.focus({ preventScroll: true });
    };
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Escape') {
        event.stopPropagation();
        field.blur();
      }
      if (event.key === 'Escape') field.value = before;
    });
    name.replaceWith(field);
    field.focus();
    field.select();
    field.addEventListener('blur', () => { over(true); }, { once: true });
  };
  const named = (list: HTMLElement, id: string | undefined): HTMLElement | null => (id === undefined ? null : list.querySelector(`[data-row="${CSS.escape(id)}"]`));
  // The first press of a double click selects the row, which draws its name anew.
  for (const list of lists) list.addEventListener('click', (event) => {
    const name = event.detail === 2 ? named(list, (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset.row) : null;
    if (name) write(name);
  });
  window.addEventListener('keydown', (event) => {
    const { timelineOpen, graph, keySelection, selection, document } = store.state;
    if (event.key !== 'F2' || !timelineOpen) return;
    const row = document.timeline.rows.find((one) => keySelection.some((spot) => spot.startsWith(`${rowId(one)}@`)) || one.handles.some((id) => selection.includes(id)));
    const name = row ? named(lists[graph ? 1 : 0], rowId(row)) : null;
    if (!name) return;
    event.preventDefault();
    write(name);
  });
}

/** F over the curves frames them, not the model. */
export function framing(graph: Graph): void {
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'f' || event.ctrlKey || event.metaKey || !graph.body.matches(':hover')) return;
    event.stopImmediatePropagation();
    graph.frame();
  }, { capture: true });
}
