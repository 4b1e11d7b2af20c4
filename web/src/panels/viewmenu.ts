/** What opens from the views: lens, light, parts, bookmarks and the picture behind the model. */

import type { State } from '../state/state';
import { several } from '../state/parts';
import { opening } from '../timeline/settings';
import type { Bench } from '../tools/gesture';
import { addBookmark, MOST_BOOKMARKS, recall, setSeen, showParts } from '../tools/viewing';
import type { Seen } from '../wire/messages';
import { button, el, iconButton } from './dom';
import { chooseReference, removeReference } from './reference';
import { scaleField } from './uiscale';

const LIGHTS: readonly (readonly [Seen['light'], string])[] = [['studio', 'Studio'], ['soft', 'Soft'], ['side', 'Side'], ['back', 'Back']];
const MATCAPS: readonly (readonly [Seen['matcap'], string])[] = [[null, 'None'], ['pearl', 'Pearl'], ['bronze', 'Bronze'], ['jade', 'Jade'], ['stripes', 'Stripes']];
/** Focal lengths in millimetres. */
const SHORTEST = 15, LONGEST = 200;

export function viewMenu(bench: Bench): HTMLElement {
  const panel = el('div', { class: 'pop view-menu', label: 'View', attributes: { role: 'dialog' } },
    lens(bench),
    segments(bench, 'Light', LIGHTS, ({ light }) => light, (light) => { setSeen(bench, { light }); }),
    segments(bench, 'Matcap', MATCAPS, ({ matcap }) => matcap, (matcap) => { setSeen(bench, { matcap }); }),
    el('div', { class: 'field' }, toggle(bench, 'Orbit about what is selected', ({ seen }) => seen.about_selection, (on) => { setSeen(bench, { about_selection: on }); }),
    toggle(bench, 'Turntable', ({ turntable }) => turntable, (on) => { bench.studio.store.set({ turntable: on }); }),
    toggle(bench, 'Shade creases', ({ occlusion }) => occlusion === true, (on) => { bench.studio.store.set({ occlusion: on }); })),
    bookmarks(bench), reference(bench), parts(bench), scaleField(bench));
  return opening('eye', 'Lens, light, bookmarks and parts', panel).holder;
}

function lens(bench: Bench): HTMLElement {
  const { store } = bench.studio, said = el('output', { class: 'quiet' });
  const input = el('input', { label: 'Focal length', attributes: { type: 'range', min: String(Math.log(SHORTEST)), max: String(Math.log(LONGEST)), step: '0.01' }, on: { input: () => { setSeen(bench, { lens: Math.round(Math.exp(input.valueAsNumber)) }); } } });
  store.watch(['seen', 'perspective'], ({ seen, perspective }) => {
    const share = Math.log(seen.lens / SHORTEST) / Math.log(LONGEST / SHORTEST);
    input.value = String(Math.log(seen.lens));
    input.disabled = !perspective;
    input.style.setProperty('--from', '0%');
    input.style.setProperty('--to', `${100 * share}%`);
    said.textContent = perspective ? `${seen.lens} mm` : 'parallel';
  });
  return el('div', { class: 'field' }, el('div', { class: 'row spread' }, el('strong', {}, 'Lens'), said), input);
}

function segments<V>(bench: Bench, title: string, choices: readonly (readonly [V, string])[], read: (seen: Seen) => V, write: (value: V) => void): HTMLElement {
  const buttons = choices.map(([value, words]) => el('button', { attributes: { type: 'button', role: 'radio' }, on: { click: () => { write(value); } } }, words));
  bench.studio.store.watch(['seen'], ({ seen }) => {
    choices.forEach(([value], i) => {
      buttons[i].className = read(seen) === value ? 'on' : '';
      buttons[i].setAttribute('aria-checked', String(read(seen) === value));
    });
  });
  return el('div', { class: 'field' }, el('strong', {}, title), el('div', { class: 'segments', label: title, attributes: { role: 'radiogroup' } }, ...buttons));
}

function toggle({ studio: { store } }: Bench, words: string, read: (state: Readonly<State>) => boolean, write: (on: boolean) => void): HTMLElement {
  const input = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { write(input.checked); } } });
  store.watch(['seen', 'turntable', 'occlusion'], (state) => { input.checked = read(state); });
  return el('label', { class: 'switch' }, words, input);
}

function bookmarks(bench: Bench): HTMLElement {
  const list = el('div', { class: 'row bookmarks' });
  bench.studio.store.watch(['seen'], ({ seen }) => {
    list.replaceChildren(...seen.bookmarks.map((mark, i) => el('span', { class: 'bookmark' },
      el('button', { label: `Go to bookmark ${i + 1}`, title: `Go to bookmark ${i + 1}`, attributes: { type: 'button' }, on: { click: () => { recall(bench, mark); } } }, String(i + 1)),
      iconButton('remove', `Remove bookmark ${i + 1}`, null, () => { setSeen(bench, { bookmarks: seen.bookmarks.filter((one) => one !== mark) }); }))));
  });
  const add = button('Keep this view', () => { addBookmark(bench); }, 'small');
  add.title = `Up to ${MOST_BOOKMARKS}, with the session (Shift-B)`;
  return el('div', { class: 'field' }, el('div', { class: 'row spread' }, el('strong', {}, 'Bookmarks'), add), list);
}

function reference(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const choose = button('Choose', () => { chooseReference(bench); }, 'small'), remove = button('Remove', () => { removeReference(bench); }, 'small');
  const opacity = el('input', { label: 'Opacity of the picture', attributes: { type: 'range', min: '0.05', max: '1', step: '0.05' }, on: { input: () => {
    if (store.state.reference) store.set({ reference: { ...store.state.reference, opacity: opacity.valueAsNumber } });
  } } });
  store.watch(['reference'], ({ reference: shown }) => {
    opacity.hidden = remove.hidden = shown === null;
    opacity.value = String(shown?.opacity ?? 1);
    opacity.style.setProperty('--from', '0%');
    opacity.style.setProperty('--to', `${100 * (shown?.opacity ?? 1)}%`);
  });
  return el('div', { class: 'field' }, el('div', { class: 'row spread' }, el('strong', { title: 'An image that is dropped on the model is shown behind it' }, 'Reference picture'), el('span', { class: 'row' }, remove, choose)), opacity);
}

function parts(bench: Bench): HTMLElement {
  const words = el('span', { class: 'quiet' }), show = button('Show all', () => { showParts(bench); }, 'small');
  const whole = el('div', { class: 'field' }, el('div', { class: 'row spread' }, el('strong', {}, 'Parts'), show), words);
  bench.studio.store.watch(['seen', 'model'], ({ seen: { hidden }, model }) => {
    whole.hidden = !several(model);
    show.disabled = hidden.length === 0;
    words.textContent = hidden.length === 0 ? 'H hides what is pointed at, Shift-H all others.' : `${hidden.length === 1 ? 'One is' : `${hidden.length} are`} hidden.`;
  });
  return whole;
}
