/** The empty state: samples, an area to drop files on, recent files, and what an earlier session left. */

import type { Found, Recent, Sample } from '../wire/messages';
import type { Bench } from '../tools/gesture';
import { importPoses } from '../tools/poses';
import { addFiles } from '../tools/props';
import { startTour } from '../tools/touring';
import { chosen, COMPANIONS, dropped, isMotion, isPoses, SUFFIXES } from '../wire/dropped';
import { button, el, icon } from './dom';
import { sessionList } from './sessions';
import { isPicture, showReference } from './reference';

export function welcome(bench: Bench): HTMLElement {
  const { studio } = bench;
  const cards = el('div', { class: 'cards' });
  const assembled = el('div', { class: 'cards small' });
  const found = el('div');
  const recent = el('section', { class: 'recent', label: 'Recent' });
  const screen = el('section', { class: 'welcome', label: 'Start' },
    el('div', { class: 'welcome-inner' },
      el('div', { class: 'welcome-head' },
        el('div', {}, el('h1', {}, 'Pose a mesh by pulling on it'), el('p', { class: 'quiet lead' }, 'Start with a sample, or drop a mesh of your own.')),
        el('p', { class: 'tour-start' }, button('Take the tour of one minute', () => { startTour(bench); }))),
      found, sessionList(bench), cards, assembled, dropArea(bench), recent));
  studio.store.watch(['welcome'], ({ welcome: said }) => {
    const samples = said?.samples ?? [];
    cards.replaceChildren(...samples.filter(({ parts }) => !parts).map((sample) => card(bench, sample)));
    assembled.replaceChildren(...samples.filter(({ parts }) => parts).map((sample) => card(bench, sample)));
    found.replaceChildren(...(said?.found ? [offer(bench, said.found)] : []));
    recent.replaceChildren(...recentList(bench, said?.recent ?? []));
    recent.hidden = (said?.recent ?? []).length === 0;
  });
  studio.store.watch(['model', 'welcome', 'progress'], (state) => {
    screen.hidden = state.model !== null || (state.welcome?.open ?? null) !== null;
    screen.toggleAttribute('inert', state.progress !== null);
  });
  return screen;
}

function card(bench: Bench, sample: Sample): HTMLElement {
  const picture = el('img', { attributes: { src: `./assets/samples/${sample.name}.webp`, alt: '' }, on: { error: () => { picture.classList.add('missing'); } } });
  return el('button', { class: 'card', title: sample.words, attributes: { type: 'button' }, on: { click: () => { bench.studio.openSample(sample.name); } } },
    picture, el('strong', {}, sample.title), el('span', { class: 'quiet' }, sample.words));
}

function recentList(bench: Bench, recent: readonly Recent[]): HTMLElement[] {
  const entry = ({ name, folder }: Recent, index: number): HTMLElement =>
    el('li', {}, el('button', { attributes: { type: 'button' }, on: { click: () => { bench.studio.openRecent(index, name); } } }, el('span', {}, name), el('span', { class: 'quiet' }, folder)));
  return [el('h2', {}, 'Recent'), el('ul', {}, ...recent.map(entry))];
}

function offer(bench: Bench, found: Found): HTMLElement {
  const steps = found.steps === 1 ? '1 step' : `${found.steps.toLocaleString('en-US')} steps`;
  return el('div', { class: 'offer', attributes: { role: 'status' } },
    el('div', {}, el('strong', {}, `Go on with ${found.model}?`), el('div', { class: 'quiet' }, `${steps} from ${found.when} were kept.`)),
    el('div', { class: 'row' }, button('Not now', () => { later(bench); }), button('Go on', () => { bench.studio.recover(); }, 'primary')));
}

/** The offer goes; what it offered stays in the list of sessions. */
function later({ studio: { store } }: Bench): void {
  const { welcome: said } = store.state;
  if (said) store.set({ welcome: { ...said, found: null } });
}

function dropArea(bench: Bench): HTMLElement {
  const input = el('input', { label: 'Choose files', attributes: { type: 'file', multiple: '', accept: [...SUFFIXES, ...COMPANIONS].join() }, on: { change: () => {
    void bench.studio.openFiles(chosen(input.files ?? []));
    input.value = '';
  } } });
  input.hidden = true;
  return el('div', { class: 'drop' }, icon('open'), el('span', {}, 'Drop files here: a mesh, poses of one mesh, a rig, or a robot (URDF, MJCF) with its meshes, also as a folder'), button('Choose files', () => { input.click(); }), input);
}

/** Files dropped anywhere on the page are opened. */
export function dropping(bench: Bench, root: HTMLElement): void {
  root.addEventListener('dragover', (event) => {
    event.preventDefault();
    root.classList.add('dropping');
  });
  root.addEventListener('dragleave', (event) => { if (!root.contains(event.relatedTarget as Node | null)) root.classList.remove('dropping'); });
  root.addEventListener('drop', (event) => {
    event.preventDefault();
    root.classList.remove('dropping');
    const [file, ...more] = event.dataTransfer?.files ?? [];
    if (bench.studio.store.state.model && more.length === 0 && isPicture(file)) void showReference(bench, file);
    else if (event.dataTransfer) void open(bench, event.dataTransfer, event.target);
  });
}

/** onto: what the files were dropped on. */
async function open(bench: Bench, transfer: DataTransfer, onto: EventTarget | null): Promise<void> {
  const { studio } = bench;
  const given = transfer.items.length;
  try {
    const files = await dropped(transfer);
    if (given && files.length === 0) studio.say(`Nothing of this can be opened; files with one of ${SUFFIXES.join(', ')} are needed.`, true);
    const { model, tab } = studio.store.state;
    if (model && tab === 'scene' && onto instanceof Element && onto.closest('.inspector')) await addFiles(bench, files);
    else if (studio.store.state.model && isPoses(files)) await importPoses(bench, files.map(({ file }) => file));
    else if (studio.store.state.model && isMotion(files)) await studio.motion.load(files);
    else await studio.openFiles(files);
  } catch (problem) {
    studio.say(`What was dropped cannot be read (${problem instanceof Error ? problem.message : String(problem)}). Choose the files instead.`, true);
  }
}
