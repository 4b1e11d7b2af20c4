/** The studio's page. */

import './style.css';
import { hooks } from './hooks';
import { compass } from './panels/compass';
import { START } from './methods/start';
import { VIEWS } from './methods/views';
import { commands } from './panels/commands';
import { el } from './panels/dom';
import { drawer } from './panels/drawer';
import { help } from './panels/help';
import { helpCard } from './panels/helpcard';
import { inspector } from './panels/inspector';
import { legend } from './panels/legend';
import { choices, connection, hint, progress, toasts, unbuilt } from './panels/notices';
import { reference } from './panels/reference';
import { status } from './panels/status';
import { toolbar, views } from './panels/toolbar';
import { sides, toolOptions } from './panels/tooloptions';
import { topbar } from './panels/topbar';
import { tour } from './panels/tour';
import { followScale } from './panels/uiscale';
import { dropping, welcome } from './panels/welcome';
import { followLooks } from './session/looks';
import { followPictures } from './session/pictures';
import { isDark, isTextured, type Preset, type State, type Theme, type Up } from './state/state';
import { Store } from './state/store';
import { readScale } from './state/uiscale';
import { Studio } from './studio';
import { followGhosts } from './timeline/ghosts';
import { timeline } from './timeline/panel';
import { followClipboard } from './tools/clipboard';
import type { Bench } from './tools/gesture';
import { handleGizmo } from './tools/handlegizmo';
import { listen } from './tools/keyboard';
import { readKeymap } from './tools/keymap';
import { Pointer } from './tools/pointer';
import { propGizmo } from './tools/propgizmo';
import { Stage } from './view/stage';
import { Thumbnails } from './view/thumbnails';
import { keptToken } from './wire/token';

/** How often the frame rate in the status line is looked at, in milliseconds. */
const RATE_INTERVAL = 500;
/** Where it is remembered that models are shown in clay. */
const CLAY = 'pliant.clay';
/** Where the user's own keys are. */
const KEYS = 'pliant.keys';
/** Where the size of the panels is. */
const SCALE = 'pliant.scale';
/** Whether creases are shaded. */
const OCCLUSION = 'pliant.occlusion';

function main(root: HTMLElement): void {
  const token = keptToken(window);
  const store = new Store<State>({ ...START, ...remembered() });
  const studio = new Studio(store, token);
  colourScheme(store);
  followScale(store);
  const viewport = el('main', { class: 'viewport' });
  const heading = el('h1', { class: 'unseen' });
  root.append(viewport);
  const stage = new Stage(viewport, store);
  const bench: Bench = { studio, stage };
  const pointer = new Pointer(bench);
  const thumbnails = new Thumbnails();
  studio.thumbnail = (V) => thumbnails.draw(store.state.model!, V, store.state.up, stage.textures());
  const side = inspector(bench);
  const own = VIEWS.flatMap((view) => (view.overlay ? [view.overlay(bench)] : []));
  viewport.prepend(heading, reference(bench));
  viewport.append(sides(bench), handleGizmo(bench), propGizmo(bench), ...own, legend(bench), hint(bench), toolOptions(bench), choices(bench), el('div', { class: 'corner' }, compass(bench), views(bench, pointer)), el('div', { class: 'notices' }, connection(bench), progress(bench), unbuilt(bench), toasts(bench)), helpCard(bench));
  root.append(topbar(bench, pointer), toolbar(bench, pointer), side, drawer(bench, pointer, side), timeline(bench, pointer), status(bench), welcome(bench), help(bench), commands(bench, pointer), tour(bench));
  dropping(bench, root);
  dragging(stage.canvas, root);
  wayUp(studio);
  shading(studio);
  listen(bench, pointer);
  followClipboard(bench);
  followGhosts(studio);
  studio.camera = { gaze: () => stage.camera.gaze, restore: (gaze) => { stage.camera.restore(gaze); stage.invalidate(); } };
  followLooks(bench);
  followPictures(bench);
  store.watch(['model', 'panels'], ({ model, panels }) => {
    root.classList.toggle('bare', model === null || !panels);
    heading.textContent = model?.name ?? '';
    heading.hidden = model === null;
    document.title = model ? `${model.name} · Pliant` : 'Pliant';
  });
  store.watch(['theme', 'systemDark'], () => { stage.recolour(); });
  // One thing at a time is moved by keys.
  store.watch(['selection', 'partSelection'], ({ selection, partSelection }) => { if (selection.length + partSelection.length) store.set({ propSelection: null }); });
  setInterval(() => { if (stage.rate.fps !== store.state.fps) store.set({ fps: stage.rate.fps }); }, RATE_INTERVAL);
  hooks(bench);
  studio.socket.connect();
}

