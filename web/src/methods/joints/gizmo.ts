/** What is taken hold of at a selected joint: arrows and the disc move its origin, rings turn its axis. */

import type { State } from '../../state/state';
import { length, minus, times, turned, type Vector } from '../../state/vectors';
import type { At, Bench, Gesture } from '../../tools/gesture';
import { Arrow, gizmoPicture, Hoop, Knob, NAMES, RING } from '../../tools/gizmo';
import { inScreenPlane, onAxis, type Place } from '../../tools/lens';
import { SLACK } from '../../tools/press';
import { handleAt } from '../../tools/pull';
import { ringTurn } from '../../tools/rings';
import { AXES, type AxisName } from '../../tools/typed';
import { watchMechanism } from './watch';
import { carried, corrected, edit, frameRow, jointName, tiltedFrame, uncarried } from './mechanism';
import type { JointView } from './messages';
import type { JointDraft } from './state';

const ORIGIN: Vector = [0, 0, 0];
/** Decimals of an axis that is being turned. */
const FIGURES = 3;

/** The joint at a place of the list, as its gizmo has it. */
export function drafted({ rig, jointDraft }: Pick<State, 'rig' | 'jointDraft'>, index: number): JointView {
  const joint = rig!.mechanism!.joints[index];
  return jointDraft?.joint === index ? { ...joint, origin: jointDraft.origin, frame: [...jointDraft.frame] } : joint;
}

/** A drag that shows where the joint would be, and corrects it once at its end: every correction makes the parts anew. */
abstract class Correct implements Gesture {
  protected readonly joint: JointView;
  protected readonly palette: ArrayLike<number> | null;
  private way = 0;

  constructor(
    protected readonly bench: Bench,
    private readonly index: number,
    protected readonly from: At,
  ) {
    const { state } = bench.studio.store;
    this.joint = drafted(state, index);
    this.palette = state.pose?.palette ?? null;
  }

  /** Where the joint would be with the pointer at a place, and that in words. */
  protected abstract draft(at: At): { readonly draft: Partial<JointDraft>; readonly words: string };
  /** The correction that a draft stands for. */
  protected abstract correct(draft: JointDraft): { readonly label: string; readonly next: ReturnType<typeof edit> };

  move(at: At): void {
    this.way = Math.max(this.way, Math.hypot(at.x - this.from.x, at.y - this.from.y));
    if (this.way < SLACK) return;
    const { draft, words } = this.draft(at);
    const { origin, frame } = this.joint;
    this.bench.studio.store.set({ jointDraft: { joint: this.index, origin, frame, ...draft }, gesture: `${words} · Esc: cancel` });
  }

  finish(): void {
    const { store, editor } = this.bench.studio;
    const { jointDraft, document, rig } = store.state;
    store.set({ gesture: null });
    // A click lets go of the joint, as it took hold of it.
    if (this.way < SLACK) store.set({ jointSelection: null });
    else if (jointDraft && rig?.mechanism) {
      const { label, next } = this.correct(jointDraft);
      editor.edit(`${label} of ${jointName(rig.mechanism, this.joint)}`, corrected(document, next));
    }
  }

  cancel(): void {
    this.bench.studio.store.set({ jointDraft: null, gesture: null });
  }
}

/** Moves what a joint turns about: along an axis of the model, or in the plane of the screen. */
class MoveOrigin extends Correct {
  constructor(bench: Bench, index: number, from: At, private readonly middle: Vector, private readonly axis: AxisName | null) {
    super(bench, index, from);
  }

  protected draft(at: At): { draft: Partial<JointDraft>; words: string } {
    const { lens } = this.bench.stage, dx = at.x - this.from.x, dy = at.y - this.from.y;
    const to = this.axis ? onAxis(lens, this.middle, AXES[this.axis], dx, dy) : inScreenPlane(lens, this.middle, dx, dy);
    const far = length(minus(to, this.middle)).toPrecision(3);
    return { draft: { origin: uncarried(this.palette, this.joint.bodies[0], to) }, words: `Origin${this.axis ? ` along ${this.axis}` : ''}: ${far}` };
  }

  protected correct({ joint, origin }: JointDraft): { label: string; next: ReturnType<typeof edit> } {
    return { label: 'Move the origin', next: edit('origin', { joint, origin }) };
  }
}

/** Turns the axis of a joint about one of the model's. */
class TurnAxis extends Correct {
  private readonly sweep: (from: Place, to: Place) => number;
  private readonly about: Vector;
  private angle = 0;
  private last: At;

  constructor(bench: Bench, index: number, from: At, middle: Vector, axis: AxisName) {
    super(bench, index, from);
    this.last = from;
    this.sweep = ringTurn(bench.stage.lens, middle, axis, RING);
    const body = this.joint.bodies[0];
    const way = minus(uncarried(this.palette, body, AXES[axis]), uncarried(this.palette, body, ORIGIN));
    this.about = times(way, 1 / length(way));
  }

  protected draft(at: At): { draft: Partial<JointDraft>; words: string } {
    this.angle += this.sweep(this.last, at);
    this.last = at;
    const axis = turned(frameRow(this.joint, 0), ORIGIN, this.about, this.angle);
    return { draft: { frame: tiltedFrame(this.joint.frame, axis) }, words: `Axis: ${axis.map((value) => value.toFixed(FIGURES)).join(' ')}` };
  }

  protected correct({ joint, frame }: JointDraft): { label: string; next: ReturnType<typeof edit> } {
    return { label: 'Turn the axis', next: edit('axis', { joint, axis: frameRow({ frame: [...frame] }, 0) }) };
  }
}

export function gizmo(bench: Bench): SVGSVGElement {
  const { studio, stage } = bench;
  const selected = (): number => studio.store.state.jointSelection ?? 0;
  const parts = [
    ...NAMES.map((axis) => new Hoop(axis, (_, at, middle) => new TurnAxis(bench, selected(), at, middle, axis))),
    ...NAMES.map((axis) => new Arrow(axis, (_, at, middle) => new MoveOrigin(bench, selected(), at, middle, axis))),
    new Knob((_, at, middle) => new MoveOrigin(bench, selected(), at, middle, null)),
  ];
  const middle = (): Vector | undefined => {
    const { state } = studio.store;
    const { document, rig, jointSelection, tool, showJoints, exploded, beside, pose, peek } = state;
    const ready = document.method === 'joints' && rig?.method === 'joints' && tool === 'pose' && showJoints && !exploded && !beside && !peek && (!pose?.V || pose.palette !== null);
    if (!ready || jointSelection === null || !rig.mechanism?.joints.at(jointSelection)?.motions.length) return undefined;
    const joint = drafted(state, jointSelection);
    return carried(pose?.palette ?? null, joint.bodies[0], joint.origin);
  };
  // What the server has followed, or refused, is no draft any longer.
  watchMechanism(bench, [], () => { if (studio.store.state.jointDraft) studio.store.set({ jointDraft: null }); }, []);
  return gizmoPicture(bench, {
    label: 'Move and turn the selected joint', parts, middle,
    slices: ['document', 'rig', 'pose', 'jointSelection', 'jointDraft', 'tool', 'showJoints', 'exploded', 'beside', 'peek'],
    yields: (at) => handleAt(studio.store.state, stage.lens, at) !== null,
  });
}
