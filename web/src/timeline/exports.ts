/** The animation, in the export menu. */

import { el } from '../panels/dom';
import { isTextured, type State } from '../state/state';
import type { Action } from '../tools/actions';
import type { Bench } from '../tools/gesture';
import { fieldOf, towardEye } from '../view/camera';
import { colours } from '../view/colours';
import type { ExportInto, ExportMotion } from '../wire/messages';

type Kind = ExportMotion['kind'];

const FILM = 'Film of this view';
const KINDS: readonly (readonly [string, string, readonly Kind[]])[] = [
  ['Animation', 'skins where the rig has one', ['glb', 'gltf', 'usdc', 'usda', 'usdz', 'usd', 'abc', 'pc2', 'mdd', 'npz', 'obj', 'ply']],
  [FILM, '', ['mp4', 'webm', 'gif', 'webp']],
  ['Keys, or frames side by side', '', ['track', 'png']],
];
const WORDS: Partial<Record<Kind, string>> = { track: 'Track', png: 'Sheet', obj: 'OBJ zip', ply: 'PLY zip' };
/** Sizes of a film: pixels of its longer side. */
const SIZES: readonly (readonly [string, number])[] = [['Small', 640], ['As the view', 1280], ['Full HD', 1920], ['4K', 3840]];

/** How the model's own file shows what moves. */
const WAYS: Record<ExportInto['by'], string> = { bones: 'Bones', shapes: 'Shapes', both: 'Both', points: 'Points' };

/** Entries that write into the file that the model came from; hidden where there is none, or where nothing moves. */
export function originals(bench: Bench, close: () => void, moving: boolean): HTMLElement {
  const { store, motion } = bench.studio;
  const whole = el('div', { class: 'originals' });
  store.watch(['model'], ({ model }) => {
    const original = model?.original;
    const title = moving ? 'Animation into' : 'Pose into';
    whole.replaceChildren(...(original ? [
      el('div', { class: 'formats-title', title: 'A copy of the file with one animation more, and everything else as it was.' }, `${title} ${original.name}`),
      el('div', { class: 'formats' }, ...original.ways.map((by) => el('button', {
        label: `${title} ${original.name} by ${by}`, attributes: { type: 'button', role: 'menuitem' },
        on: { click: () => { close(); motion.exportInto(by, moving); } },
      }, WAYS[by]))),
    ] : []));
  });
  store.watch(['document', 'clip'], (state) => { whole.hidden = moving && !moves(state); });
  return whole;
}

/** Whether there is something that moves. */
function moves({ document, clip }: Readonly<State>): boolean {
  return clip !== null || document.timeline.rows.length > 0;
}

function formatName(title: string, kind: Kind): string {
  return `${title} as ${WORDS[kind] ?? kind.toUpperCase()}`;
}

/** The same entries for the command palette. */
export function motionActions(): Action[] {
  return KINDS.flatMap(([title, , kinds]) => kinds.map((kind): Action => ({
    keys: [], section: 'Export', words: formatName(title, kind), fits: (state) => moves(state) && (kind !== 'track' || state.clip === null), run: (bench) => { film(bench, kind); },
  })));
}

/** Entries for every format; hidden where nothing moves. */
export function motions(bench: Bench, close: () => void): HTMLElement[] {
  const { store } = bench.studio;
  const whole = el('div', { class: 'motions' }, ...KINDS.flatMap(([title, hint, kinds]) => [
    el('div', { class: 'formats-title' }, title, hint ? el('small', {}, hint) : null, title === FILM ? sizes(bench) : null),
    el('div', { class: 'formats' }, ...kinds.map((kind) => {
      const item = el('button', { label: formatName(title, kind), attributes: { type: 'button', role: 'menuitem' }, on: { click: () => { close(); film(bench, kind); } } }, WORDS[kind] ?? kind.toUpperCase());
      if (kind === 'track') store.watch(['clip'], ({ clip }) => { item.hidden = clip !== null; });
      return item;
    })),
  ]));
  store.watch(['document', 'clip'], (state) => { whole.hidden = !moves(state); });
  return [whole];
}

/** The size of a film in the shape of the view, in pixels; even, as films want it. The view is only made larger where that is asked for. */
export function filmSize(width: number, height: number, longest: number): [number, number] {
  const scale = longest / Math.max(width, height), even = (side: number): number => 2 * Math.round((side * (longest > SIZES[1][1] ? scale : Math.min(1, scale))) / 2);
  return [even(width), even(height)];
}

function sizes({ studio: { store } }: Bench): HTMLElement {
  const list = el('select', { class: 'select', label: 'Size of the film', on: { change: () => { store.set({ filmSize: Number(list.value) }); } } },
    ...SIZES.map(([words, longest]) => el('option', { attributes: { value: String(longest) } }, words)));
  store.watch(['filmSize'], ({ filmSize: longest }) => { list.value = String(longest); });
  return list;
}

/** What a film looks like: the view as it is. */
function film({ studio, stage: { camera, lens } }: Bench, kind: Kind): void {
  const { up, perspective, filmSize: longest, seen } = studio.store.state, [x, y, z] = camera.gaze.at, { clay, ground } = colours();
  studio.motion.export(kind, {
    direction: towardEye(camera.gaze, up), up, size: filmSize(lens.width, lens.height, longest), perspective: perspective ? fieldOf(seen.lens) : 0,
    clay: isTextured(studio.store.state) ? null : clay, light: seen.light, background: [...ground], middle: [x, y, z], half: camera.half,
  });
}