/** While something is dragged in the viewport, no words of the page are marked. */
function dragging(canvas: HTMLElement, root: HTMLElement): void {
  canvas.addEventListener('pointerdown', () => { root.classList.add('dragging'); });
  for (const end of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(end, () => { root.classList.remove('dragging'); });
}

/** Which way is up is remembered for every model by its name; thumbnails are drawn anew. */
function wayUp({ store, socket }: Studio): void {
  const key = (name: string): string => `pliant.up.${name}`;
  let shown: { name: string | null; up: Up } = { name: null, up: store.state.up };
  store.watch(['model', 'up'], ({ model, up, thumbnails, document }) => {
    const name = model?.name ?? null;
    const before = shown;
    shown = { name, up };
    if (name !== before.name) {
      // A floor that was put lies across the axis that was up.
      const kept = name === null ? null : localStorage.getItem(key(name));
      store.set({ up: document.floor?.up ?? (kept === 'y' || kept === 'z' ? kept : model?.start.up) ?? 'y' });
    } else if (name !== null && up !== before.up) {
      localStorage.setItem(key(name), up);
      if (thumbnails.size === 0) return;
      store.set({ thumbnails: new Map() });
      socket.send({ type: 'WantExample', index: 0 });
    }
  });
}

/** Clay or colours are remembered while this page is open in its tab; thumbnails are drawn anew. */
function shading({ store, socket }: Studio): void {
  let shown = isTextured(store.state);
  store.watch(['clay', 'pictures', 'model'], (state) => {
    sessionStorage.setItem(CLAY, String(state.clay));
    const before = shown;
    shown = isTextured(state);
    if (shown === before || state.thumbnails.size === 0) return;
    store.set({ thumbnails: new Map() });
    socket.send({ type: 'WantExample', index: 0 });
  });
}

/** The user's own choices, kept in this browser. */
function remembered(): Partial<State> {
  const theme = localStorage.getItem('pliant.theme'), preset = localStorage.getItem('pliant.preset');
  return {
    ...(theme === 'light' || theme === 'dark' ? { theme: theme satisfies Theme } : {}),
    clay: sessionStorage.getItem(CLAY) === 'true',
    ...(preset === 'maya' ? { preset: preset satisfies Preset } : {}),
    keymap: readKeymap(localStorage.getItem(KEYS)),
    uiScale: readScale(localStorage.getItem(SCALE)),
    occlusion: OCCLUSION in localStorage ? localStorage.getItem(OCCLUSION) === 'true' : null,
  };
}

/** The page's colours are set before any other view looks at them. */
function colourScheme(store: Store<State>): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  store.set({ systemDark: system.matches });
  store.watch(['theme', 'systemDark'], (state) => { document.documentElement.dataset.theme = isDark(state) ? 'dark' : 'light'; });
  store.watch(['theme', 'preset', 'keymap', 'uiScale', 'occlusion'], ({ theme, preset, keymap, uiScale, occlusion }) => {
    if (theme !== 'auto') localStorage.setItem('pliant.theme', theme);
    localStorage.setItem('pliant.preset', preset);
    localStorage.setItem(KEYS, JSON.stringify(keymap));
    localStorage.setItem(SCALE, String(uiScale));
    if (occlusion !== null) localStorage.setItem(OCCLUSION, String(occlusion));
  });
  system.addEventListener('change', () => { store.set({ theme: 'auto', systemDark: system.matches }); });
}

main(document.getElementById('studio')!);
