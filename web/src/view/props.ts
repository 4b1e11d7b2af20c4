/** Companions and things to stand on, as they are drawn, picked and stood on. */

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Matrix4, Mesh, MeshDepthMaterial, MeshStandardMaterial, Ray as ThreeRay, Vector3 } from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { MeshBVH } from 'three-mesh-bvh';
import type { PropShape } from '../state/props';
import type { Up } from '../state/state';
import { length, minus, times, type Vector } from '../state/vectors';
import type { Ray } from '../tools/lens';
import type { Prop } from '../wire/messages';
import type { Colours } from './colours';
import { TREE } from './tree';

/** Edges sharper than this, in radians, are seen as edges; of large meshes none, for looking for them takes long. */
const CREASE = 0.7, MOST_CREASED = 20_000;
/** How much of the accent is added to what is selected. */
const GLOW = 0.16;

export interface PropHit {
  readonly id: number;
  readonly at: Vector;
  readonly distance: number;
}

/** What is drawn of one shape, and what rays meet of it. */
interface Drawn {
  readonly geometry: BufferGeometry;
  readonly tree: MeshBVH;
}

export class PropBodies {
  readonly group = new Group();
  /** Draws how near to the ground they are, for their shadows. */
  readonly depth = new MeshDepthMaterial({ side: DoubleSide });
  private readonly clay = material();
  private readonly chosen = material();
  private readonly shapes = new Map<string, Drawn>();
  private readonly bodies = new Map<number, Mesh>();

  /** Those of a document whose shapes are here. */
  set(props: readonly Prop[], shapes: ReadonlyMap<string, PropShape>, selected: number | null): void {
    const there = props.filter(({ shape }) => shapes.has(shape)), ids = new Set(there.map(({ id }) => id));
    for (const [id, body] of this.bodies) if (!ids.has(id)) this.drop(id, body);
    for (const prop of there) this.place(prop, this.drawn(prop.shape, shapes.get(prop.shape)!), prop.id === selected);
    const named = new Set(there.map(({ shape }) => shape));
    for (const [name, { geometry }] of this.shapes) {
      if (named.has(name)) continue;
      geometry.dispose();
      this.shapes.delete(name);
    }
  }

  paint(tokens: Colours): void {
    for (const each of [this.clay, this.chosen]) each.color.set(tokens.prop);
    this.chosen.emissive.set(tokens.accent).multiplyScalar(GLOW);
  }

  /** What a ray meets first. */
  hit(ray: Ray): PropHit | null {
    let nearest: PropHit | null = null;
    for (const [id, body] of this.bodies) {
      const met = body.visible ? this.met(body, ray) : null;
      if (met && met.distance < (nearest?.distance ?? Infinity)) nearest = { id, at: met.at, distance: met.distance };
    }
    return nearest;
  }

  /** A point within a prop goes straight up to where it can stand on it; others stay. */
  raised(point: Vector, up: Up): Vector {
    const direction: Vector = up === 'y' ? [0, 1, 0] : [0, 0, 1];
    let highest = point;
    for (const body of this.bodies.values()) {
      // Stacked blocks are left one after the other.
      for (let steps = 0; body.visible && steps < 16; steps++) {
        const met = this.met(body, { origin: highest, direction });
        if (!met?.leaves) break;
        const step = 1e-6 * (met.distance + length(met.at));
        highest = met.at;
        const next = this.met(body, { origin: [met.at[0] + step * direction[0], met.at[1] + step * direction[1], met.at[2] + step * direction[2]], direction });
        if (!next?.leaves) break;
      }
    }
    return highest;
  }

  dispose(): void {
    for (const { geometry } of this.shapes.values()) geometry.dispose();
    for (const each of [this.clay, this.chosen, this.depth]) each.dispose();
  }

  /** Where a ray meets a body, and whether it leaves it there through a side that looks along the ray. */
  private met(body: Mesh, { origin, direction }: Ray): { at: Vector; distance: number; leaves: boolean } | null {
    const drawn = this.shapes.get(body.name);
    if (!drawn) return null;
    const back = new Matrix4().copy(body.matrixWorld).invert();
    const ray = new ThreeRay(new Vector3(...origin), new Vector3(...direction)).applyMatrix4(back);
    const found = drawn.tree.raycastFirst(ray, DoubleSide);
    if (!found) return null;
    const { x, y, z } = found.point.clone().applyMatrix4(body.matrixWorld);
    return { at: [x, y, z], distance: length(minus([x, y, z], origin)), leaves: (found.face?.normal.dot(ray.direction) ?? 0) > 0 };
  }

  private place(prop: Prop, { geometry }: Drawn, selected: boolean): void {
    let body = this.bodies.get(prop.id);
    if (!body) {
      body = new Mesh();
      this.bodies.set(prop.id, body);
      this.group.add(body);
    }
    const { at, turn, scale } = prop, angle = length(turn);
    body.geometry = geometry;
    body.name = prop.shape;
    body.material = selected ? this.chosen : this.clay;
    body.visible = !prop.hidden;
    body.position.set(...at);
    body.scale.setScalar(scale);
    body.quaternion.setFromAxisAngle(new Vector3(...(angle === 0 ? [1, 0, 0] as const : times(turn, 1 / angle))), angle);
    body.updateMatrixWorld(true);
  }

  private drawn(name: string, { V, F }: PropShape): Drawn {
    const before = this.shapes.get(name);
    if (before) return before;
    const plain = new BufferGeometry();
    plain.setAttribute('position', new BufferAttribute(V, 3));
    plain.setIndex(new BufferAttribute(F, 1));
    const made = { geometry: F.length / 3 > MOST_CREASED ? plain : toCreasedNormals(plain, CREASE), tree: new MeshBVH(plain, TREE) };
    if (made.geometry === plain) plain.computeVertexNormals();
    this.shapes.set(name, made);
    return made;
  }

  private drop(id: number, body: Mesh): void {
    this.group.remove(body);
    this.bodies.delete(id);
  }
}

function material(): MeshStandardMaterial {
  // A sheet has two sides, and a character may have holes.
  return new MeshStandardMaterial({ roughness: 0.9, metalness: 0, toneMapped: false, side: DoubleSide });
}
