/** Points and edges over the body, fainter where the body hides them. */

import { BufferAttribute, BufferGeometry, GreaterDepth, Group, LessEqualDepth, LineBasicMaterial, LineSegments } from 'three';
import type { Floats } from '../state/state';
import type { Disc } from './markers';

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
  private readonly geometry = new BufferGeometry();
  private readonly materials = [
    new LineBasicMaterial({ transparent: true, opacity: HIDDEN_OPACITY, depthWrite: false, depthFunc: GreaterDepth, toneMapped: false }),
    new LineBasicMaterial({ transparent: true, opacity: OPACITY, depthWrite: false, depthFunc: LessEqualDepth, toneMapped: false }),
  ];
  private edges: Uint16Array | null = null;

  constructor() {
    this.group.visible = false;
    this.materials.forEach((material, i) => {
      const lines = new LineSegments(this.geometry, material);
      lines.frustumCulled = false;
      lines.renderOrder = 5 + i;
      this.group.add(lines);
    });
  }

  set(shown: LatticeShape | null): void {
    this.group.visible = shown !== null;
    if (!shown) return;
    this.geometry.setAttribute('position', new BufferAttribute(shown.points.slice(), 3));
    if (shown.edges !== this.edges) this.geometry.setIndex(new BufferAttribute(shown.edges, 1));
    this.edges = shown.edges;
    for (const material of this.materials) material.color.set(shown.colour);
  }

  dispose(): void {
    this.geometry.dispose();
    for (const material of this.materials) material.dispose();
  }
}
