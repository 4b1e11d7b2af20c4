/** The sessions that were kept, on the start page: picture, name and date; to go on with, rename, copy or remove. */

import type { SessionCard } from '../wire/messages';
import type { Bench } from '../tools/gesture';
import { button, count, el, iconButton } from './dom';

/** Cards that are shown at first. */
const FEW = 6;
const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

export function sessionList(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const cards = el('ul', { class: 'sessions-cards' });
  const more = button('', () => { all = true; fill(); }, 'small');
  const list = el('section', { class: 'sessions', label: 'Sessions' }, el('h2', {}, 'Go on where you left'), cards, more);
  let all = false;
  const fill = (): void => {
    const found = store.state.sessions ?? [];
    const shown = all ? found : found.slice(0, FEW);
    cards.replaceChildren(...shown.map((entry) => card(bench, entry)));
    more.textContent = `Show all ${found.length}`;
    more.hidden = shown.length === found.length;
    list.hidden = found.length === 0;
  };
  store.watch(['sessions'], fill);
  return list;
}

function card(bench: Bench, entry: SessionCard): HTMLElement {
  const { studio } = bench;
  const picture = entry.picture ? el('img', { attributes: { src: entry.picture, alt: '' } }) : el('span', { class: 'no-picture' });
  const facts = [entry.title === entry.model ? null : entry.model, ago(entry.when, Date.now()), count(entry.steps, 'step', 'steps'), entry.taken ? 'open elsewhere' : null].filter((fact) => fact !== null).join(' · ');
  const open = el('button', { class: 'session-open', label: `Go on with ${entry.title}`, title: new Date(entry.when).toLocaleString(), attributes: { type: 'button' }, on: { click: () => { studio.openSession(entry); } } },
    picture, el('strong', {}, entry.title), el('small', { class: 'quiet' }, facts));
  open.disabled = entry.taken;
  const item = el('li', { class: 'session' }, open);
  const naming = iconButton('rename', `Rename ${entry.title}`, null, () => { rename(bench, item, entry); });
  const copy = iconButton('copy', `Duplicate ${entry.title}`, null, () => { studio.socket.send({ type: 'Duplicate', id: entry.id }); });
  const tools = el('div', { class: 'session-tools' }, naming, copy);
  naming.disabled = entry.taken;
  // What is open here stays until something else is.
  if (!entry.here && !entry.taken) tools.append(removal(bench, entry));
  item.append(tools);
  return item;
}

/** Removing takes a second press, for it cannot be taken back. */
function removal({ studio }: Bench, { id, title }: SessionCard): HTMLElement {
  const holder = el('span', { class: 'row' });
  const ask = iconButton('remove', `Remove ${title}`, null, () => {
    const sure = button('Remove for good?', () => { studio.socket.send({ type: 'RemoveSession', id }); }, 'small bad');
    sure.addEventListener('blur', () => { holder.replaceChildren(ask); });
    holder.replaceChildren(sure);
    sure.focus();
  });
  holder.append(ask);
  return holder;
}

function rename({ studio }: Bench, item: HTMLElement, { id, title }: SessionCard): void {
  const field = nameField(title, (name) => { studio.socket.send({ type: 'Rename', id, title: name }); }, () => { field.remove(); });
  item.append(field);
  field.select();
}

/** A field for a name: Enter takes it, Esc leaves it. */
export function nameField(value: string, take: (name: string) => void, leave: () => void): HTMLInputElement {
  let over = false;
  const end = (taken: boolean): void => {
    if (over) return;
    over = true;
    const name = field.value.trim();
    if (taken && name && name !== value) take(name);
    leave();
  };
  const field = el('input', { class: 'name-field', label: 'Name', attributes: { type: 'text', maxlength: '80' }, on: {
    keydown: (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') end(true);
      else if (event.key === 'Escape') end(false);
    },
    blur: () => { end(true); },
  } });
  field.value = value;
  return field;
}

/** "3 minutes ago"; after a week the date. */
export function ago(when: string, now: number): string {
  const past = now - Date.parse(when);
  if (past < MINUTE) return 'just now';
  if (past < HOUR) return `${count(Math.floor(past / MINUTE), 'minute', 'minutes')} ago`;
  if (past < DAY) return `${count(Math.floor(past / HOUR), 'hour', 'hours')} ago`;
  if (past < 7 * DAY) return `${count(Math.floor(past / DAY), 'day', 'days')} ago`;
  return when.slice(0, 10);
}
