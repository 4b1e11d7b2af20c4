/** Parts that follow examples of their own: the switch, colours on the mesh, and the weights of each part. */

import { kept } from '../state/blend';
import type { State } from '../state/state';
import type { Bench } from '../tools/gesture';
import { el } from './dom';
import { group, overlays } from './sections';

/** As many as `pliant learn --local` makes: enough for the limbs of an animal. */
const REGIONS = 12;
/** Examples that a row names, the heaviest first, with at least this weight. */
const NAMED = 2;
const LEAST_NAMED = 0.1;

/** others: the options that the rig keeps when it is built again. */
export function regions(bench: Bench, off: (() => void)[], others: () => Record<string, unknown> = () => ({})): HTMLElement {
  const { store } = bench.studio;
  const own = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => {
    bench.studio.rebuild({ ...others(), regions: own.checked ? REGIONS : 1 }, own.checked ? 'Finding parts' : 'Joining the parts');
  } } });
  const show = overlays(bench, [['followed', 'Which example leads']], off);
  const list = el('ol', { class: 'regions' });
  off.push(store.watch(['rig', 'progress'], ({ rig, progress }) => {
    own.checked = (rig?.regions ?? 1) > 1;
    own.disabled = rig === null || progress !== null;
    show.hidden = !own.checked;
  }));
  off.push(store.watch(['pose', 'model', 'rig'], (state) => {
    list.replaceChildren(...rows(state).map((words, part) => item(bench, words, part)));
    list.hidden = list.childElementCount === 0;
  }));
  off.push(() => { store.set({ partNear: null }); });
  return group('Parts', el('label', { class: 'switch', title: 'A leg may follow one example while the tail follows another' }, el('span', {}, 'Follow examples of their own'), own), show, list);
}

/** What each part follows, in words; none where the whole follows one mix. */
function rows({ pose, model, rig }: Readonly<State>): string[] {
  const names = kept(model, rig).map((example) => model?.examples[example] ?? '');
  const count = names.length;
  const flat = pose?.regional;
  if (!flat || count === 0) return [];
  return Array.from({ length: flat.length / count }, (_, part) => leading(names, flat.subarray(part * count, (part + 1) * count)));
}

export function leading(names: readonly string[], weights: ArrayLike<number>): string {
  const order = names.map((_, i) => i).sort((a, b) => weights[b] - weights[a]);
  const told = order.filter((i, place) => place === 0 || weights[i] >= LEAST_NAMED).slice(0, NAMED);
  return told.map((i) => `${names[i]} ${weights[i].toFixed(2)}`).join(', ');
}

function item({ studio: { store } }: Bench, words: string, part: number): HTMLElement {
  const near = (on: boolean) => (): void => { store.set({ partNear: on ? part : null }); };
  return el('li', { title: 'Show this part on the mesh, where its colours are shown', attributes: { tabindex: '0' }, on: { pointerenter: near(true), pointerleave: near(false), focus: near(true), blur: near(false) } }, words);
}
