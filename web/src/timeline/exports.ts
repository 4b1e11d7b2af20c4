/** The animation, in the export menu. */

import { el } from '../panels/dom';
import { isTextured } from '../state/state';
import type { Bench } from '../tools/gesture';
import { fieldOf, towardEye } from '../view/camera';
import type { ExportInto, ExportMotion } from '../wire/messages';

type Kind = ExportMotion['kind'];

const KINDS: readonly (readonly [string, string, readonly Kind[]])[] = [
  ['Animation', 'skins where the rig has one', ['glb', 'gltf', 'usdc', 'usda', 'usdz', 'usd', 'abc', 'pc2', 'mdd', 'npz', 'obj', 'ply']],
  ['Film of this view', '', ['mp4', 'webm', 'gif', 'webp']],
  ['Keys, or frames side by side', '', ['track', 'png']],
];
const WORDS: Partial<Record<Kind, string>> = { track: 'Track', png: 'Sheet', obj: 'OBJ zip', ply: 'PLY zip' };
/** Pixels of a film's longer side. */
const LONGEST = 1280;

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
  store.watch(['document', 'clip'], ({ document, clip }) => { whole.hidden = moving && clip === null && document.timeline.rows.length === 0; });
  return whole;
}

/** Entries for every format; hidden where nothing moves. */
export function motions(bench: Bench, close: () => void): HTMLElement[] {
  const { store } = bench.studio;
  const whole = el('div', { class: 'motions' }, ...KINDS.flatMap(([title, hint, kinds]) => [
    el('div', { class: 'formats-title' }, title, hint ? el('small', {}, hint) : null),
    el('div', { class: 'formats' }, ...kinds.map((kind) => {
      const item = el('button', { label: `${title} as ${WORDS[kind] ?? kind.toUpperCase()}`, attributes: { type: 'button', role: 'menuitem' }, on: { click: () => { close(); film(bench, kind); } } }, WORDS[kind] ?? kind.toUpperCase());
      if (kind === 'track') store.watch(['clip'], ({ clip }) => { item.hidden = clip !== null; });
      return item;
    })),
  ]));
  store.watch(['document', 'clip'], ({ document, clip }) => { whole.hidden = clip === null && document.timeline.rows.length === 0; });
  return [whole];
}

function film({ studio, stage }: Bench, kind: Kind): void {
  const { up, perspective, seen } = studio.store.state;
  const { width, height } = stage.lens, scale = Math.min(1, LONGEST / Math.max(width, height));
  studio.motion.export(kind, { direction: towardEye(stage.camera.gaze, up), up, size: [Math.round(scale * width), Math.round(scale * height)], perspective: perspective ? fieldOf(seen.lens) : 0, clay: !isTextured(studio.store.state) });
}
