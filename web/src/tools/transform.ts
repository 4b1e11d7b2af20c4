/** Moving and turning handles, by the pointer and by typed axes and numbers. */

import { moved } from '../state/document';
import { centre, minus, plus, times, turned, type Vector } from '../state/vectors';
import type { Handle } from '../wire/messages';
import type { At, Bench, Gesture } from './gesture';
import { inScreenPlane, onAxis, project, swept, towardViewer } from './lens';
import { AXES, typedKey, typedNumber, UNTYPED, type Typed } from './typed';

abstract class Transform implements Gesture {
  protected typed: Typed = UNTYPED;
  protected last: At;

  /** handles: all of the document as the gesture finds them; free: those that move. */
  constructor(
    protected readonly bench: Bench,
    protected readonly handles: readonly Handle[],
    protected readonly free: readonly Handle[],
    protected readonly from: At,
  ) {
    this.last = from;
  }

  protected abstract targets(): Map<number, Vector>;
  protected abstract readonly verb: string;
  protected abstract words(): string;

  move(at: At): void {
    this.last = at;
    this.update();
  }

  key(key: string): boolean {
    const next = typedKey(this.typed, key);
    if (!next) return false;
    this.typed = next;
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
    editor.gesture(this.label(), { handles: moved(this.handles, this.targets()), weights: null });
    store.set({ gesture: this.words() });
  }

  private label(): string {
    const [first] = this.free;
    return this.free.length === 1 ? `${this.verb} handle ${first.id}` : `${this.verb} ${this.free.length} handles`;
  }
}

export class Move extends Transform {
  protected readonly verb = 'Move';

  protected targets(): Map<number, Vector> {
    const way = this.way();
    return new Map(this.free.map((handle) => [handle.id, plus(handle.target, way)]));
  }

  protected words(): string {
    const way = this.way();
    const axis = this.typed.axis ?? (typedNumber(this.typed) === null ? null : 'X');
    return axis ? `Move along ${axis}: ${way['XYZ'.indexOf(axis)].toPrecision(3)}` : 'Move · X, Y, Z: along an axis · Esc: cancel';
  }

  private way(): Vector {
    const { lens } = this.bench.stage;
    const start = this.free[0].target;
    const number = typedNumber(this.typed);
    const dx = this.last.x - this.from.x, dy = this.last.y - this.from.y;
    if (number !== null) return times(AXES[this.typed.axis ?? 'X'], number);
    if (this.typed.axis) return minus(onAxis(lens, start, AXES[this.typed.axis], dx, dy), start);
    return minus(inScreenPlane(lens, start, dx, dy), start);
  }
}

export class Turn extends Transform {
  protected readonly verb = 'Turn';
  private readonly pivot = centre(this.free.map((handle) => handle.target));

  protected targets(): Map<number, Vector> {
    const axis = this.typed.axis ? AXES[this.typed.axis] : towardViewer(this.bench.stage.lens);
    const angle = this.angle();
    return new Map(this.free.map((handle) => [handle.id, turned(handle.target, this.pivot, axis, angle)]));
  }

  protected words(): string {
    const about = this.typed.axis ? ` about ${this.typed.axis}` : '';
    return `Turn${about}: ${((this.angle() * 180) / Math.PI).toFixed(1)}°`;
  }

  private angle(): number {
    const number = typedNumber(this.typed);
    if (number !== null) return (number * Math.PI) / 180;
    const { lens } = this.bench.stage;
    const angle = swept(project(lens, this.pivot), this.from, this.last);
    // Seen from behind, an axis turns the other way.
    const axis = this.typed.axis ? AXES[this.typed.axis] : null;
    const facing = axis ? axis.reduce((sum, a, i) => sum + a * towardViewer(lens)[i], 0) : 1;
    return facing < 0 ? -angle : angle;
  }
}
