/** Handle IK: the painted parts, and the shelf of sculpted poses. */

import { el } from '../../panels/dom';
import { facts, group, overlays } from '../../panels/sections';
import type { Bench } from '../../tools/gesture';
import { partRows } from './partrows';
import { shelf } from './shelf';

export function panel(bench: Bench): { element: HTMLElement; dispose: () => void } {
  const off: (() => void)[] = [];
  const element = el('div', { class: 'sections' },
    shelf(bench, off),
    partRows(bench, off),
    group('Show', overlays(bench, [['deformation', 'Stretch']], off)),
    facts(bench, off));
  return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
}
