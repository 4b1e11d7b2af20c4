/** Reduced IK: the learned controls, and the examples they were learned from. */

import { button, el } from '../../panels/dom';
import { examples } from '../../panels/examples';
import { facts, group, overlays } from '../../panels/sections';
import type { Bench } from '../../tools/gesture';
import type { MethodView } from '../contract';

const MOST_CONTROLS = 500;

export const reduced: MethodView = {
  title: 'Reduced',
  blends: true,
  overlays: { controls: { title: 'Controls and their share', swatches: true } },
  paint: 'Freezing needs MeshIK: a reduced rig moves controls, not single vertices.',
  panel(bench) {
    const off: (() => void)[] = [];
    const element = el('div', { class: 'sections' },
      group('Show', overlays(bench, [['controls', 'Controls and proxies'], ['deformation', 'Stretch']], off)),
      examples(bench, off),
      group('Learn again', learning(bench, off)),
      facts(bench, off));
    return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
  },
};

function learning(bench: Bench, off: (() => void)[]): HTMLElement {
  const number = el('input', { class: 'number', label: 'How many controls; empty: as many as are needed', attributes: { type: 'number', min: '1', max: String(MOST_CONTROLS), placeholder: 'auto' } });
  const learn = button('Learn', () => {
    const controls = Number.parseInt(number.value, 10);
    bench.studio.rebuild(Number.isFinite(controls) ? { controls: Math.min(MOST_CONTROLS, Math.max(1, controls)) } : {}, 'Learning');
  });
  off.push(bench.studio.store.watch(['progress'], ({ progress }) => { learn.disabled = progress !== null; }));
  return el('div', { class: 'row' }, el('label', { class: 'quiet' }, 'Controls'), number, learn);
}
