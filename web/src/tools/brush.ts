/** Marking by painting over the surface, and whole linked parts by a click. */

import { adjacencyOf, flood } from '../state/adjacency';
import type { Floats } from '../state/state';
import { WHOLLY } from '../state/document';
import { length, minus, row } from '../state/vectors';
import type { Hit } from '../view/picking';
import type { At, Bench, Gesture } from './gesture';
import { pixelAt } from './lens';
import { Marking, type Paint } from './paint';

/** Vertices of V, flat (n, 3), that the surface joins to the hit without leaving a ball around it. */
export function dab(model: { V: Floats; F: Uint32Array<ArrayBuffer> }, V: Floats, hit: Hit, radius: number): number[] {
  const found: number[] = [];
  flood(adjacencyOf(model), cornersOf(model.F, hit.face), (vertex) => distance(V, vertex, hit) <= radius, (vertex) => found.push(vertex));
  return found;
}

/** Levels from 255 in the inner half of a dab down to 1 at its rim, smoothly. */
export function faded(V: Floats, vertices: readonly number[], hit: Hit, radius: number): number[] {
  return vertices.map((vertex) => {
    const t = Math.min(1, Math.max(0, 2 - (2 * distance(V, vertex, hit)) / radius));
    return Math.max(1, Math.round(WHOLLY * t * t * (3 - 2 * t)));
  });
}

function distance(V: Floats, vertex: number, hit: Hit): number {
  return length(minus(row(V, vertex), hit.at));
}

/** All vertices of the part that a triangle belongs to. */
export function linked(model: { V: Floats; F: Uint32Array<ArrayBuffer> }, face: number): number[] {
  const found: number[] = [];
  flood(adjacencyOf(model), cornersOf(model.F, face), () => true, (vertex) => found.push(vertex));
  return found;
}

function cornersOf(F: Uint32Array, face: number): number[] {
  return [F[3 * face], F[3 * face + 1], F[3 * face + 2]];
}

export class Stroke implements Gesture {
  private readonly marking: Marking;
  private readonly on: boolean;

  constructor(
    private readonly bench: Bench,
    private readonly paint: Paint,
    from: At,
  ) {
    this.marking = new Marking(bench, paint);
    this.on = !from.ctrlKey;
    this.move(from);
  }

  move(at: At): void {
    const { stage, studio } = this.bench;
    const hit = stage.pick(at);
    const V = stage.positions(at.pane), { model, brush, soft } = studio.store.state;
    if (!hit || !V || !model) return;
    const radius = brush * (at.pressure ?? 1) * pixelAt(stage.lens, hit.at);
    const vertices = dab(model, V, hit, radius);
    this.marking.show(vertices, this.on, soft && this.paint.fades ? faded(V, vertices, hit, radius) : null);
  }

  finish(): void {
    this.marking.keep(`${this.paint.verbs[this.on ? 0 : 1]} a region`);
  }

  cancel(): void {
    this.marking.drop();
  }
}

/** A click on a part marks all of it. */
export class LinkedClick implements Gesture {
  constructor(
    private readonly bench: Bench,
    private readonly paint: Paint,
    private readonly hit: Hit,
    private readonly from: At,
  ) {}

  move(): void {
    // Only where the press began counts.
  }

  finish(): void {
    const { model } = this.bench.studio.store.state;
    if (!model) return;
    const marking = new Marking(this.bench, this.paint);
    marking.show(linked(model, this.hit.face), !this.from.ctrlKey);
    marking.keep(`${this.paint.verbs[this.from.ctrlKey ? 1 : 0]} a part`);
  }

  cancel(): void {
    // Nothing has happened yet.
  }
}
