/** Reduced IK: the learned controls, and the examples they were learned from. */

import { button, el } from '../../panels/dom';
import { examples } from '../../panels/examples';
import { regions } from '../../panels/regions';
import { facts, group, overlays } from '../../panels/sections';
import type { Bench } from '../../tools/gesture';
import type { MethodView } from '../contract';

const MOST_CONTROLS = 500;

export const reduced: MethodView = {
  blends: true,
  panels: { 'Learn again': { words: 'Find the controls of the examples anew, with as many as you say, or as many as are needed.' } },
  overlays: { controls: { title: 'Controls and their share', swatches: true } },
  paint: 'Freezing needs MeshIK: a reduced rig moves controls, not single vertices.',
  panel(bench) {
    const off: (() => void)[] = [];
    const number = el('input', { class: 'number', label: 'How many controls; empty: as many as are needed', attributes: { type: 'number', min: '1', max: String(MOST_CONTROLS), placeholder: 'auto' } });
    const element = el('div', { class: 'sections' },
      group('Show', overlays(bench, [['controls', 'Controls and proxies'], ['deformation', 'Stretch']], off)),
      regions(bench, off, () => wanted(number)),
      examples(bench, off),
      group('Learn again', learning(bench, number, off)),
      facts(bench, off));
    return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
  },
};

function learning({ studio }: Bench, number: HTMLInputElement, off: (() => void)[]): HTMLElement {
  const learn = button('Learn', () => { studio.rebuild({ ...wanted(number), regions: studio.store.state.rig?.regions ?? 1 }, 'Learning'); });
  off.push(studio.store.watch(['progress'], ({ progress }) => { learn.disabled = progress !== null; }));
  return el('div', { class: 'row' }, el('label', { class: 'quiet' }, 'Controls'), number, learn);
}

/** The options that the field says: nothing leaves them to the method. */
function wanted({ value }: HTMLInputElement): Record<string, unknown> {
  const controls = Number.parseInt(value, 10);
  return Number.isFinite(controls) ? { controls: Math.min(MOST_CONTROLS, Math.max(1, controls)) } : {};
}
