/** MeshIK: the examples, what is frozen, and how far the pose is from a blend. */

import { examples } from '../../panels/examples';
import { el, button } from '../../panels/dom';
import { regions } from '../../panels/regions';
import { facts, group, overlays } from '../../panels/sections';
import { countOf, mask } from '../../state/document';
import { frozenRegion } from '../../state/state';
import { takeTool } from '../../tools/actions';
import type { Bench } from '../../tools/gesture';
import type { Paint } from '../../tools/paint';
import type { MethodView } from '../contract';

const freezing: Paint = {
  verbs: ['Freeze', 'Thaw'],
  fades: false,
  underHandles: false,
  region: ({ frozen: region }) => region,
  marked({ studio }) {
    const { state } = studio.store;
    return mask(frozenRegion(state), (state.model?.V.length ?? 0) / 3);
  },
  keep({ studio }, label, region) {
    studio.editor.edit(label, { frozen: region });
  },
};

export const meshik: MethodView = {
  blends: true,
  freezes: true,
  paint: freezing,
  panels: { Freeze: { words: 'Painted vertices stay exactly where they are at rest, whatever you pull.', keys: ['Brush on the surface; Ctrl erases'] } },
  overlays: { residual: { title: 'Distance from the blend', moves: true, unblended: 'A free blend has no distance from itself. Pull a handle first.' } },
  panel(bench) {
    const off: (() => void)[] = [];
    const element = el('div', { class: 'sections' },
      group('Show', overlays(bench, [['deformation', 'Stretch'], ['residual', 'Distance from the blend']], off)),
      group('Freeze', frozen(bench, off)),
      regions(bench, off),
      examples(bench, off),
      facts(bench, off));
    return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
  },
};

function frozen(bench: Bench, off: (() => void)[]): HTMLElement {
  const words = el('p', { class: 'quiet' });
  const paint = button('Paint', () => { takeTool(bench, 'brush'); });
  const thaw = button('Thaw all', () => { bench.studio.editor.edit('Thaw all', { frozen: null }); });
  off.push(bench.studio.store.watch(['document', 'tool', 'regions'], (state) => {
    const total = countOf(frozenRegion(state));
    words.textContent = total ? `${total.toLocaleString('en-US')} vertices stay where they were painted.` : 'Painted regions stay where they are.';
    thaw.disabled = total === 0;
    paint.setAttribute('aria-pressed', String(state.tool === 'brush'));
  }));
  return el('div', {}, words, el('div', { class: 'row' }, paint, thaw));
}
