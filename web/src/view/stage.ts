/** The viewport: follows the store, and draws only when something changed. */

import { Scene, SRGBColorSpace, WebGLRenderer } from 'three';
import { mask } from '../state/document';
import type { Floats, State, StudioStore } from '../state/state';
import { length, minus } from '../state/vectors';
import { project, rayThrough, type Lens } from '../tools/lens';
import { Body } from './body';
import { Camera } from './camera';
import { colours } from './colours';
import { Ground } from './ground';
import { Lights } from './lights';
import { Markers } from './markers';
import { Picker, type Hit } from './picking';
import { marks } from './marks';
import { Rate } from './rate';
import { extent } from './skinning';

/** The first look at a model: three quarters from the front if possible, else more from the side, else from behind. */
const AZIMUTHS = [0.72, 0.35, -0.35, -0.72, Math.PI - 0.72, Math.PI + 0.72];
const ELEVATION = 0.22;
/** Models fill their bounding ball badly: it may be larger than the view. */
const FILL = 0.8;
/** How far discs stand off the surface that carries them, as a share of the radius. */
const LIFT = 0.06;

export class Stage {
  readonly camera = new Camera();
  readonly canvas: HTMLCanvasElement;
  readonly rate = new Rate();
  /** The handle under the pointer, drawn larger; and a ghost where a click would place one. */
  private near: number | null = null;
  private ghost: Hit | null = null;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly lights = new Lights();
  private readonly ground = new Ground();
  private readonly markers = new Markers();
  private readonly listeners = new Set<(lens: Lens) => void>();
  private readonly resizing: ResizeObserver;
  private body: Body | null = null;
  private picker: Picker | null = null;
  private frame = 0;
  private shadowStale = false;
  private marksStale = true;
  private radius = 1;

  constructor(
    private readonly parent: HTMLElement,
    private readonly store: StudioStore,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', 'The model. Click on it to place a handle, drag a handle to pose it.');
    this.canvas.tabIndex = 0;
    parent.append(this.canvas);
    this.scene.add(this.lights.group, this.ground.mesh, this.markers.group);
    this.resizing = new ResizeObserver(() => { this.resize(); });
    this.resizing.observe(parent);
    this.resize();
    this.watch();
  }

  get lens(): Lens {
    return this.camera.lens();
  }

  /** Whether a frame is still to be drawn. */
  get busy(): boolean {
    return this.frame !== 0 || this.camera.moving;
  }

  /** Posed positions, flat (n, 3), or null without a model. */
  positions(): Floats | null {
    return this.body?.positions() ?? null;
  }

  pick(x: number, y: number): Hit | null {
    if (!this.body || !this.picker) return null;
    return this.picker.hit(rayThrough(this.lens, x, y), this.body.positions());
  }

  point(near: number | null, ghost: Hit | null): void {
    if (near === this.near && ghost === this.ghost) return;
    this.near = near;
    this.ghost = ghost;
    this.marksStale = true;
    this.invalidate();
  }

  /** See the whole model, or only the given points. */
  frameAll(gently = true): void {
    const V = this.positions();
    if (!V) return;
    const { at, radius } = extent(V);
    this.camera.frame(at, FILL * radius, {}, gently);
    this.invalidate();
  }

