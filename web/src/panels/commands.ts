/** The command palette (F3, Ctrl-K): finds every action by its name, and runs it. */

import type { Action } from '../tools/actions';
import { catalogue, foundBy } from '../tools/catalogue';
import type { Bench } from '../tools/gesture';
import { keyName, keysOf } from '../tools/keymap';
import type { Pointer } from '../tools/pointer';
import { el } from './dom';

export function commands(bench: Bench, pointer: Pointer): HTMLElement {
  const { store } = bench.studio;
  const close = (): void => {
    store.set({ commands: false });
    bench.stage.canvas.focus({ preventScroll: true });
  };
  const field = searchField();
  const list = el('ul', { class: 'commands-list', label: 'Actions', attributes: { id: 'commands-list', role: 'listbox' } });
  const none = el('p', { class: 'quiet' }, 'No action has this name.');
  const veil = el('div', { class: 'veil high', on: { click: (event) => { if (event.target === veil) close(); } } },
    el('div', { class: 'commands', label: 'Find an action', attributes: { role: 'dialog' } }, field, list, none));
  let shown: Action[] = [], place = 0;
  const run = (action: Action): void => {
    close();
    action.run(bench, pointer);
  };
  const mark = (next: number): void => {
    place = Math.max(0, Math.min(shown.length - 1, next));
    [...list.children].forEach((row, i) => { row.setAttribute('aria-selected', String(i === place)); });
    list.children.item(place)?.scrollIntoView({ block: 'nearest' });
    field.setAttribute('aria-activedescendant', shown.length ? `command-${place}` : '');
  };
  const fill = (): void => {
    const { keymap } = store.state;
    shown = foundBy(catalogue(store.state), field.value);
    list.replaceChildren(...shown.map((action, i) => row(action, i, keyName(keysOf(action, keymap)), () => { run(action); })));
    none.hidden = shown.length > 0;
    mark(0);
  };
  field.addEventListener('input', fill);
  field.addEventListener('keydown', (event) => {
    const ways: Readonly<Record<string, () => void>> = {
      ArrowDown: () => { mark(place + 1); }, ArrowUp: () => { mark(place - 1); }, Escape: close,
      Enter: () => { if (shown.length) run(shown[place]); },
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    event.stopPropagation();
    ways[event.key]();
  });
  store.watch(['commands'], ({ commands: open }) => {
    veil.hidden = !open;
    if (!open) return;
    field.value = '';
    fill();
    field.focus();
  });
  return veil;
}

function searchField(): HTMLInputElement {
  return el('input', { class: 'commands-field', label: 'Find an action', attributes: {
    type: 'search', placeholder: 'Find an action', autocomplete: 'off', spellcheck: 'false', role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'commands-list',
  } });
}

function row({ words, section }: Action, index: number, key: string, run: () => void): HTMLElement {
  return el('li', { attributes: { role: 'option', id: `command-${index}` }, on: { click: run } },
    el('span', {}, words), el('span', { class: 'quiet' }, section), key ? el('kbd', {}, key) : null);
}
