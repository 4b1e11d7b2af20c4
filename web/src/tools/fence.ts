/** Selecting with a rectangle or a free line: handles, what a method has of its own, or the surface inside. */

import { viewOf } from '../methods/views';
import { shownAt } from '../state/document';
import type { At, Bench, Gesture } from './gesture';
import { project, type Lens } from './lens';
import { Marking, type Paint } from './paint';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Whether a point lies in a closed polygon, by the crossings of a ray to the right. */
export function encloses(corners: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const a = corners[i], b = corners[j];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

/** The vertices of V, flat (n, 3), in front of the viewer and within the polygon on the screen. */
export function enclosed(corners: readonly Point[], V: ArrayLike<number>, lens: Lens): number[] {
  const found: number[] = [];
  const left = Math.min(...corners.map(({ x }) => x)), right = Math.max(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y)), bottom = Math.max(...corners.map(({ y }) => y));
  for (let i = 0; i < V.length / 3; i++) {
    const at = project(lens, [V[3 * i], V[3 * i + 1], V[3 * i + 2]]);
    if (at.depth < -1 || at.depth > 1 || at.x < left || at.x > right || at.y < top || at.y > bottom) continue;
    if (encloses(corners, at)) found.push(i);
  }
  return found;
}

/** What is selected after a fence: what it holds, with Shift in addition, with Ctrl what it does not hold. */
export function fenced(selection: readonly number[], inside: readonly number[], { shiftKey, ctrlKey }: Pick<At, 'shiftKey' | 'ctrlKey'>): number[] {
  const without = selection.filter((id) => !inside.includes(id));
  return ctrlKey ? without : shiftKey ? [...without, ...inside] : [...inside];
}

/** shape: 'box' keeps two corners, 'lasso' every point of the way; paint: for the surface, null for handles. */
export class Fence implements Gesture {
  private readonly frame = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly line = document.createElementNS('http://www.w3.org/2000/svg', 'polygon');
  private way: Point[];

  constructor(
    private readonly bench: Bench,
    private readonly shape: 'box' | 'lasso',
    private readonly paint: Paint | null,
    private readonly from: At,
  ) {
    this.way = [from];
    this.frame.classList.add('fence');
    this.frame.append(this.line);
    bench.stage.canvas.parentElement?.append(this.frame);
  }

  move(at: At): void {
    this.way = this.shape === 'box' ? [this.from, at] : [...this.way, at];
    const shift = this.bench.stage.shift(this.from.pane);
    this.line.setAttribute('points', this.corners().map(({ x, y }) => `${x + shift},${y}`).join(' '));
  }

  finish(): void {
    this.frame.remove();
    const { store } = this.bench.studio;
    if (this.paint) {
      this.mark(this.paint);
      return;
    }
    this.select();
    store.set({ tool: 'pose' });
  }

  cancel(): void {
    this.frame.remove();
  }

  private select(): void {
    const { store } = this.bench.studio;
    const { document, pose, rig, selection, aim } = store.state;
    if (aim === 'own') {
      viewOf(document.method).fenced?.select(this.bench, this.corners(), this.from);
      return;
    }
    const corners = this.corners(), { lens } = this.bench.stage;
    const inside = document.handles.filter((handle) => encloses(corners, project(lens, shownAt(document, pose?.reached ?? null, handle, rig?.pins))));
    store.set({ selection: fenced(selection, inside.map((handle) => handle.id), this.from) });
  }

  private mark(paint: Paint): void {
    const { stage, studio } = this.bench;
    const V = stage.positions(this.from.pane);
    if (!V) return;
    const all = enclosed(this.corners(), V, stage.lens);
    const seen = studio.store.state.through ? all : stage.visible(all, this.from.pane);
    if (seen.length === 0) return;
    const marking = new Marking(this.bench, paint);
    marking.show(seen, !this.from.ctrlKey);
    marking.keep(`${paint.verbs[this.from.ctrlKey ? 1 : 0]} a region`);
  }

  private corners(): readonly Point[] {
    if (this.shape === 'lasso') return this.way;
    const [a, b] = [this.way[0], this.way[this.way.length - 1]];
    return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  }
}
