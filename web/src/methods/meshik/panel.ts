/** MeshIK: the examples, what is frozen, and how far the pose is from a blend. */

import { examples } from '../../panels/examples';
import { el, button } from '../../panels/dom';
import { facts, group, overlays } from '../../panels/sections';
import { brushTool } from '../../tools/actions';
import type { Bench } from '../../tools/gesture';
import type { MethodView } from '../registry';

export const meshik: MethodView = {
  title: 'MeshIK',
  panel(bench) {
    const off: (() => void)[] = [];
    const element = el('div', { class: 'sections' },
      group('Show', overlays(bench, [['residual', 'Distance from the blend']], off)),
      group('Freeze', frozen(bench, off)),
      examples(bench, off),
      facts(bench, off));
    return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
  },
};

function frozen(bench: Bench, off: (() => void)[]): HTMLElement {
  const words = el('p', { class: 'quiet' });
  const paint = button('Paint', () => { brushTool(bench); });
  const thaw = button('Thaw all', () => { bench.studio.editor.edit('Thaw all', { frozen: [] }); });
  off.push(bench.studio.store.watch(['document', 'tool'], ({ document, tool }) => {
    const total = document.frozen.reduce((sum, value, i) => (i % 2 ? sum + value : sum), 0);
    words.textContent = total ? `${total.toLocaleString('en-US')} vertices stay where the first pose has them.` : 'Painted regions stay where the first pose has them.';
    thaw.disabled = total === 0;
    paint.setAttribute('aria-pressed', String(tool === 'brush'));
  }));
  return el('div', {}, words, el('div', { class: 'row' }, paint, thaw));
}
