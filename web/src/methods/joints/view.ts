/** Joint IK: parts and joints, and what can be done with them. */

import { el } from '../../panels/dom';
import { mask, sliced } from '../../state/document';
import { regionNamed } from '../../state/state';
import type { Studio } from '../../studio';
import type { At, Bench, Gesture } from '../../tools/gesture';
import type { Paint } from '../../tools/paint';
import { SLACK } from '../../tools/press';
import type { Hit } from '../../view/picking';
import { floats, indices } from '../../wire/arrays';
import type { Document } from '../../wire/messages';
import type { MethodView } from '../contract';
import { partTints } from './colours';
import { take as takeInstead } from './instead';
import { explodedRest } from './explosion';
import { gizmo } from './gizmo';
import { FOUND } from './mechanism';
import type { MechanismView } from './messages';
import { overlay } from './overlay';
import { panel } from './panel';
import { select } from './parts';
import { takeRun } from './running';
import { STATE } from './state';

/** What is painted waits to be split off. */
const painting: Paint = {
  verbs: ['Paint', 'Erase'],
  fades: false,
  underHandles: true,
  region: ({ slices }) => slices.joints.painted,
  marked({ studio }) {
    const { state } = studio.store;
    return mask(regionNamed(state, state.document.slices.joints.painted), (state.model?.V.length ?? 0) / 3);
  },
  keep({ studio }, label, region) {
    studio.editor.edit(label, sliced(studio.store.state.document, 'joints', { painted: region }));
  },
};

/** A press on a part that stands apart: a click selects it; the camera goes on elsewhere. */
class PickPart implements Gesture {
  private moved = 0;
  private last: At;

  constructor(
    private readonly bench: Bench,
    private readonly part: number,
    private readonly from: At,
  ) {
    this.last = from;
  }

  move(at: At): void {
    this.moved += Math.hypot(at.x - this.last.x, at.y - this.last.y);
    if (this.moved >= SLACK) {
      this.bench.stage.camera.orbit(at.x - this.last.x, at.y - this.last.y);
      this.bench.stage.invalidate();
    }
    this.last = at;
  }

  finish(): void {
    if (this.moved < SLACK) select(this.bench, this.part, this.from.shiftKey);
  }

  cancel(): void {
    this.moved = SLACK;
  }
}

/** Parts that stand apart are selected, not pulled. */
function press(bench: Bench, at: At, hit: Hit | null): Gesture | null | undefined {
  const { exploded, rig, model } = bench.studio.store.state;
  if (!exploded) return undefined;
  if (!hit || !rig?.component || !model) return null;
  return new PickPart(bench, rig.component[model.F[3 * hit.face]], at);
}

/** What its panels are for. */
const PANELS: NonNullable<MethodView['panels']> = {
  Joints: { words: 'How parts move against each other: set each by its slider, correct it after a click on its name. One that is less than 90% sure tells what else it could be.' },
  Parts: { words: 'The pieces that stay whole. Select several to make them one or to join them; a soft one bends.' },
  Split: { words: 'Paint some of a part, and make it a part of its own, loose or on a hinge.', keys: ['Brush on the surface; Ctrl erases', 'Lasso'] },
  Simulate: { words: 'The mechanism is left to its weight in MuJoCo, and you see whether it holds. Nothing of your pose changes.' },
};

/** A correction that cannot be is taken back, so that the next pull finds a mechanism. */
function refused({ store, editor }: Studio, { slices: { joints: { edits } } }: Document): void {
  const { document, followedEdits } = store.state;
  if (edits !== followedEdits && document.slices.joints.edits === edits) editor.refuse();
}

export const joints: MethodView = {
  slices: { joints: FOUND },
  left: (slices) => ({ joints: { ...slices.joints, painted: null } }),
  baked: (slices) => ({ joints: { ...slices.joints, painted: null } }),
  state: STATE,

  rig: ({ view }, arrays) => ({ mechanism: view as MechanismView | null, component: indices(arrays, 'component'), cells: floats(arrays, 'cells'), cellBody: indices(arrays, 'cell_body') }),
  doubt: ({ mechanism }) => !mechanism || mechanism.joints.some(({ kind, confidence }) => kind !== 'fixed' && confidence >= mechanism.doubtful) ? null : 'no joint was found that surely moves',
  pose: (arrays) => ({ values: floats(arrays, 'values'), settings: floats(arrays, 'settings') }),
  posed: ({ store }, { slices }) => { store.set({ followedEdits: slices.joints.edits }); },
  take: (studio, message, arrays) => {
    takeInstead(studio, message);
    takeRun(studio, message, arrays);
  },
  refused,
  awaited: ({ followedEdits, document }) => (followedEdits === document.slices.joints.edits ? 'Finding the pose' : 'Making the parts anew'),

  paint: painting,
  panels: PANELS,
  press,
  hidesHandles: ({ exploded, peek }) => exploded || peek !== null,

  panel,
  overlay: (bench) => el('div', { class: 'layers' }, overlay(bench), gizmo(bench)),
  colours: { resting: ({ tool, partSelection, jointSelection }) => tool === 'pose' && partSelection.length === 0 && jointSelection === null, follows: ['partColours', 'jointSelection'], of: partTints },
  rest: { follows: ['exploded'], of: explodedRest },
  exports: [
    { kind: 'parts', title: 'GLB with parts', hint: 'a node for each part, with its joints' },
    { kind: 'urdf', title: 'URDF', hint: 'parts and joints for robots, in an archive' },
    { kind: 'mjcf', title: 'MJCF', hint: 'for MuJoCo, in an archive' },
    { kind: 'usd', title: 'USD physics', hint: 'for Isaac Sim and others, in an archive' },
  ],
};
