/** Model, method switch, undo and redo, save and export. */

import { isDark, type State } from '../state/state';
import { fileExports } from '../tools/catalogue';
import type { Bench } from '../tools/gesture';
import { motions, originals } from '../timeline/exports';
import type { Pointer } from '../tools/pointer';
import { actionButton, tip } from './actionbutton';
import { el, helped, icon, iconButton, type Icon } from './dom';
import { heading } from './heading';

export function topbar(bench: Bench, pointer: Pointer): HTMLElement {
  const { studio } = bench;
  const methods = helped('Methods', el('div', { class: 'segments', label: 'Method', attributes: { role: 'radiogroup' } }));
  const does = (picture: Icon, words: string): HTMLButtonElement => actionButton(bench, pointer, picture, words);
  const [undo, redo, save] = [helped('Undo', does('undo', 'Undo')), helped('Redo', does('redo', 'Redo')), helped('Save the rig', does('save', 'Save the rig'))];
  const exporting = exportMenu(bench);
  const [find, help] = [helped('Find an action by its name', does('find', 'Find an action by its name')), helped('Keys', does('help', 'Keys'))];
  const bar = el('header', { class: 'topbar' }, heading(bench), el('div', { class: 'row' }, methods, compareButton(bench)),
    el('div', { class: 'tail' }, undo, redo, el('span', { class: 'rule' }), save, exporting, el('span', { class: 'rule' }), themeButton(bench), find, help));
  studio.store.watch(['model', 'document', 'rig', 'progress'], (state) => {
    methods.replaceChildren(...choices(bench, state));
    // On a phone they do not all fit.
    methods.querySelector('.on')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  studio.store.watch(['history', 'keymap'], ({ history, keymap }) => {
    undo.disabled = history.done.length === 0;
    redo.disabled = history.undone.length === 0;
    undo.title = tip(keymap, 'Undo', `Undo${history.done.length ? `: ${history.done.at(-1)!.label}` : ''}`);
    redo.title = tip(keymap, 'Redo', `Redo${history.undone.length ? `: ${history.undone.at(-1)!.label}` : ''}`);
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
      class: on ? 'on' : fit.fits ? '' : 'unfit', ...(fit.fits ? {} : { title: `${fit.title}: ${fit.why}` }),
      attributes: { type: 'button', role: 'radio', 'aria-checked': String(on) },
      on: { click: () => { bench.studio.choose(fit.method); } },
    }, fit.title);
    // One that does not fit says why in its tip.
    if (!fit.fits) helped('', segment);
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
  const toggle = helped('Compare', iconButton('compare', 'Compare two methods side by side', null, () => {
    studio.compare(studio.store.state.beside ? null : other());
  }));
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
  const opener = helped('Export', el('button', { class: 'button', attributes: { type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false', 'data-tour': 'export' } }, icon('export'), 'Export'));
  const show = (on: boolean): void => {
    list.hidden = !on;
    opener.setAttribute('aria-expanded', String(on));
    if (on) list.querySelector('button')?.focus();
  };
  const close = (): void => { show(false); };
  const items = fileExports().map((file) => {
    const item = el('button', { attributes: { type: 'button', role: 'menuitem' }, on: { click: () => { show(false); bench.studio.export(file.kind); } } }, file.title, el('small', {}, file.hint));
    bench.studio.store.watch(['document', 'rig'], (state) => { item.hidden = file.fits?.(state) === false; });
    return item;
  });
  list.append(...items, originals(bench, close, false), ...motions(bench, close), originals(bench, close, true));
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
    holder.replaceChildren(helped('Light or dark', iconButton(dark ? 'light' : 'dark', dark ? 'Light colours' : 'Dark colours', null, () => {
      bench.studio.store.set({ theme: dark ? 'light' : 'dark' });
    })));
  });
  return holder;
}