  invalidate(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => { this.draw(now); });
  }

  /** Call after every frame. */
  onFrame(listener: (lens: Lens) => void): void {
    this.listeners.add(listener);
  }

  /** The colours of the page changed. */
  recolour(): void {
    const tokens = colours();
    this.ground.colour(tokens.line, tokens.shadow, tokens.strength);
    this.paint(this.store.state);
    this.marksStale = true;
    this.invalidate();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.resizing.disconnect();
    this.body?.dispose();
    this.picker?.dispose();
    for (const part of [this.lights, this.ground, this.markers, this.renderer]) part.dispose();
    this.canvas.remove();
  }

  private watch(): void {
    this.store.watch(['model'], (state) => { this.open(state); });
    this.store.watch(['pose'], (state) => { this.follow(state); });
    this.store.watch(['overlay'], (state) => { this.paint(state); });
    this.store.watch(['wire'], (state) => { this.showWire(state); });
    let frozen: readonly number[] | null = null;
    this.store.watch(['document', 'selection', 'pose', 'overlay'], (state) => {
      if (state.document.frozen !== frozen) this.paint(state);
      frozen = state.document.frozen;
      this.marksStale = true;
      this.invalidate();
    });
    this.store.watch(['perspective'], (state) => {
      this.camera.setPerspective(state.perspective);
      this.invalidate();
    });
  }

  private open(state: Readonly<State>): void {
    this.picker?.dispose();
    this.picker = state.model ? new Picker(state.model) : null;
    this.replace(state.model ? new Body(state.model, null) : null);
    this.ground.mesh.visible = state.model !== null;
    if (state.model) {
      const { at, radius, floor } = extent(state.model.V);
      this.radius = radius;
      this.camera.keep(radius);
      this.ground.place(at, radius, floor);
      this.lookAtHandle(state);
    }
    this.recolour();
  }

  /** Begin where the first free handle is seen, and not behind the mesh. */
  private lookAtHandle(state: Readonly<State>): void {
    const { at, radius } = extent(state.model!.V);
    const target = state.document.handles.find((handle) => !handle.pinned)?.target;
    const sees = (azimuth: number): boolean => {
      this.camera.frame(at, FILL * radius, { azimuth, elevation: ELEVATION }, false);
      if (!target) return true;
      const { x, y } = project(this.lens, target);
      const hit = this.pick(x, y);
      return !hit || length(minus(hit.at, target)) < 0.05 * radius;
    };
    if (!AZIMUTHS.some(sees)) sees(AZIMUTHS[0]);
  }

  private follow(state: Readonly<State>): void {
    const { model, rig, pose } = state;
    if (!model || !rig || !pose || !this.body) return;
    if (this.body.rig !== rig) {
      const next = new Body(model, rig);
      // The last pose of the method before: the mesh waits for one of its own.
      if (!next.takes(pose)) { next.dispose(); return; }
      this.replace(next);
      this.paint(state);
    }
    this.body.pose(pose);
    this.shadowStale = true;
    this.invalidate();
  }

  private replace(body: Body | null): void {
    if (this.body) this.scene.remove(this.body.group);
    this.body?.dispose();
    this.body = body;
    if (body) this.scene.add(body.group);
    this.showWire(this.store.state);
    this.shadowStale = true;
  }

  private paint(state: Readonly<State>): void {
    if (!this.body) return;
    const tokens = colours();
    const frozen = state.document.frozen.length ? mask(state.document.frozen, this.body.model.V.length / 3) : null;
    this.body.paint(tokens.clay, state.overlay?.rgb ?? null, frozen, tokens.ice);
    this.body.showWire(state.wire, tokens.wire);
    this.invalidate();
  }

  private showWire(state: Readonly<State>): void {
    this.body?.showWire(state.wire, colours().wire);
    this.invalidate();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.parent;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    this.camera.resize(width, height);
    this.invalidate();
  }

  private draw(now: number): void {
    this.frame = 0;
    if (this.camera.tick(now)) this.invalidate();
    const lens = this.lens;
    if (this.shadowStale && this.body) this.ground.shade(this.renderer, this.body);
    if (this.marksStale) this.markers.set(...marks(this.store.state, this.near, this.ghost, colours(), lens));
    this.shadowStale = this.marksStale = false;
    this.markers.scale(this.renderer.getPixelRatio(), LIFT * this.radius);
    this.lights.follow(this.camera.three);
    this.renderer.render(this.scene, this.camera.three);
    this.rate.tick(now);
    for (const listener of this.listeners) listener(lens);
  }
}
