/** Ghosts of other frames: translucent shapes in two hues, behind and before the mesh. */

import { BufferAttribute, BufferGeometry, DoubleSide, Group, LessDepth, Mesh, MeshBasicMaterial } from 'three';
import type { Floats, Ghost, Opened, PoseState, RigState } from '../state/state';
import { combined, skinned } from './skinning';

/** How visible the nearest ghost is, and how much of that is left of the farthest. */
const OPACITY = 0.42, FAINTEST = 0.35;
/** Depths just before the far plane, one for each ghost: the mesh hides them all, a near one those behind it. */
const DEEPEST = 0.9999, DEEP = 1e-5;

export class OnionSkins {
  readonly group = new Group();
  private shapes: { geometry: BufferGeometry; material: MeshBasicMaterial }[] = [];

  /** before, after: the hues of what was and of what comes. */
  set(model: Opened, rig: RigState, ghosts: readonly Ghost[], [before, after]: readonly [string, string]): void {
    this.clear();
    ghosts.forEach((ghost, i) => {
      const V = positionsOf(model, rig, ghost.pose);
      if (!V) return;
      const geometry = new BufferGeometry();
      geometry.setIndex(new BufferAttribute(model.F, 1));
      geometry.setAttribute('position', new BufferAttribute(V, 3));
      const opacity = OPACITY * (FAINTEST + (1 - FAINTEST) * ghost.near);
      const material = new MeshBasicMaterial({ color: ghost.before ? before : after, transparent: true, opacity, depthFunc: LessDepth, side: DoubleSide, toneMapped: false });
      flatten(material, DEEPEST - DEEP * (ghosts.length - i));
      const shape = new Mesh(geometry, material);
      shape.frustumCulled = false;
      shape.renderOrder = i;
      this.shapes.push({ geometry, material });
      this.group.add(shape);
    });
  }

  clear(): void {
    this.group.clear();
    for (const { geometry, material } of this.shapes) {
      geometry.dispose();
      material.dispose();
    }
    this.shapes = [];
  }

  dispose(): void {
    this.clear();
  }
}

/** Draw a shape at one depth: each pixel of its outline once, however many of its sides lie there. */
function flatten(material: MeshBasicMaterial, depth: number): void {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace('#include <dithering_fragment>', `#include <dithering_fragment>\n gl_FragDepth = ${depth.toFixed(6)};`);
  };
  material.customProgramCacheKey = () => `flat ${depth}`;
}

/** Positions, flat (n, 3), of a pose of any rig. */
function positionsOf(model: Opened, rig: RigState, pose: PoseState): Floats | null {
  if (pose.V) return pose.V;
  if (pose.palette && rig.influences && rig.blend) return skinned(model.V, rig.influences, rig.blend, pose.palette);
  return pose.points && rig.carry ? combined(rig.carry, pose.points) : null;
}
