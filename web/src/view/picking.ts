/** Which point of the posed surface a ray hits first. */

import { BufferAttribute, BufferGeometry, DoubleSide, Ray as ThreeRay, Vector3 } from 'three';
import type { MeshBVH } from 'three-mesh-bvh';
import type { SurfacePoint } from '../state/document';
import type { Floats, Opened } from '../state/state';
import { cross, dot, minus, row, type Vector } from '../state/vectors';
import type { Ray } from '../tools/lens';
import { treeOf } from './tree';

export interface Hit extends SurfacePoint {
  readonly at: Vector;
}

export class Picker {
  private readonly geometry = new BufferGeometry();
  private readonly positions: BufferAttribute;
  private tree: MeshBVH | null = null;
  private shape: Floats | null = null;
  private readonly stop: () => void;

  constructor(private readonly model: Opened) {
    this.positions = new BufferAttribute(model.V.slice(), 3);
    this.geometry.setAttribute('position', this.positions);
    this.geometry.setIndex(new BufferAttribute(model.F, 1));
    this.stop = treeOf(model, this.geometry, (tree) => { this.tree = tree; });
  }

  /** The triangles that rays can hit, flat (m, 3): those that are hidden have no area. */
  setFaces(F: Uint32Array<ArrayBuffer>): void {
    this.geometry.setIndex(new BufferAttribute(F, 1));
  }

  /** Whether rays can be asked for; the tree of a large mesh takes a while. */
  get ready(): boolean {
    return this.tree !== null;
  }

  /** posed: flat (n, 3); the tree is refitted only when it is another array than last time. */
  hit(ray: Ray, posed: Floats): Hit | null {
    if (!this.tree) return null;
    if (posed !== this.shape) {
      this.shape = posed;
      this.positions.set(posed);
      this.tree.refit();
    }
    const three = new ThreeRay(new Vector3(...ray.origin), new Vector3(...ray.direction));
    const found = this.tree.raycastFirst(three, DoubleSide);
    if (found?.faceIndex === undefined || found.faceIndex === null) return null;
    const at: Vector = [found.point.x, found.point.y, found.point.z];
    return { face: found.faceIndex, barycentric: this.barycentric(found.faceIndex, at, posed), at };
  }

  dispose(): void {
    this.stop();
    this.geometry.dispose();
  }

  private barycentric(face: number, at: Vector, V: Floats): Vector {
    const [a, b, c] = [0, 1, 2].map((corner) => row(V, this.model.F[3 * face + corner]));
    const normal = cross(minus(b, a), minus(c, a));
    const area = dot(normal, normal) || 1;
    const share = (p: Vector, q: Vector): number => Math.min(1, Math.max(0, dot(normal, cross(minus(p, at), minus(q, at))) / area));
    const u = share(b, c);
    const v = Math.min(1 - u, share(c, a));
    return [u, v, 1 - u - v];
  }
}
