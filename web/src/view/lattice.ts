/** Points and edges over the body, fainter where the body hides them. */

import { GreaterDepth, Group, LessEqualDepth } from 'three';
import type { Floats } from '../state/state';
import { Lines } from './lines';
import type { Disc } from './markers';

/** Of an edge, in CSS pixels. */
const WIDTH = 1;
/** How visible edges are in front of the body and behind it. */
const OPACITY = 0.85;
const HIDDEN_OPACITY = 0.22;

/** What is drawn: points flat (c, 3), edges flat (e, 2), a disc for each point. */
export interface LatticeShape {
  readonly points: Floats;
  readonly edges: Uint16Array;
  readonly discs: readonly Disc[];
  readonly colour: string;
}

export class Lattice {
  readonly group = new Group();
  private readonly lines = [new Lines(WIDTH, { opacity: HIDDEN_OPACITY, depthFunc: GreaterDepth }), new Lines(WIDTH, { opacity: OPACITY, depthFunc: LessEqualDepth })];

  constructor() {
    this.lines.forEach(({ object }, i) => {
      object.renderOrder = 5 + i;
      this.group.add(object);
    });
  }

  set(shown: LatticeShape | null): void {
    this.group.visible = shown !== null;
    if (!shown) return;
    const ends = new Float32Array(3 * shown.edges.length);
    shown.edges.forEach((point, i) => { ends.set(shown.points.subarray(3 * point, 3 * point + 3), 3 * i); });
    for (const lines of this.lines) lines.set(ends, shown.colour);
  }

  dispose(): void {
    for (const lines of this.lines) lines.dispose();
  }
}
