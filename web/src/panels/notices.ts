/** What the studio says in passing: messages, progress, the lost connection, the first hint. */

import { viewOf } from '../methods/views';
import { covers, hintAt, hintSide, type Side } from '../tools/hintplace';
import { project, type Lens } from '../tools/lens';
import { shownAt } from '../state/document';
import { isHidden } from '../state/parts';
import type { Bench } from '../tools/gesture';
import { fitOf, type Choice, type State, type Way } from '../state/state';
import { turnUp } from '../tools/holding';
import { button, el, iconButton } from './dom';

const CONNECTION: Partial<Record<State['connection'], string>> = {
  lost: 'The server is away. Your work is safe here; the page goes on as soon as it is back.',
  old: 'This page is of another version than the server. Reload it.',
  refused: 'The server does not know this page. Open the address that the terminal printed.',
};

export function toasts(bench: Bench): HTMLElement {
  const list = el('div', { class: 'toasts', attributes: { role: 'status', 'aria-live': 'polite' } });
  bench.studio.store.watch(['toasts'], (state) => {
    list.replaceChildren(...state.toasts.map((toast) => el('div', { class: toast.bad ? 'toast bad' : 'toast' }, el('span', {}, toast.words),
      iconButton('remove', 'Dismiss', null, () => { bench.studio.hush(toast.id); }))));
  });
  return list;
}

/** What the studio chose by itself, each with buttons for the other ways. */
export function choices(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const list = el('div', { class: 'choices', attributes: { role: 'status', 'aria-live': 'polite' } });
  const drop = (choice: Choice): void => { store.set({ choices: store.state.choices.filter((one) => one !== choice) }); };
  const take = (choice: Choice, way: Way): void => {
    drop(choice);
    if ('up' in way) turnUp(bench, way.up);
    else bench.studio.choose(way.method);
  };
  let told: readonly Choice[] = [], steps = 0;
  bench.stage.onFrame((lens) => { if (told.length > 0) stepAside(bench, list, lens); });
  store.watch(['choices', 'progress', 'dragged', 'history'], ({ choices: shown, progress: busy, dragged, history }) => {
    if (shown !== told) {
      [told, steps] = [shown, history.done.length];
      list.classList.remove('aside');
    }
    // Whoever pulls, or has taken a step, is content with what was chosen, and wants to see what lies beneath.
    if ((dragged || history.done.length > steps) && shown.length > 0) {
      store.set({ choices: [] });
      return;
    }
    list.replaceChildren(...(busy ? [] : shown).map((choice) => el('div', { class: 'choice' }, el('div', { class: 'row' }, el('span', {}, choice.words), iconButton('remove', 'Dismiss', null, () => { drop(choice); })),
      el('div', { class: 'ways' }, ...choice.ways.map((way) => button(way.title, () => { take(choice, way); }, 'small'))))));
  });
  return list;
}

/** Pixels around a handle that a card leaves free: a finger's, and the words of the hint beside it. */
const FREE = 36;

/** A card that would lie on the handle to pull first, or on where to pull it, goes to the other end of the view, and stays there. */
function stepAside({ studio: { store: { state: { document, model } } } }: Bench, list: HTMLElement, lens: Lens): void {
  const handle = document.handles.find((one) => !one.pinned);
  if (!handle || !model || list.childElementCount === 0 || list.classList.contains('aside')) return;
  const box = { left: list.offsetLeft, top: list.offsetTop, width: list.offsetWidth, height: list.offsetHeight };
  const places = [handle.target, model.start.toward].map((place) => project(lens, place));
  list.classList.toggle('aside', places.some((place) => covers(box, place, FREE)));
}

