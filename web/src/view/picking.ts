/** Which point of the posed surface a ray hits first. */

import { BufferAttribute, BufferGeometry, DoubleSide, Ray as ThreeRay, Vector3 } from 'three';
import { CENTER, MeshBVH } from 'three-mesh-bvh';
import type { SurfacePoint } from '../state/document';
import type { Floats, Opened } from '../state/state';
import { cross, dot, minus, row, type Vector } from '../state/vectors';
import type { Ray } from '../tools/lens';

export interface Hit extends SurfacePoint {
  readonly at: Vector;
}

export class Picker {
  private readonly geometry = new BufferGeometry();
  private readonly positions: BufferAttribute;
  private tree: MeshBVH | null = null;
  private shape: Floats | null = null;

  constructor(private readonly model: Opened) {
    this.positions = new BufferAttribute(new Float32Array(model.V.length), 3);
    this.geometry.setAttribute('position', this.positions);
    this.geometry.setIndex(new BufferAttribute(model.F, 1));
  }

  /** posed: flat (n, 3); the tree is refitted only when it is another array than last time. */
  hit(ray: Ray, posed: Floats): Hit | null {
    if (posed !== this.shape) {
      this.shape = posed;
      this.positions.set(posed);
      // Without `indirect` the tree would reorder the triangles, which belong to the user.
      if (this.tree) this.tree.refit();
      else this.tree = new MeshBVH(this.geometry, { indirect: true, strategy: CENTER });
    }
    const three = new ThreeRay(new Vector3(...ray.origin), new Vector3(...ray.direction));
    const found = this.tree?.raycastFirst(three, DoubleSide);
    if (found?.faceIndex === undefined || found.faceIndex === null) return null;
    const at: Vector = [found.point.x, found.point.y, found.point.z];
    return { face: found.faceIndex, barycentric: this.barycentric(found.faceIndex, at, posed), at };
  }

  dispose(): void {
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
