/** One picture of the model: its body, the ground with its shadow, and the marks on it. */

import { Scene, type Texture, type WebGLRenderer } from 'three';
import type { Floats, Ghost, Opened, PoseState, RigState, Up } from '../state/state';
import type { Ray } from '../tools/lens';
import { shownFaces } from '../state/parts';
import { cornersOf, type PropShape } from '../state/props';
import type { FloorAt, Prop, Seen } from '../wire/messages';
import { Body } from './body';
import type { Camera } from './camera';
import type { Colours } from './colours';
import { Ground } from './ground';
import { Lattice, type LatticeShape } from './lattice';
import { Lights } from './lights';
import { Markers } from './markers';
import type { Marks } from './marks';
import { Occlusion } from './occlusion';
import { OnionSkins } from './onion';
import { PropBodies } from './props';
import { Picker, type Hit } from './picking';
import { extent } from './skinning';
import type { Textures } from './textures';

/** How far discs stand off the surface that carries them, as a share of the radius. */
const LIFT = 0.06;

/** Which way is up, and the floor that nothing sinks through; null for a ground that is only seen. */
export interface GroundAt {
  readonly up: Up;
  readonly floor: FloorAt | null;
}

export class Pane {
  readonly ground = new Ground();
  private readonly scene = new Scene();
  private readonly lights = new Lights();
  private readonly markers = new Markers();
  private readonly lattice = new Lattice();
  private readonly onion = new OnionSkins();
  readonly props = new PropBodies();
  private readonly occlusion = new Occlusion();
  private body: Body;
  private readonly picker: Picker;
  private shadowStale = true;
  /** The body before this one. It lives until the next picture, which then finds its programs compiled. */
  private replaced: Body | null = null;
  private radius = 1;

  /** `changed` is called when the body has taken another pose by itself. */
  constructor(
    readonly model: Opened,
    at: GroundAt,
    private readonly changed: () => void,
  ) {
    this.picker = new Picker(model);
    this.body = this.made(null);
    this.scene.add(this.lights.group, this.ground.mesh, this.markers.group, this.lattice.group, this.onion.group, this.props.group, this.body.group);
    this.place(at);
  }

  /** Posed positions, flat (n, 3). */
  positions(): Floats {
    return this.body.positions();
  }

  pick(ray: Ray): Hit | null {
    return this.picker.hit(ray, this.body.positions());
  }

  /** Whether the surface can be picked, as it is to be shown. */
  get ready(): boolean {
    return this.picker.ready && !this.body.busy;
  }

  /** The ground again: where the floor is, or under the model for the camera's way up. */
  place({ up, floor }: GroundAt): void {
    const whole = extent(this.model.V, floor?.up ?? up);
    this.radius = whole.radius;
    this.ground.place(whole.at, whole.radius, floor?.height ?? whole.floor, floor?.up ?? up);
    this.ground.firm(floor !== null);
    this.shadowStale = true;
  }

  /** Take a pose, if it is of the kind that the rig makes; says whether the body is another one. */
  follow(rig: RigState, pose: PoseState): boolean {
    const other = this.body.rig !== rig;
    if (other) {
      const next = this.made(rig);
      // The last pose of the method before: the mesh waits for one of its own.
      if (!next.takes(pose)) { next.dispose(); return false; }
      this.scene.remove(this.body.group);
      // Only a body that has been drawn has compiled anything; of several before a picture that is the first.
      if (this.replaced) this.body.dispose();
      else this.replaced = this.body;
      this.body = next;
      this.scene.add(next.group);
    }
    this.body.pose(pose);
    this.shadowStale = true;
    return other;
  }

  private made(rig: RigState | null): Body {
    const changed = (): void => {
      this.shadowStale = true;
      this.changed();
    };
    return new Body(this.model, rig, changed, this.occlusion.edit);
  }

  /** Other positions before the rig moves them, flat (n, 3), or those of the model. */
  setRest(rest: Floats | null): void {
    this.body.setRest(rest);
    this.shadowStale = true;
  }

  /** Clay, the model's own colours or an overlay's, with a mask of frozen vertices in ice. */
  paint(tokens: Colours, rgb: Uint8Array | null, frozen: Uint8Array | null, wire: boolean, textures: Textures | null): void {
    this.props.paint(tokens);
    this.ground.colour(tokens.line, tokens.shadow, tokens.strength);
    this.body.paint(tokens.clay, rgb, frozen, tokens.ice, textures);
    this.body.showWire(wire, tokens.wire);
  }

  /** How it is lit, what takes the place of light, and which parts are hidden. */
  see({ light, hidden }: Seen, matcap: Texture | null): void {
    this.lights.set(light);
    this.body.setMatcap(matcap);
    this.body.hide(hidden);
    this.picker.setFaces(shownFaces(this.model, hidden));
    this.shadowStale = true;
  }

  /** Companions and things to stand on; reach: how far from the middle they stand. */
  stand(props: readonly Prop[], shapes: ReadonlyMap<string, PropShape>, selected: number | null): void {
    this.props.set(props, shapes, selected);
    const seen = props.flatMap((prop) => (prop.hidden || !shapes.has(prop.shape) ? [] : cornersOf(prop, shapes.get(prop.shape)!)));
    this.ground.reach(seen);
    this.shadowStale = true;
  }

  /** lattice: null for none; its points lie below the other marks. */
  mark([discs, ...lines]: Marks, lattice: LatticeShape | null): void {
    this.markers.set([...(lattice?.discs ?? []), ...discs], ...lines);
    this.lattice.set(lattice);
  }

  /** Ghosts of other frames. */
  showGhosts(rig: RigState | null, ghosts: readonly Ghost[], hues: readonly [string, string]): void {
    if (rig) this.onion.set(this.model, rig, ghosts, hues);
    else this.onion.clear();
  }

  /** The graphics context is a new one, in which no shadow was drawn. */
  restore(): void {
    this.shadowStale = true;
  }

  /** occluded: whether creases get less light. */
  draw(renderer: WebGLRenderer, camera: Camera, occluded: boolean): void {
    if (this.shadowStale) this.body.bare(() => { this.ground.shade(renderer, this.body, this.props); });
    this.shadowStale = false;
    if (occluded) this.occlusion.look(renderer, this.body, camera, this.radius);
    else this.occlusion.off();
    this.markers.scale(renderer.getPixelRatio(), LIFT * this.radius);
    this.lights.follow(camera.three);
    renderer.render(this.scene, camera.three);
    this.replaced?.dispose();
    this.replaced = null;
  }

  /** The body alone, for a picture of its depth. */
  get shape(): Body {
    return this.body;
  }

  dispose(): void {
    this.replaced?.dispose();
    for (const part of [this.body, this.occlusion, this.picker, this.ground, this.markers, this.lattice, this.onion, this.props, this.lights]) part.dispose();
  }
}
