/** Selecting handles with a rectangle. */

import { shownAt } from '../state/document';
import type { At, Bench, Gesture } from './gesture';
import { project } from './lens';

export class Box implements Gesture {
  private readonly frame = document.createElement('div');
  private to: At;

  constructor(
    private readonly bench: Bench,
    private readonly from: At,
  ) {
    this.to = from;
    this.frame.className = 'box';
    bench.stage.canvas.parentElement?.append(this.frame);
  }

  move(at: At): void {
    this.to = at;
    const { left, top, right, bottom } = this.sides();
    Object.assign(this.frame.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
  }

  finish(): void {
    this.frame.remove();
    const { store } = this.bench.studio;
    const { document, pose, selection } = store.state;
    const { left, top, right, bottom } = this.sides();
    const inside = document.handles.filter((handle) => {
      const { x, y } = project(this.bench.stage.lens, shownAt(document, pose?.reached ?? null, handle));
      return x >= left && x <= right && y >= top && y <= bottom;
    });
    const ids = inside.map((handle) => handle.id);
    store.set({ selection: this.from.shiftKey ? [...new Set([...selection, ...ids])] : ids, tool: 'pose' });
  }

  cancel(): void {
    this.frame.remove();
  }

  private sides(): { left: number; top: number; right: number; bottom: number } {
    return {
      left: Math.min(this.from.x, this.to.x), right: Math.max(this.from.x, this.to.x),
      top: Math.min(this.from.y, this.to.y), bottom: Math.max(this.from.y, this.to.y),
    };
  }
}
