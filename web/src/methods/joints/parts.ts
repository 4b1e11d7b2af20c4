/** The parts of a mechanism: which are soft, which become one, which are joined, and what is split off. */

import { button, el } from '../../panels/dom';
import { group } from '../../panels/sections';
import { countOf, sliced } from '../../state/document';
import { regionNamed, type State } from '../../state/state';
import { takeTool } from '../../tools/actions';
import type { Bench } from '../../tools/gesture';
import { hue } from '../../view/hues';
import { watchMechanism } from './watch';
import { corrected, edit, known } from './mechanism';
import type { MechanismEdit, MechanismView } from './messages';

/** Cells along a soft part's longest side, at first and at most. */
const CELLS = 6;
const MOST_CELLS = 64;

export function parts(bench: Bench, off: (() => void)[]): HTMLElement {
  const list = el('ul', { class: 'parts' });
  const merge = button('Merge', () => { mergeSelected(bench); });
  const join = button('Join', () => { joinSelected(bench); });
  const cells = el('input', { class: 'number', label: 'Cells along the longest side', attributes: { type: 'number', min: '1', max: String(MOST_CELLS) }, on: { change: () => { soften(bench, cells.valueAsNumber); } } });
  const soft = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { soften(bench, soft.checked ? CELLS : null); } } });
  const bending = el('div', { class: 'row' }, el('label', { class: 'switch row' }, soft, el('span', {}, 'Soft')), el('span', { class: 'quiet' }, 'cells'), cells);
  watchMechanism(bench, ['partSelection'], (state) => {
    const mechanism = state.rig?.mechanism;
    const typing = list.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT';
    if (!typing) list.replaceChildren(...(mechanism?.components ?? []).map((_, part) => item(bench, mechanism!, part, state)));
    const chosen = mechanism ? known(mechanism, state.partSelection) : [];
    merge.disabled = chosen.length < 2;
    join.disabled = chosen.length !== 2 || joined(mechanism!, chosen);
    merge.title = 'Make the selected parts one; select several by Shift-click';
    join.title = 'Put a joint between two selected parts that have none';
    bending.hidden = chosen.length === 0;
    const own = chosen.length ? mechanism!.components[chosen[0]].cells : null;
    soft.checked = own !== null;
    cells.disabled = own === null;
    cells.value = String(own ?? CELLS);
  }, off);
  return group('Parts', list, el('div', { class: 'row' }, merge, join), bending);
}

/** What was painted, as a part of its own. */
export function splitting(bench: Bench, off: (() => void)[]): HTMLElement {
  const { editor, store } = bench.studio;
  const words = el('p', { class: 'quiet' });
  const paint = button('Paint', () => { takeTool(bench, 'brush'); });
  const keep = (label: string, next: Partial<MechanismEdit>, change: 'split' | 'hinge'): void => {
    const { document } = store.state;
    store.set({ tool: 'pose' });
    const edited = corrected(document, edit(change, { region: document.slices.joints.painted, ...next }));
    editor.edit(label, sliced(edited, 'joints', { painted: null }));
  };
  const split = button('Split off', () => { keep('Split off a part', {}, 'split'); });
  const hinge = button('Hinge', () => { keep('Hinge a part', { kind: 'revolute' }, 'hinge'); });
  const clear = button('Clear', () => { editor.edit('Clear what is painted', sliced(store.state.document, 'joints', { painted: null })); });
  hinge.title = 'Split it off, with a hinge along the seam';
  off.push(store.watch(['document', 'tool', 'regions'], (state) => {
    const total = countOf(regionNamed(state, state.document.slices.joints.painted));
    words.textContent = total ? `${total.toLocaleString('en-US')} vertices are painted.` : 'Paint some of a part to make it a part of its own: the ear of a head.';
    for (const one of [split, hinge, clear]) one.hidden = total === 0;
    paint.setAttribute('aria-pressed', String(state.tool === 'brush'));
  }));
  return group('Split', words, el('div', { class: 'row' }, paint, split, hinge, clear));
}

function item(bench: Bench, mechanism: MechanismView, part: number, { partSelection }: Readonly<State>): HTMLElement {
  const { studio } = bench;
  const { name, cells } = mechanism.components[part];
  const on = partSelection.includes(part);
  const dot = el('span', { class: 'hue' });
  dot.style.background = hue(part).code;
  const field = el('input', { class: 'plain', label: `Name of ${name}`, attributes: { type: 'text', value: name, maxlength: '60' }, on: {
    change: () => {
      const next = field.value.trim();
      if (next && next !== name) studio.editor.edit(`Name ${next}`, corrected(studio.store.state.document, edit('rename', { parts: [part], name: next })));
    },
    keydown: (event) => { if (event.key === 'Enter' || event.key === 'Escape') field.blur(); },
  } });
  const pick = el('button', { class: 'pick', label: `Select ${name}`, attributes: { type: 'button', 'aria-pressed': String(on) }, on: { click: (event) => { select(bench, part, event.shiftKey); } } }, dot);
  return el('li', { class: on ? 'on' : '' }, pick, field, cells === null ? null : el('small', { class: 'quiet' }, `soft, ${cells}`));
}

/** Select a part alone, or with others; a part that is selected alone is let go. */
export function select({ studio }: Bench, part: number, together: boolean): void {
  const { partSelection } = studio.store.state;
  const on = partSelection.includes(part), rest = partSelection.filter((one) => one !== part);
  const alone = on && rest.length === 0 ? [] : [part];
  studio.store.set({ partSelection: together ? (on ? rest : [...rest, part]) : alone, jointSelection: null });
}

function joined({ joints }: MechanismView, [a, b]: readonly number[]): boolean {
  return joints.some((joint) => (joint.a === a && joint.b === b) || (joint.a === b && joint.b === a));
}

function mergeSelected({ studio }: Bench): void {
  const { document, partSelection } = studio.store.state;
  studio.editor.edit(`Merge ${partSelection.length} parts`, corrected(document, edit('merge', { parts: [...partSelection] })));
  studio.store.set({ partSelection: [Math.min(...partSelection)], jointSelection: null });
}

function joinSelected({ studio }: Bench): void {
  const { document, partSelection, rig } = studio.store.state;
  const count = rig?.mechanism?.joints.length ?? 0;
  studio.editor.edit('Join two parts', corrected(document, edit('join', { parts: [...partSelection], kind: 'ball' })));
  studio.store.set({ partSelection: [], jointSelection: count });
}

function soften({ studio }: Bench, cells: number | null): void {
  const { document, partSelection, rig } = studio.store.state;
  const names = rig?.mechanism?.components ?? [];
  if (Number.isNaN(cells)) return;
  const whole = cells === null ? null : Math.round(Math.max(1, Math.min(MOST_CELLS, cells)));
  const edits = partSelection.map((part) => (whole === null ? edit('harden', { parts: [part] }) : edit('soften', { parts: [part], cells: whole })));
  const what = partSelection.length === 1 ? (names.at(partSelection[0])?.name ?? 'a part') : `${partSelection.length} parts`;
  studio.editor.edit(whole === null ? `Stiffen ${what}` : `Soften ${what}`, corrected(document, ...edits));
}
