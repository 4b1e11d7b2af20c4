/** What the studio says in passing: messages, progress, the lost connection, the legend, the first hint. */

import { project, type Lens } from '../tools/lens';
import { shownAt } from '../state/document';
import type { Bench } from '../tools/gesture';
import { button, el, iconButton } from './dom';

export function toasts(bench: Bench): HTMLElement {
  const list = el('div', { class: 'toasts', attributes: { role: 'status', 'aria-live': 'polite' } });
  bench.studio.store.watch(['toasts'], (state) => {
    list.replaceChildren(...state.toasts.map((toast) => el('div', { class: toast.bad ? 'toast bad' : 'toast' }, el('span', {}, toast.words),
      iconButton('remove', 'Dismiss', null, () => { bench.studio.hush(toast.id); }))));
  });
  return list;
}

export function progress(bench: Bench): HTMLElement {
  const what = el('span', {});
  const bar = el('progress', { label: 'Progress', attributes: { max: '1' } });
  const note = el('div', { class: 'progress', attributes: { role: 'status' } }, el('div', { class: 'row spread' }, what, button('Cancel', () => { bench.studio.cancel(); }, 'small')), bar);
  // Quick work is over before anyone could read its name.
  let timer = 0;
  bench.studio.store.watch(['progress'], ({ progress: now }) => {
    if (now) {
      what.textContent = now.what;
      bar.value = now.share;
      timer ||= window.setTimeout(() => { note.hidden = false; }, 250);
    } else {
      clearTimeout(timer);
      timer = 0;
      note.hidden = true;
    }
  });
  note.hidden = true;
  return note;
}

export function connection(bench: Bench): HTMLElement {
  const words = el('span', {});
  const note = el('div', { class: 'connection', attributes: { role: 'status' } }, words);
  bench.studio.store.watch(['connection'], (state) => {
    note.hidden = state.connection === 'open' || state.connection === 'connecting';
    words.textContent = state.connection === 'old'
      ? 'This page is of another version than the server. Reload it.'
      : 'The server is away. Your work is safe here; the page goes on as soon as it is back.';
  });
  return note;
}

export function legend(bench: Bench): HTMLElement {
  const box = el('div', { class: 'legend', label: 'Legend', attributes: { role: 'group' } });
  bench.studio.store.watch(['overlay'], ({ overlay }) => {
    box.hidden = overlay === null;
    if (!overlay) return;
    const heat = overlay.kind === 'residual';
    const name = heat ? 'Distance from the blend' : 'Controls';
    box.replaceChildren(el('h3', {}, name), heat ? ramp(overlay.legend) : swatches(overlay.legend));
  });
  return box;
}

type Entries = readonly (readonly string[])[];

function swatches(entries: Entries): HTMLElement {
  return el('ul', {}, ...entries.map(([colour, words]) => {
    const swatch = el('span', { class: 'swatch' });
    swatch.style.background = colour;
    return el('li', {}, swatch, words);
  }));
}

function ramp(entries: Entries): HTMLElement {
  const bar = el('div', { class: 'ramp' });
  bar.style.background = `linear-gradient(to right, ${entries.map(([colour]) => colour).join(', ')})`;
  return el('div', {}, bar, el('div', { class: 'row spread figure' }, entries[0]?.[1] ?? '', entries.at(-1)?.[1] ?? ''));
}

/** Points at the first free handle until the user has dragged once. */
export function hint(bench: Bench): HTMLElement {
  const note = el('div', { class: 'hint', attributes: { role: 'note' } }, 'Drag this');
  note.hidden = true;
  const place = (lens: Lens): void => {
    const { document, dragged, rig, pose, history, progress: busy } = bench.studio.store.state;
    const handle = document.handles.find((one) => !one.pinned);
    note.hidden = !handle || dragged || !rig || !pose || busy !== null || history.done.length > 0;
    if (!handle || note.hidden) return;
    const { x, y } = project(lens, shownAt(document, pose?.reached ?? null, handle));
    note.style.transform = `translate(${x}px, ${y}px)`;
  };
  bench.stage.onFrame(place);
  return note;
}
