/** The mesh on the screen: in clay or in its own colours, its wire frame, and its shape for picking. */

import { BufferAttribute, BufferGeometry, DoubleSide, FrontSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshDepthMaterial, MeshMatcapMaterial, MeshStandardMaterial, type Material, type Scene, type Texture } from 'three';
import type { Floats, Opened, PoseState, RigState } from '../state/state';
import { shownFaces } from '../state/parts';
import { Carrier, type Carried } from './carrier';
import { edit, ONE_LOOKUP, TINT, tinted, type Edit } from './edits';
import { ENVIRONMENT } from './environment';
import { materialsOf } from './materials';
import { Palette } from './palette';
import { drawn, shadingNormals, shadingOf, wireOf, type Shading } from './shading';
import { carriers, combined, isSolid, skinned } from './skinning';
import type { Textures } from './textures';
import { tints } from './tints';

export class Body {
  readonly group = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly clay = new MeshStandardMaterial({ roughness: 0.82, metalness: 0, toneMapped: false });
  private ball: MeshMatcapMaterial | null = null;
  /** What shows the mesh without colours of its own. */
  private plain: MeshStandardMaterial | MeshMatcapMaterial = this.clay;
  private readonly lines = new LineBasicMaterial({ transparent: true, opacity: 0.28, depthWrite: false, toneMapped: false });
  /** The materials of the model, once they were shown. */
  private own: Material[] | null = null;
  /** Draws how near to the ground the mesh is, for the contact shadow. */
  readonly depth = new MeshDepthMaterial({ side: DoubleSide });
  /** In place of materials that light goes through. */
  private readonly unseen = Object.assign(new MeshDepthMaterial(), { visible: false });
  private readonly surface: Mesh;
  /** The sides of the polygons; made when they are first shown. */
  private readonly wire = new LineSegments(new BufferGeometry(), this.lines);
  private readonly palette: Palette | null = null;
  private readonly shading: Shading;
  /** Makes the poses of a rig whose points carry the vertices; the first one is made here. */
  private carrier: Carrier | null = null;
  private shape: Floats;
  private shapeOf: Floats | null = null;
  /** The positions of the carrier that are shown, where copies of vertices are drawn. */
  private lent: Floats | null = null;
  private last: Floats | null = null;
  /** Positions before the palette moves them: as opened, or as a method has them. */
  private rest: Floats;

