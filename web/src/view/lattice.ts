/** The cage over the body: its edges, fainter where the body hides them. */

import { BufferAttribute, BufferGeometry, GreaterDepth, Group, LessEqualDepth, LineBasicMaterial, LineSegments } from 'three';
import { cagePoints } from '../state/cage';
import type { Floats, PoseState, RigState, State } from '../state/state';
import { row } from '../state/vectors';
import type { Colours } from './colours';
import type { Disc } from './markers';

const RADIUS = 3.5;
const RADIUS_NEAR = 6;
/** How visible edges are in front of the body and behind it. */
const OPACITY = 0.85;
const HIDDEN_OPACITY = 0.22;

/** What is drawn of a cage: points flat (c, 3), edges flat (e, 2). */
export interface Shown {
  readonly points: Floats;
  readonly edges: Uint16Array;
  readonly discs: Disc[];
  readonly colour: string;
}

/** The cage of a rig and its pose, or null where none is to be seen. */
export function latticeOf(state: Readonly<State>, rig: RigState | null, pose: PoseState | null, tokens: Colours): Shown | null {
  const points = cagePoints(rig, pose);
  if (!points || !rig?.edges || !state.showCage || state.clip) return null;
  const held = new Set(state.document.caged.pins.map(({ vertex }) => vertex));
  const discs = Array.from({ length: points.length / 3 }, (_, vertex): Disc => {
    const on = state.cageSelection.includes(vertex);
    const radius = on || vertex === state.cageNear || held.has(vertex) ? RADIUS_NEAR : RADIUS;
    return { at: row(points, vertex), radius, fill: on ? tokens.accent : tokens.disc, edge: !on ? tokens.cage : held.has(vertex) ? tokens.accent : tokens.disc, ring: held.has(vertex) };
  });
  return { points, edges: rig.edges, discs, colour: tokens.cage };
}

export class Lattice {
  readonly group = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly materials = [
    new LineBasicMaterial({ transparent: true, opacity: HIDDEN_OPACITY, depthWrite: false, depthFunc: GreaterDepth }),
    new LineBasicMaterial({ transparent: true, opacity: OPACITY, depthWrite: false, depthFunc: LessEqualDepth }),
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

  set(shown: Shown | null): void {
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
