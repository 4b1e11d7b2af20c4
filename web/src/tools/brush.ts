/** Marking by painting over the surface, and whole linked parts by a click. */

import { adjacencyOf, flood } from '../state/adjacency';
import type { Floats } from '../state/state';
import { row } from '../state/vectors';
import type { Hit } from '../view/picking';
import type { At, Bench, Gesture } from './gesture';
import { pixelAt } from './lens';
import { Marking, type Paint } from './paint';

/** Vertices of V, flat (n, 3), that the surface joins to the hit without leaving a ball around it. */
export function dab(model: { V: Floats; F: Uint32Array<ArrayBuffer> }, V: Floats, hit: Hit, radius: number): number[] {
  const reach = radius * radius;
  const near = (vertex: number): boolean => {
    const [x, y, z] = row(V, vertex);
    return (x - hit.at[0]) ** 2 + (y - hit.at[1]) ** 2 + (z - hit.at[2]) ** 2 <= reach;
  };
  const found: number[] = [];
  flood(adjacencyOf(model), cornersOf(model.F, hit.face), near, (vertex) => found.push(vertex));
  return found;
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
    const V = stage.positions(at.pane), { model, brush } = studio.store.state;
    if (hit && V && model) this.marking.show(dab(model, V, hit, brush * pixelAt(stage.lens, hit.at)), this.on);
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