  /** `changed` is called when a pose has come that was not made at once; `occlusion` takes light from materials. */
  constructor(
    readonly model: Opened,
    readonly rig: RigState | null,
    private readonly changed: () => void = () => undefined,
    private readonly occlusion: Edit | null = null,
  ) {
    this.shape = this.rest = model.V;
    this.shading = shadingOf(model);
    const places = drawn(model.V, this.shading.source);
    this.geometry.setIndex(new BufferAttribute(this.shading.F, 1));
    this.geometry.setAttribute('position', new BufferAttribute(places.slice(), 3));
    this.geometry.setAttribute('normal', new BufferAttribute(model.surface?.normals.slice() ?? new Float32Array(places.length), 3));
    if (rig?.influences && rig.blend) this.palette = this.skin(rig.influences, rig.blend, rig.controls);
    edit(this.clay, this.edits());
    this.surface = new Mesh(this.geometry, this.clay);
    // The shader moves the vertices, so boxes of the rest pose say nothing.
    this.surface.frustumCulled = this.wire.frustumCulled = false;
    this.wire.visible = false;
    this.group.add(this.surface, this.wire);
    // Back faces of a solid would darken its outline; of a sheet they are its other side.
    this.clay.side = isSolid(model.V, model.F) ? FrontSide : DoubleSide;
    if (!model.surface) this.smooth();
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
      this.place(carry ? combined(carry, pose.points!) : pose.V!);
      if (carry) this.carrier = new Carrier(carry, this.shading, this.model.V.length / 3, (now) => this.carried(now));
    }
  }

  /** Take positions, flat (n, 3), of a body without a palette. */
  place(V: Floats): void {
    this.shape = V;
    this.attribute('position').set(drawn(V, this.shading.source)).needsUpdate = true;
    this.smooth();
  }

  /** Take a pose from the carrier; gives back the arrays of the one before. */
  private carried(now: Carried): Carried {
    const position = this.attribute('position'), normal = this.attribute('normal');
    const places = position.array as Floats;
    const before = { V: now.drawn ? this.lent ?? new Float32Array(now.V.length) : places, drawn: now.drawn && places, normals: normal.array as Floats };
    position.array = now.drawn ?? now.V;
    this.shape = this.lent = now.V;
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
    this.attribute('position').set(drawn(this.rest, this.shading.source)).needsUpdate = true;
    this.smooth();
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
    edit(material, this.skinEdits());
  }

  /** Colours: of an overlay (rgb flat (n, 3)), of the model itself with its textures, or clay; the frozen vertices (a mask) in ice. */
  paint(clay: string, rgb: Uint8Array | null, frozen: Uint8Array | null, ice: string, textures: Textures | null): void {
    // Colours that mean something are told by clay alone.
    const own = textures && !rgb && this.plain === this.clay ? this.ownMaterials(textures) : null;
    this.surface.material = own ?? this.plain;
    this.clay.color.set(clay);
    const coloured = rgb !== null || (frozen?.some((level) => level > 0) ?? false);
    tinted(own ?? [this.plain], coloured);
    if (!coloured) return;
    const { source } = this.shading;
    const before = this.geometry.attributes.tint as BufferAttribute | undefined;
    const tint = tints(source?.length ?? this.model.V.length / 3, source, rgb, frozen, ice, before?.array as Floats | undefined);
    if (before) before.needsUpdate = true;
    else this.geometry.setAttribute('tint', new BufferAttribute(tint, 4));
  }

  /** A ball's shades in place of light; null for clay in the light. */
  setMatcap(texture: Texture | null): void {
    if (texture && !this.ball) {
      this.ball = new MeshMatcapMaterial({ toneMapped: false, side: this.clay.side });
      edit(this.ball, this.edits());
    }
    if (texture) this.ball!.matcap = texture;
    this.plain = texture ? this.ball! : this.clay;
  }

  /** Show only some parts. */
  hide(hidden: readonly number[]): void {
    if (hidden.length === 0 && this.geometry.index!.array === this.shading.F) return;
    const index = new BufferAttribute(shownFaces(this.model, hidden, this.shading.F), 1);
    // The lines of the wire frame are made anew for a later version only.
    index.version = this.geometry.index!.version + 1;
    this.geometry.setIndex(index);
  }

  /** The materials of the model, made when they are first shown. */
  private ownMaterials(textures: Textures): Material[] | null {
    const { surface } = this.model;
    if (!surface || this.own) return this.own;
    if (surface.colours) this.geometry.setAttribute('color', new BufferAttribute(surface.colours, 4, true));
    [...surface.uv.values()].forEach((uv, i) => this.geometry.setAttribute(i ? `uv${i}` : 'uv', new BufferAttribute(uv, 2)));
    surface.materials.forEach(({ first, count }, i) => { this.geometry.addGroup(3 * first, 3 * count, i); });
    this.own = materialsOf(surface, textures);
    for (const material of this.own) edit(material, material instanceof MeshStandardMaterial ? [ENVIRONMENT, ONE_LOOKUP, ...this.edits()] : [TINT, ...this.skinEdits()]);
    return this.own;
  }

  /** The edits of materials in the light, or with a ball's shades. */
  private edits(): Edit[] {
    return [TINT, ...(this.occlusion ? [this.occlusion] : []), ...this.skinEdits()];
  }

  private skinEdits(): Edit[] {
    return this.palette ? [this.palette.edit] : [];
  }

  showWire(on: boolean, colour: string): void {
    this.wire.visible = on;
    if (on && this.wire.geometry.index === null) {
      this.wire.geometry.attributes = this.geometry.attributes;
      this.wire.geometry.setIndex(new BufferAttribute(wireOf(this.model, this.shading.source), 1));
    }
    // Only under the wires: an offset that grows with the slope would show back faces at the outline.
    for (const material of [this.plain, this.clay, ...(this.own ?? [])]) Object.assign(material, { polygonOffset: on, polygonOffsetFactor: 0.5, polygonOffsetUnits: 2 });
    this.lines.color.set(colour);
  }

  /** Draw in a scene where the body is alone, in one material, without its wire frame and what light goes through. */
  alone(scene: Scene, material: Material, draw: () => void): void {
    const { parent } = this.group, { material: shown } = this.surface;
    this.surface.material = Array.isArray(shown) ? shown.map((own) => (own.transparent || own.alphaTest > 0 ? this.unseen : material)) : material;
    scene.add(this.group);
    this.bare(draw);
    parent?.add(this.group);
    this.surface.material = shown;
  }

  /** Draw without the wire frame, which throws no shadow. */
  bare(draw: () => void): void {
    const { visible } = this.wire;
    this.wire.visible = false;
    draw();
    this.wire.visible = visible;
  }

  dispose(): void {
    this.geometry.dispose();
    this.wire.geometry.dispose();
    for (const material of [this.clay, this.ball, this.lines, this.depth, this.unseen, ...(this.own ?? [])]) material?.dispose();
    this.palette?.dispose();
    this.carrier?.dispose();
  }

  private skin(influences: Uint16Array, blend: Floats, controls: number): Palette {
    const { source } = this.shading;
    const n = source?.length ?? this.model.V.length / 3;
    const q = (3 * influences.length) / this.model.V.length;
    const sets = Math.ceil(q / 4);
    const palette = new Palette(controls, sets);
    for (let set = 0; set < sets; set++) {
      const ids = new Float32Array(4 * n), shares = new Float32Array(4 * n);
      for (let i = 0; i < n; i++) {
        const from = (source ? source[i] : i) * q + 4 * set;
        for (let k = 0; k < 4 && 4 * set + k < q; k++) {
          ids[4 * i + k] = influences[from + k];
          shares[4 * i + k] = blend[from + k];
        }
      }
      this.geometry.setAttribute(`controls${set}`, new BufferAttribute(ids, 4));
      this.geometry.setAttribute(`shares${set}`, new BufferAttribute(shares, 4));
    }
    for (const material of [this.lines, this.depth]) edit(material, [palette.edit]);
    return palette;
  }

  private smooth(): void {
    const normal = this.attribute('normal');
    shadingNormals(this.attribute('position').array as Floats, this.shading, normal.array as Floats);
    normal.needsUpdate = true;
  }
}
