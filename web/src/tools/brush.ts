/** Freezing regions by painting over them. */

import { mask, runs, spareHandles } from '../state/document';
import type { Vector } from '../state/vectors';
import type { At, Bench, Gesture } from './gesture';
import { pixelAt } from './lens';

/** Mark (or clear) the vertices of V, flat (n, 3), within a radius of a point. */
export function dab(marked: Uint8Array, V: ArrayLike<number>, at: Vector, radius: number, on: boolean): void {
  const reach = radius * radius;
  for (let i = 0, j = 0; i < marked.length; i++, j += 3) {
    const x = V[j] - at[0], y = V[j + 1] - at[1], z = V[j + 2] - at[2];
    if (x * x + y * y + z * z <= reach) marked[i] = on ? 1 : 0;
  }
}

export class Stroke implements Gesture {
  private readonly marked: Uint8Array;

  constructor(
    private readonly bench: Bench,
    from: At,
  ) {
    const { model, document } = bench.studio.store.state;
    this.marked = mask(document.frozen, (model?.V.length ?? 0) / 3);
    this.move(from);
  }

  move(at: At): void {
    const { stage, studio } = this.bench;
    const hit = stage.pick(at.x, at.y);
    const V = stage.positions();
    if (!hit || !V) return;
    dab(this.marked, V, hit.at, studio.store.state.brush * pixelAt(stage.lens, hit.at), !at.ctrlKey);
    spareHandles(this.marked, studio.store.state.document.handles, studio.store.state.model!.F);
    studio.editor.gesture(at.ctrlKey ? 'Thaw a region' : 'Freeze a region', { frozen: runs(this.marked) });
  }

  finish(): void {
    this.bench.studio.editor.end();
  }

  cancel(): void {
    this.bench.studio.editor.drop();
  }
}