export function progress(bench: Bench): HTMLElement {
  const what = el('span', {});
  const bar = el('progress', { label: 'Progress', attributes: { max: '1' } });
  const cancel = button('Cancel', () => {
    // Work ends at its next sign of progress: until then the button has been pressed.
    cancel.disabled = true;
    cancel.textContent = 'Cancelling';
    bench.studio.cancel();
  }, 'small');
  const note = el('div', { class: 'progress', attributes: { role: 'status' } }, el('div', { class: 'row spread' }, what, cancel), bar);
  // Quick work is over before anyone could read its name.
  let timer = 0;
  bench.studio.store.watch(['progress', 'awaited'], ({ progress: now, awaited }) => {
    if (now || awaited !== null) {
      what.textContent = now?.what ?? awaited;
      // How far a pose is, nobody knows, and it cannot be given up.
      if (now) bar.value = now.share;
      else bar.removeAttribute('value');
      cancel.hidden = now === null;
      timer ||= window.setTimeout(() => { note.hidden = false; }, now ? 250 : 0);
    } else {
      clearTimeout(timer);
      timer = 0;
      note.hidden = true;
      cancel.disabled = false;
      cancel.textContent = 'Cancel';
    }
  });
  note.hidden = true;
  return note;
}

/** What can be done where the rig of a method was not made: nothing is a dead end. */
export function unbuilt(bench: Bench): HTMLElement {
  const words = el('span', {});
  const ways = el('div', { class: 'row' });
  const note = el('div', { class: 'unbuilt', attributes: { role: 'status' } }, words, ways);
  bench.studio.store.watch(['unbuilt', 'progress', 'model', 'document'], ({ unbuilt: method, progress: now, model, document }) => {
    const shown = method !== null && method === document.method && now === null && model !== null;
    note.hidden = !shown;
    if (!shown) return;
    const title = (name: string): string => fitOf(model, name)?.title ?? name;
    const others = model.methods.filter((fit) => fit.fits && fit.method !== method);
    words.textContent = `${title(method)} was not made.`;
    ways.replaceChildren(
      button('Make it', () => { bench.studio.make(); }, 'small primary'),
      ...others.map((fit) => button(`Take ${fit.title}`, () => { bench.studio.choose(fit.method); }, 'small')),
    );
  });
  return note;
}

export function connection(bench: Bench): HTMLElement {
  const words = el('span', {});
  const note = el('div', { class: 'connection', attributes: { role: 'status' } }, words);
  bench.studio.store.watch(['connection'], (state) => {
    const said = CONNECTION[state.connection];
    note.hidden = said === undefined;
    words.textContent = said ?? '';
  });
  return note;
}

/** From the corner of the words to the side on which they stand. */
const SHIFT: Readonly<Record<Side, string>> = { right: '', left: 'translateX(-100%)', above: 'translate(-50%, -100%)', below: 'translateX(-50%)' };

/** Points at the first free handle, and where to pull it, until the user has dragged once. */
export function hint(bench: Bench): HTMLElement {
  const arrow = el('div', { class: 'hint-arrow' });
  const note = el('div', { class: 'hint', attributes: { role: 'note' } }, 'Drag this');
  const whole = el('div', { class: 'hint-holder' }, arrow, note);
  note.hidden = true;
  const place = (lens: Lens): void => {
    const { state } = bench.studio.store;
    const { document, dragged, rig, pose, history, gizmo, progress: busy } = state;
    const handle = document.handles.find((one) => !one.pinned && !isHidden(state, one.face));
    note.hidden = !handle || viewOf(document.method).hidesHandles?.(state) || gizmo || dragged || !rig || !pose || busy !== null || history.done.length > 0;
    const start = state.model?.start;
    const suggested = start?.handles.at(-1);
    arrow.hidden = note.hidden || suggested?.id !== handle?.id || suggested?.face !== handle?.face;
    if (!handle || note.hidden) return;
    const { x, y } = project(lens, shownAt(document, pose?.reached ?? null, handle, rig?.pins));
    const to = arrow.hidden || !start ? { x, y } : project(lens, start.toward);
    // A model that was just opened is framed in the middle.
    const side = hintSide({ x, y }, to, { x: lens.width / 2, y: lens.height / 2 }, lens);
    note.className = `hint ${side}`;
    const words = hintAt({ x, y }, side, lens.width);
    note.style.transform = `translate(${words.x}px, ${words.y}px) ${SHIFT[side]}`;
    arrow.style.width = `${Math.hypot(to.x - x, to.y - y)}px`;
    arrow.style.transform = `translate(${x}px, ${y}px) rotate(${Math.atan2(to.y - y, to.x - x)}rad)`;
  };
  bench.stage.onFrame(place);
  return whole;
}
