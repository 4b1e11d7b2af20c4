/** Handle IK: painted parts, sculpted poses, and what can be done with them. */

import type { PoseState } from '../../state/state';
import { row, type Vector } from '../../state/vectors';
import type { Studio } from '../../studio';
import type { Bench } from '../../tools/gesture';
import { floats, type Arrays } from '../../wire/arrays';
import type { Document } from '../../wire/messages';
import type { MethodView } from '../contract';
import { partColours } from './colours';
import './handles.css';
import { press, transform } from './gestures';
import { gizmo } from './gizmo';
import { sameTree, treeOf, type Joint, type Tree } from './limbs';
import { painting } from './paint';
import { panel } from './panel';
import { pinParts } from './partrows';
import { sculptable, UNPAINTED } from './sculpture';
import { STATE } from './state';

/** Where the centres of the painted parts are; a frame that does not tell them leaves them. */
function centres(arrays: Arrays, { slices }: Document, last: PoseState | null): ReadonlyMap<number, Vector> {
  const flat = floats(arrays, 'centres');
  return flat ? new Map(slices.handles.parts.map((part, i) => [part.id, row(flat, i)])) : (last?.centres ?? new Map<number, Vector>());
}

/** Which part carries which; a frame that does not tell it, or tells the same, leaves it. */
function tree(arrays: Arrays, { slices }: Document, last: PoseState | null): Tree {
  const flat = floats(arrays, 'tree'), before = last?.tree ?? new Map<number, Joint>();
  if (!flat) return before;
  const now = treeOf(slices.handles.parts, flat);
  return sameTree(now, before) ? before : now;
}

function pictured({ store }: Studio, index: number, picture: string): void {
  const { document, shelf } = store.state;
  const sculpture = document.slices.handles.sculptures.at(index);
  if (sculpture) store.set({ shelf: new Map(shelf).set(sculpture, picture) });
}

/** All parts, while one is sculpted. */
function selectAll({ studio: { store } }: Bench): boolean {
  const { document } = store.state;
  if (!sculptable(document)) return false;
  store.set({ partSelection: document.slices.handles.parts.map(({ id }) => id) });
  return true;
}

/** What its panels are for. */
const PANELS: NonNullable<MethodView['panels']> = {
  'Parts': { words: 'What moves as one piece: paint it, then drag, turn or scale it. It takes along what hangs on it; held parts stay.', keys: ['Brush on the surface; Ctrl erases', 'Pin or free'] },
  'Sculpted poses': { words: 'Poses that are made of moved parts. Sliders mix them; with none chosen, a pulled handle finds the mixture.', keys: ['Move what is selected; then X, Y, Z and digits', 'Turn what is selected; then X, Y, Z and degrees'] },
};

export const handles: MethodView = {
  slices: { handles: UNPAINTED },
  left: (slices) => ({ handles: { ...slices.handles, sculpting: null } }),
  baked: (slices) => ({ handles: { ...slices.handles, sculpting: null } }),
  state: STATE,

  pose: (arrays, document, last) => ({ centres: centres(arrays, document, last), tree: tree(arrays, document, last) }),
  pictured,

  paint: painting,
  press,
  transform,
  scales: 'Only painted parts can be scaled. Choose Handle IK, paint a part, and select it.',
  selectAll,
  pin: pinParts,
  help: { a: 'or all parts while sculpting', p: 'or hold a part while what it carries is pulled' },
  // Handles mix poses; while one is sculpted they hold nothing.
  hidesHandles: ({ document }) => sculptable(document),

  panels: PANELS,
  panel,
  overlay: gizmo,
  colours: { resting: ({ tool, partSelection }) => tool === 'pose' && partSelection.length === 0, follows: [], within: ({ slices }) => [slices.handles.parts], of: partColours },
};
