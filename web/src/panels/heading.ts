/** The name of the session in the top bar, what can be done with it, and whether it is on disk. */

import type { State } from '../state/state';
import type { Bench } from '../tools/gesture';
import { el, helped } from './dom';
import { nameField } from './sessions';

export function heading(bench: Bench): HTMLElement {
  const { studio } = bench;
  const title = el('div', { class: 'title' });
  const safe = el('span', { class: 'safe quiet', attributes: { role: 'status' } });
  studio.store.watch(['model', 'session'], (state) => { title.replaceChildren(...parts(bench, state, safe)); });
  studio.store.watch(['kept', 'connection', 'model'], (state) => {
    const [words, why, bad] = safety(state);
    safe.textContent = words;
    safe.title = why;
    safe.classList.toggle('bad', bad);
  });
  return title;
}

function parts(bench: Bench, { model, session }: Readonly<State>, safe: HTMLElement): (Node | string)[] {
  const mark = el('img', { class: 'mark', attributes: { src: './assets/icon.svg', alt: '' } });
  if (!model) return [mark, el('strong', {}, 'Pliant')];
  const back = helped('All sessions', el('button', { class: 'crumb', label: 'Pliant: open another model', title: 'All sessions and samples; this session is kept', attributes: { type: 'button' }, on: { click: () => { bench.studio.close(); } } },
    el('strong', {}, 'Pliant')));
  return [mark, back, el('span', { class: 'quiet' }, '/'), sessionMenu(bench, session?.title ? session.title : model.name, model.words), safe];
}

function sessionMenu({ studio }: Bench, name: string, words: string): HTMLElement {
  const opener = helped('This session', el('button', { class: 'crumb name', title: words, label: `Session ${name}`, attributes: { type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false' } }, name));
  const list = el('div', { class: 'menu left', attributes: { role: 'menu' } });
  const holder = el('div', { class: 'holder' }, opener, list);
  const show = (on: boolean): void => {
    list.hidden = !on;
    opener.setAttribute('aria-expanded', String(on));
    if (on) list.querySelector('button')?.focus();
  };
  const asked = (value: string, take: (title: string) => void) => (): void => {
    const field = nameField(value, take, () => { field.replaceWith(opener); });
    opener.replaceWith(field);
    field.select();
  };
  const id = (): string => studio.store.state.session?.id ?? '';
  const item = (title: string, hint: string, run: () => void): HTMLElement =>
    el('button', { attributes: { type: 'button', role: 'menuitem' }, on: { click: () => { show(false); run(); } } }, title, el('small', {}, hint));
  list.append(
    item('Rename', 'a session with a name is never tidied away', asked(name, (title) => { studio.socket.send({ type: 'Rename', id: id(), title }); })),
    item('Save as', 'go on in a copy; this one stays as it is', asked(`${name} 2`, (title) => { studio.socket.send({ type: 'SaveAs', title }); })),
    item('Duplicate', 'a copy for later, with its history', () => { studio.socket.send({ type: 'Duplicate', id: id() }); studio.say(`${name} was copied; the start page lists the copy.`); }),
    item('All sessions', 'this one is kept', () => { studio.close(); }),
  );
  show(false);
  opener.addEventListener('click', () => { show(list.hidden === true); });
  holder.addEventListener('focusout', (event) => { if (!holder.contains(event.relatedTarget as Node | null)) show(false); });
  holder.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || list.hidden) return;
    event.stopPropagation();
    show(false);
    opener.focus();
  });
  return holder;
}

/** What is on disk, in words; why; and whether that is bad. */
export function safety({ kept: { sent, safe, failure }, connection, model }: Pick<State, 'kept' | 'connection' | 'model'>): [string, string, boolean] {
  if (!model || sent === 0) return ['', '', false];
  if (failure !== null) return ['Not on disk', failure, true];
  if (sent <= safe) return ['Saved', 'Every step is on disk.', false];
  if (connection !== 'open') return ['Not on disk yet', 'The server is away. Steps wait in this page.', true];
  return ['Saving', 'The last step is on its way to the disk.', false];
}
