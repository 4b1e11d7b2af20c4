/** Model, method switch, undo and redo, save and export. */

import type { OwnExport } from '../methods/contract';
import { viewOf, VIEWS } from '../methods/views';
import { isDark, type State } from '../state/state';
import type { Bench } from '../tools/gesture';
import { motions, originals } from '../timeline/exports';
import { el, icon, iconButton } from './dom';
import { heading } from './heading';

const EXPORTS: readonly OwnExport[] = [
  { kind: 'obj', title: 'OBJ', hint: 'the mesh in this pose' },
  { kind: 'ply', title: 'PLY', hint: 'the mesh in this pose, compact' },
  { kind: 'glb', title: 'GLB', hint: 'for the web and game engines' },
];
const SCRIPT: OwnExport = { kind: 'script', title: 'Python script', hint: 'the same poses by code' };

export function topbar(bench: Bench): HTMLElement {
  const { studio } = bench;
  const methods = el('div', { class: 'segments', label: 'Method', attributes: { role: 'radiogroup' } });
  const undo = iconButton('undo', 'Undo', 'Ctrl-Z', () => { studio.editor.undo(); });
  const redo = iconButton('redo', 'Redo', 'Ctrl-Shift-Z', () => { studio.editor.redo(); });
  const save = iconButton('save', 'Save the rig', 'Ctrl-S', () => { studio.export('rig'); });
  const exporting = exportMenu(bench);
  const help = iconButton('help', 'Keys', '?', () => { studio.store.set({ help: true }); });
  const bar = el('header', { class: 'topbar' }, heading(bench), el('div', { class: 'row' }, methods, compareButton(bench)),
    el('div', { class: 'tail' }, undo, redo, el('span', { class: 'rule' }), save, exporting, el('span', { class: 'rule' }), themeButton(bench), help));
  studio.store.watch(['model', 'document', 'rig', 'progress'], (state) => { methods.replaceChildren(...choices(bench, state)); });
  studio.store.watch(['history'], ({ history }) => {
    undo.disabled = history.done.length === 0;
    redo.disabled = history.undone.length === 0;
    undo.title = `Undo${history.done.length ? `: ${history.done.at(-1)!.label}` : ''} (Ctrl-Z)`;
    redo.title = `Redo${history.undone.length ? `: ${history.undone.at(-1)!.label}` : ''} (Ctrl-Shift-Z)`;
  });
  studio.store.watch(['model', 'rig'], ({ model, rig }) => {
    bar.classList.toggle('bare', model === null);
    save.disabled = !rig;
    exporting.querySelector('button')!.disabled = !rig;
  });
  return bar;
}

function choices(bench: Bench, state: Readonly<State>): HTMLElement[] {
  return (state.model?.methods ?? []).map((fit) => {
    const on = fit.method === state.document.method;
    const segment = el('button', {
      class: on ? 'on' : fit.fits ? '' : 'unfit', title: fit.fits ? fit.title : `${fit.title}: ${fit.why}`,
      attributes: { type: 'button', role: 'radio', 'aria-checked': String(on) },
      on: { click: () => { bench.studio.choose(fit.method); } },
    }, fit.title);
    segment.disabled = !fit.fits || state.progress !== null;
    return segment;
  });
}

/** Two methods side by side; hidden where only one fits. */
function compareButton(bench: Bench): HTMLElement {
  const { studio } = bench;
  const other = (): string | null => {
    const { model, document } = studio.store.state;
    return model?.methods.find((fit) => fit.fits && fit.method !== document.method)?.method ?? null;
  };
  const toggle = iconButton('compare', 'Compare two methods side by side', null, () => {
    studio.compare(studio.store.state.beside ? null : other());
  });
  studio.store.watch(['model', 'document', 'beside', 'rig', 'progress'], ({ beside, rig, progress }) => {
    toggle.hidden = other() === null;
    toggle.disabled = rig === null || (progress !== null && beside === null);
    toggle.setAttribute('aria-pressed', String(beside !== null));
  });
  return toggle;
}

function exportMenu(bench: Bench): HTMLElement {
  const list = el('div', { class: 'menu', attributes: { role: 'menu' } });
  list.hidden = true;
  const opener = el('button', { class: 'button', attributes: { type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false' } }, icon('export'), 'Export');
  const show = (on: boolean): void => {
    list.hidden = !on;
    opener.setAttribute('aria-expanded', String(on));
    if (on) list.querySelector('button')?.focus();
  };
  const close = (): void => { show(false); };
  const item = ({ kind, title, hint }: OwnExport): HTMLElement =>
    el('button', { attributes: { type: 'button', role: 'menuitem' }, on: { click: () => { show(false); bench.studio.export(kind); } } }, title, el('small', {}, hint));
  const own = VIEWS.flatMap((view) => (view.exports ?? []).map((entry) => {
    const element = item(entry);
    bench.studio.store.watch(['document', 'rig'], (state) => { element.hidden = viewOf(state.document.method) !== view || entry.fits?.(state) === false; });
    return element;
  }));
  list.append(...EXPORTS.map(item), ...own, item(SCRIPT), originals(bench, close, false), ...motions(bench, close), originals(bench, close, true));
  opener.addEventListener('click', () => { show(list.hidden === true); });
  const holder = el('div', { class: 'holder' }, opener, list);
  holder.addEventListener('focusout', (event) => { if (!holder.contains(event.relatedTarget as Node | null)) show(false); });
  holder.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || list.hidden) return;
    event.stopPropagation();
    show(false);
    opener.focus();
  });
  return holder;
}

function themeButton(bench: Bench): HTMLElement {
  const holder = el('div', { class: 'holder' });
  bench.studio.store.watch(['theme', 'systemDark'], (state) => {
    const dark = isDark(state);
    holder.replaceChildren(iconButton(dark ? 'light' : 'dark', dark ? 'Light colours' : 'Dark colours', null, () => {
      bench.studio.store.set({ theme: dark ? 'light' : 'dark' });
    }));
  });
  return holder;
}

