/** Joint IK: parts and joints, and what can be done with them. */

import { mask } from '../../state/document';
import { markedRegion } from '../../state/state';
import type { At, Bench, Gesture } from '../../tools/gesture';
import type { Paint } from '../../tools/paint';
import { SLACK } from '../../tools/press';
import type { Hit } from '../../view/picking';
import type { MethodView } from '../registry';
import { partTints } from './colours';
import { el } from '../../panels/dom';
import { gizmo } from './gizmo';
import { overlay } from './overlay';
import { panel } from './panel';
import { select } from './parts';

/** What is painted waits to be split off. */
const painting: Paint = {
  verbs: ['Paint', 'Erase'],
  fades: false,
  underHandles: true,
  marked({ studio }) {
    const { state } = studio.store;
    return mask(markedRegion(state), (state.model?.V.length ?? 0) / 3);
  },
  keep({ studio }, label, region) {
    studio.editor.edit(label, { painted: region });
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

export const joints: MethodView = {
  title: 'Joints',
  paint: painting,
  panel,
  press,
  colours: partTints,
  overlay: (bench) => el('div', { class: 'layers' }, overlay(bench), gizmo(bench)),
};
