/** The mesh on the screen: clay, wire frame, and its shape for picking. */

import { BufferAttribute, BufferGeometry, Color, DoubleSide, FrontSide, Group, Mesh, MeshBasicMaterial, MeshDepthMaterial, MeshStandardMaterial, type Material } from 'three';
import type { Floats, Opened, PoseState, RigState } from '../state/state';
import { Carrier, type Carried } from './carrier';
import { Palette } from './palette';
import { carriers, combined, isSolid, skinned, vertexNormals } from './skinning';

/** How strongly frozen vertices take the colour of ice. */
const FROZEN_SHARE = 0.65;

export class Body {
  readonly group = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly clay = new MeshStandardMaterial({ roughness: 0.82, metalness: 0 });
  private readonly lines = new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.28, depthWrite: false });
  /** Draws how near to the ground the mesh is, for the contact shadow. */
  readonly depth = new MeshDepthMaterial({ side: DoubleSide });
  private readonly surface: Mesh;
  private readonly wire: Mesh;
  private readonly palette: Palette | null = null;
  /** Makes the poses of a rig whose points carry the vertices; the first one is made here. */
  private carrier: Carrier | null = null;
  private shape: Floats;
  private shapeOf: Floats | null = null;
  private last: Floats | null = null;
  /** Positions before the palette moves them: as opened, or as a method has them. */
  private rest: Floats;

  /** `changed` is called when a pose has come that was not made at once. */
  constructor(
    readonly model: Opened,
    readonly rig: RigState | null,
    private readonly changed: () => void = () => undefined,
  ) {
    this.shape = this.rest = model.V;
    this.geometry.setIndex(new BufferAttribute(model.F, 1));
    this.geometry.setAttribute('position', new BufferAttribute(model.V.slice(), 3));
    this.geometry.setAttribute('normal', new BufferAttribute(new Float32Array(model.V.length), 3));
    if (rig?.influences && rig.blend) this.palette = this.skin(rig.influences, rig.blend, rig.controls);
    this.surface = new Mesh(this.geometry, this.clay);
    this.wire = new Mesh(this.geometry, this.lines);
    // The shader moves the vertices, so boxes of the rest pose say nothing.
    this.surface.frustumCulled = this.wire.frustumCulled = false;
    this.wire.visible = false;
    this.group.add(this.surface, this.wire);
    // Back faces of a solid would darken its outline; of a sheet they are its other side.
    this.clay.side = isSolid(model.V, model.F) ? FrontSide : DoubleSide;
    this.smooth();
  }

  /** Posed positions, flat (n, 3); made on demand for a rig with a palette. */
  positions(): Floats {
    const { influences, blend } = this.rig ?? {};
    if (this.shapeOf && influences && blend) {
      this.shape = skinned(this.rest, influences, blend, this.shapeOf);
      this.shapeOf = null;
    }
    return this.shape;
  }

  /** Whether a pose is still being made. */
  get busy(): boolean {
    return this.carrier?.busy ?? false;
  }

  pose(pose: PoseState): void {
    if (this.palette && pose.palette) {
      this.palette.set(pose.palette);
      this.shapeOf = this.last = pose.palette;
    } else if (this.carrier && this.takes(pose)) {
      this.carrier.want(pose.points!);
    } else if (!this.palette && this.takes(pose)) {
      const { carry } = this.rig ?? {};
      this.shape = carry ? combined(carry, pose.points!) : pose.V!;
      this.attribute('position').set(this.shape).needsUpdate = true;
      this.smooth();
      if (carry) this.carrier = new Carrier(carry, this.model.F, this.model.V.length / 3, (now) => this.carried(now));
    }
  }

  /** Take a pose from the carrier; gives back the arrays of the one before. */
  private carried(now: Carried): Carried {
    const position = this.attribute('position'), normal = this.attribute('normal');
    const before = { V: position.array as Floats, normals: normal.array as Floats };
    position.array = this.shape = now.V;
    normal.array = now.normals;
    position.needsUpdate = normal.needsUpdate = true;
    this.changed();
    return before;
  }

  private attribute(name: 'position' | 'normal'): BufferAttribute {
    return this.geometry.getAttribute(name) as BufferAttribute;
  }

  /** Take other positions before the palette moves them, flat (n, 3), or those of the model; only with a palette. */
  setRest(rest: Floats | null): void {
    if (!this.palette) return;
    this.rest = rest ?? this.model.V;
    this.attribute('position').set(this.rest).needsUpdate = true;
    this.shape = this.rest;
    this.shapeOf = this.last;
  }

  /** Whether the pose is of the kind that this body's rig makes. */
  takes(pose: PoseState): boolean {
    if (this.rig?.carry) return pose.points?.length === 3 * carriers(this.rig);
    return this.palette ? pose.palette !== null : pose.V !== null;
  }

  /** Let a material of three's move its vertices as this body does. */
  skins(material: Material): void {
    this.palette?.apply(material);
  }

  /** Colours: of an overlay (rgb flat (n, 3)) or plain clay, with the frozen vertices (a mask) in ice. */
  paint(clay: string, rgb: Uint8Array | null, frozen: Uint8Array | null, ice: string): void {
    const coloured = rgb !== null || (frozen?.some((level) => level > 0) ?? false);
    this.clay.color.set(coloured ? '#ffffff' : clay);
    if (this.clay.vertexColors !== coloured) {
      this.clay.vertexColors = coloured;
      this.clay.needsUpdate = true;
    }
    if (!coloured) return;
    this.geometry.setAttribute('color', new BufferAttribute(colours(this.model.V.length / 3, clay, rgb, frozen, ice), 3));
  }

  showWire(on: boolean, colour: string): void {
    this.wire.visible = on;
    // Only under the wires: an offset that grows with the slope would show back faces at the outline.
    Object.assign(this.clay, { polygonOffset: on, polygonOffsetFactor: 0.5, polygonOffsetUnits: 2 });
    this.lines.color.set(colour);
  }

  dispose(): void {
    this.geometry.dispose();
    for (const material of [this.clay, this.lines, this.depth]) material.dispose();
    this.palette?.dispose();
    this.carrier?.dispose();
  }

  private skin(influences: Uint16Array, blend: Floats, controls: number): Palette {
    const n = this.model.V.length / 3;
    const q = influences.length / n;
    const sets = Math.ceil(q / 4);
    const palette = new Palette(controls, sets);
    for (let set = 0; set < sets; set++) {
      const ids = new Float32Array(4 * n), shares = new Float32Array(4 * n);
      for (let i = 0; i < n; i++) {
        for (let k = 0; k < 4 && 4 * set + k < q; k++) {
          ids[4 * i + k] = influences[i * q + 4 * set + k];
          shares[4 * i + k] = blend[i * q + 4 * set + k];
        }
      }
      this.geometry.setAttribute(`controls${set}`, new BufferAttribute(ids, 4));
      this.geometry.setAttribute(`shares${set}`, new BufferAttribute(shares, 4));
    }
    for (const material of [this.clay, this.lines, this.depth]) palette.apply(material);
    return palette;
  }

  private smooth(): void {
    const normal = this.attribute('normal');
    vertexNormals(this.attribute('position').array as Floats, this.model.F, normal.array as Floats);
    normal.needsUpdate = true;
  }
}

function colours(n: number, clay: string, rgb: Uint8Array | null, frozen: Uint8Array | null, ice: string): Float32Array {
  const out = new Float32Array(3 * n);
  const base = new Color(clay).toArray();
  const cold = new Color(ice).toArray();
  const linear = Float32Array.from({ length: 256 }, (_, i) => new Color().setRGB(i / 255, 0, 0, 'srgb').r);
  for (let i = 0; i < n; i++) {
    const share = frozen?.[i] ? FROZEN_SHARE : 0;
    for (let axis = 0; axis < 3; axis++) {
      const own = rgb ? linear[rgb[3 * i + axis]] : base[axis];
      out[3 * i + axis] = own + (cold[axis] - own) * share;
    }
  }
  return out;
}
