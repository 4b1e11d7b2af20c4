/** Elastic IK: painted stiffness, and how far pulls reach. */

import { el } from '../../panels/dom';
import { facts, group, overlays } from '../../panels/sections';
import { fitOf } from '../../state/state';
import type { MethodView } from '../contract';
import { form } from '../plain';
import { stiffColours } from './colours';
import type { ElasticView } from './messages';
import { painting, UNPAINTED } from './paint';
import { patchRows } from './patchrows';
import './state';

export const elastic: MethodView = {
  slices: { elastic: UNPAINTED },
  rig: ({ view }) => ({ named: (view as ElasticView | null)?.named ?? [] }),
  paint: painting,
  panels: { Stiffness: { words: 'Painted places bend more easily or less, from very soft to like bone. Materials and groups of the file can be chosen by name.', keys: ['Brush on the surface; Ctrl erases', 'Linked: a click takes a whole part'] } },
  panel(bench) {
    const off: (() => void)[] = [];
    const { model, document } = bench.studio.store.state;
    const fit = fitOf(model, document.method);
    const element = el('div', { class: 'sections' },
      group('About this method', el('p', { class: 'quiet' }, fit?.summary ?? '')),
      patchRows(bench, off),
      group('Show', overlays(bench, [['deformation', 'Stretch']], off)),
      ...(fit?.options.length ? [form(bench, fit, off)] : []),
      facts(bench, off));
    return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
  },
  colours: {
    resting: ({ tool, partSelection }) => tool === 'pose' && partSelection.length === 0,
    follows: [],
    within: ({ slices }) => [slices.elastic.patches],
    of: stiffColours,
  },
};
