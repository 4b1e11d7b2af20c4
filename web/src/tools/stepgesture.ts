/** The one gesture behind G, R, S and every drag: it follows the pointer and what is typed, as one step of the history. */

import type { Vector } from '../state/vectors';
import type { Document } from '../wire/messages';
import type { At, Bench, Gesture } from './gesture';
import type { Place } from './lens';
import { stepOf, stepWords, sweptAbout, turnAxis, type Kind, type Pull, type Step } from './steps';
import { typedKey, UNTYPED, type AxisName, type Typed } from './typed';

export const VERBS: Readonly<Record<Kind, string>> = { move: 'Move', turn: 'Turn', scale: 'Scale' };

/** What a gesture may begin with. */
export interface Beginning {
  readonly typed?: Typed;
  /** The axis across which a move stays in its plane, until an axis is typed. */
  readonly plane?: AxisName;
  /** The point that stays under the pointer in a move; the pivot if not given. */
  readonly grip?: Vector;
  /** How far the pointer turns, in radians, from one place to another; around the pivot on the screen if not given. */
  readonly turned?: (from: Place, to: Place) => number;
}

export abstract class StepGesture implements Gesture {
  private typed: Typed;
  private last: At;
  private angle = 0;

  /** pivot: what is turned and scaled about. */
  constructor(
    protected readonly bench: Bench,
    protected readonly kind: Kind,
    private readonly pivot: Vector,
    private readonly from: At,
    private readonly beginning: Beginning = {},
  ) {
    this.typed = beginning.typed ?? UNTYPED;
    this.last = from;
    bench.studio.store.set({ gesture: stepWords(kind, this.pull()) });
  }

  /** What is moved, as the history says it. */
  protected abstract readonly subject: string;
  /** The document after a step from where the gesture began. */
  protected abstract after(step: Step): Partial<Document>;

  move(at: At): void {
    // Turns add up, so that more than half a round can be gone.
    this.angle += this.sweep(this.last, at);
    this.last = at;
    this.update();
  }

  key(key: string): boolean {
    const next = typedKey(this.typed, key);
    if (!next) return false;
    this.typed = next;
    this.angle = this.sweep(this.from, this.last);
    this.update();
    return true;
  }

  finish(): void {
    this.bench.studio.editor.end();
    this.bench.studio.store.set({ gesture: null, dragged: true });
  }

  cancel(): void {
    this.bench.studio.editor.drop();
    this.bench.studio.store.set({ gesture: null });
  }

  private update(): void {
    const { editor, store } = this.bench.studio;
    const pull = this.pull();
    editor.gesture(`${VERBS[this.kind]} ${this.subject}`, this.after(stepOf(this.kind, pull)));
    store.set({ gesture: stepWords(this.kind, pull) });
  }

  private pull(): Pull {
    const { pivot, from, typed, angle } = this;
    return { lens: this.bench.stage.lens, pivot, grip: this.beginning.grip ?? pivot, ...(this.beginning.plane ? { plane: this.beginning.plane } : {}), from, at: this.last, typed, angle };
  }

  private sweep(from: Place, to: Place): number {
    const { lens } = this.bench.stage;
    return this.beginning.turned?.(from, to) ?? sweptAbout(lens, this.pivot, turnAxis(lens, this.typed), from, to);
  }
}
