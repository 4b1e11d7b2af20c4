/** The viewport: follows the store, and draws only when something changed. */

import { NeutralToneMapping, SRGBColorSpace, WebGLRenderer, type Texture } from 'three';
import { mask } from '../state/document';
import { offers } from '../state/offers';
import { can } from '../state/pins';
import { viewOf, VIEWS } from '../methods/views';
import { isTextured, regionNamed, type Floats, type Opened, type PoseState, type State, type StudioStore } from '../state/state';
import { length, minus } from '../state/vectors';
import { project, rayThrough, type Lens } from '../tools/lens';
import type { Document } from '../wire/messages';
import { Camera } from './camera';
import { colours } from './colours';
import { matcapTexture, type Matcap } from './matcaps';
import { marks, offer } from './marks';
import { isDrawnBySoftware } from './occlusion';
import { Pane, type GroundAt } from './pane';
import type { Hit } from './picking';
import { followScale, pixelRatio } from './pixelratio';
import { Rate } from './rate';
import { Scenery } from './scenery';
import { sides } from './sides';
import { smallPicture } from './smallpicture';
import { extent, sampled } from './skinning';
import { Textures } from './textures';
import { spotlit } from './tints';
import { Turntable } from './turntable';
import { visible } from './visibility';

/** The first look at a model: three quarters from its front if possible, else more from the other side; never from behind. */
const AZIMUTHS = [0.72, 0.35, -0.35, -0.72, 0, 1.1, -1.1];
const ELEVATION = 0.22;
/** Models fill their bounding ball badly: it may be larger than the view. */
const FILL = 0.8;
/** Vertices that stand for a model when it is seen whole. */
const LOOKED_AT = 5000;
/** Around a single point so much is seen, as a share of the radius. */
const NEAREST = 0.22;
/** A vertex may lie behind its own surface by this share of the radius, for pixels are larger than points. */
const DEPTH_SLACK = 0.01;

/** What the ground depends on. */
function groundOf({ document, up, rig }: Readonly<State>): GroundAt {
  return { up, floor: document.floor && can(rig, 'floor') ? document.floor : null };
}

/** The slices of the state that methods look at for one part of the picture. */
function followed(part: 'colours' | 'lattice' | 'rest'): (keyof State)[] {
  return VIEWS.flatMap((view) => view[part]?.follows ?? []);
}

/** The name of the region that is drawn in ice; null for none. */
function icy(document: Document): string | null {
  const { paint } = viewOf(document.method);
  return typeof paint !== 'string' && paint.region ? paint.region(document) : document.frozen;
}

export class Stage {
  readonly camera = new Camera();
  readonly canvas: HTMLCanvasElement;
  readonly rate = new Rate();
  /** The handle under the pointer, drawn larger; and a ghost where a click would place one. */
  private near: number | null = null;
  private ghost: { hit: Hit; pane: number } | null = null;
  private readonly renderer: WebGLRenderer;
  private readonly listeners = new Set<(lens: Lens) => void>();
  private readonly resizing: ResizeObserver;
  panes: readonly Pane[] = [];
  /** The model's images, once all are there. */
  private images: Textures | null = null;
  private offered: { pose: PoseState | null; handles: Document['handles'] | null; ends: readonly Hit[] } = { pose: null, handles: null, ends: [] };
  private frame = 0;
  private marksStale = true;
  private radius = 1;
  private matcap: { readonly name: Matcap | null; readonly texture: Texture | null } = { name: null, texture: null };
  private readonly turntable = new Turntable();
  /** What stands beside the model. */
  readonly beside: Scenery;

  constructor(
    private readonly parent: HTMLElement,
    private readonly store: StudioStore,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = NeutralToneMapping;
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', 'The model. Click on it to place a handle, drag a handle to pose it.');
    this.canvas.tabIndex = 0;
    parent.append(this.canvas);
    this.resizing = new ResizeObserver(() => { this.resize(); });
    this.resizing.observe(parent);
    this.canvas.addEventListener('webglcontextrestored', () => { this.panes.forEach((pane) => { pane.restore(); }); this.recolour(); });
    followScale(() => { this.invalidate(); });
    this.resize();
    this.beside = new Scenery(store, this);
    this.watch();
  }

  get lens(): Lens {
    return this.camera.lens();
  }

  /** Whether a frame is still to be drawn. */
  get busy(): boolean {
    return this.frame !== 0 || this.camera.moving || this.panes.some((pane) => !pane.ready);
  }

  /** Where a pane begins, in CSS pixels from the left. */
  shift(pane: number): number {
    return (pane * this.parent.clientWidth) / Math.max(1, this.panes.length);
  }

  /** The pane at a place of the viewport. */
  paneAt(x: number): number {
    return this.panes.length > 1 && x >= this.shift(1) ? 1 : 0;
  }

  /** Posed positions, flat (n, 3), or null without a model. */
  positions(pane = 0): Floats | null {
    return this.panes.at(pane)?.positions() ?? null;
  }

  /** The ends of the model that are offered as handles, where they are in the pose; none while something is pulled. */
  offers(): readonly Hit[] {
    const { state } = this.store;
    const { model, rig, pose, peek, document, gesture, playing, clip } = state;
    if (!model || !rig || !pose || peek || gesture || playing || clip || viewOf(document.method).hidesHandles?.(state)) return [];
    if (this.offered.pose !== pose || this.offered.handles !== document.handles) {
      this.offered = { pose, handles: document.handles, ends: offers(model, state, this.positions() ?? model.V) };
    }
    return this.offered.ends;
  }

  pick(at: { x: number; y: number; pane: number }): Hit | null {
    return this.panes.at(at.pane)?.pick(rayThrough(this.lens, at.x, at.y)) ?? null;
  }

  /** Those of the vertices that the viewer sees. */
  visible(vertices: readonly number[], pane = 0): number[] {
    const shown = this.panes.at(pane);
    return shown ? visible(this.renderer, shown.shape, this.camera, this.lens, vertices, DEPTH_SLACK * this.radius) : [];
  }

  point(near: number | null, ghost: Hit | null, pane = 0): void {
    if (near === this.near && ghost === (this.ghost?.hit ?? null)) return;
    this.near = near;
    this.ghost = ghost && { hit: ghost, pane };
    this.marksStale = true;
    this.invalidate();
  }

  /** See the whole model. */
  frameAll(gently = true): void {
    const V = this.positions();
    if (!V) return;
    const { at, radius } = extent(V);
    const { width, height } = this.lens;
    // A narrow pane cuts off the ends of a long model, which a wide one has room for.
    this.camera.frame(at, (width < height ? 1 : FILL) * radius, {}, gently);
    this.invalidate();
  }

  /** See some points, flat (n, 3), such as what is selected, from where the camera is. */
  frameOn(points: readonly number[]): void {
    const { at, radius } = extent(Float32Array.from(points));
    this.camera.frame(at, Math.max(radius, NEAREST * this.radius));
    this.invalidate();
  }

  /** The view as it is now, small, as a data URL; null without a model. */
  picture(): string | null {
    if (this.panes.length === 0) return null;
    this.draw(performance.now());
    return smallPicture(this.canvas);
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
    this.paint(this.store.state);
    this.marksStale = true;
    this.invalidate();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.resizing.disconnect();
    this.clear();
    this.renderer.dispose();
    this.canvas.remove();
  }

  private watch(): void {
    this.store.watch(['model'], (state) => { this.open(state); });
    this.store.watch(['beside'], (state) => { this.split(state); });
    this.store.watch(['pose', 'peek', 'beside'], (state) => { this.follow(state); });
    this.store.watch(['ghosts', 'theme', 'systemDark'], ({ ghosts, rig }) => {
      const { before, after } = colours();
      this.panes.at(0)?.showGhosts(rig, ghosts, [before, after]);
      this.invalidate();
    });
    this.store.watch(['overlay', 'partNear', 'wire', 'clay', 'pictures', 'tool', 'painting', 'regions', 'partSelection', 'rig', 'seen', ...followed('colours')], (state) => { this.paint(state); });
    this.store.watch(followed('rest'), (state) => {
      this.rest(state);
      if (state.model) this.frameAll();
    });
    let painted: readonly unknown[] = [];
    this.store.watch(['document', 'selection', 'pose', 'beside', 'peek', 'overlay', 'playing', 'clip', 'trails', ...followed('rest'), ...followed('lattice')], (state) => {
      const { document } = state;
      const next = [document.method, icy(document), ...(viewOf(document.method).colours?.within?.(document) ?? [])];
      if (next.some((part, i) => part !== painted[i])) this.paint(state);
      painted = next;
      this.marksStale = true;
      this.invalidate();
    });
    this.store.watch(['up'], (state) => { this.turn(state); });
    let floor: GroundAt['floor'] = null;
    this.store.watch(['document', 'rig'], (state) => {
      const next = groundOf(state).floor;
      if (next !== floor) this.lay(state);
      floor = next;
    });
    if (this.store.state.occlusion === null) this.store.set({ occlusion: !isDrawnBySoftware(this.renderer) });
    this.store.watch(['turntable', 'occlusion'], () => { this.invalidate(); });
    this.canvas.addEventListener('pointerdown', () => { if (this.store.state.turntable) this.store.set({ turntable: false }); }, { capture: true });
    this.store.watch(['perspective'], ({ perspective }) => { this.camera.setPerspective(perspective); this.invalidate(); });
  }

  private open(state: Readonly<State>): void {
    this.clear();
    if (state.model) {
      const whole = extent(state.model.V);
      this.radius = whole.radius;
      this.camera.keep(whole.radius);
      this.panes = [this.pane(state.model, state)];
      this.resize();
      this.lookAtHandle(state);
      // Panels that come with the model make the view smaller.
      const { gaze } = this.camera;
      queueMicrotask(() => { if (this.camera.gaze === gaze) { this.resize(); this.lookAtHandle(state); } });
    }
    this.recolour();
  }

  private pane(model: Opened, state: Readonly<State>): Pane {
    return this.beside.fill(new Pane(model, groundOf(state), () => { this.invalidate(); }), state);
  }

  /** The ground again: where the floor is, or under the model. */
  private lay(state: Readonly<State>): void {
    for (const pane of this.panes) pane.place(groundOf(state));
    this.recolour();
  }

  /** Another axis is up. */
  private turn(state: Readonly<State>): void {
    this.camera.setUp(state.up);
    this.lay(state);
    if (state.model) this.lookAtHandle(state);
    this.invalidate();
  }

  /** One pane, or two where methods are compared. */
  private split(state: Readonly<State>): void {
    const { model, beside } = state;
    if (!model || this.panes.length === 0) return;
    const wanted = beside ? 2 : 1;
    if (this.panes.length === wanted) return;
    if (!beside) this.panes.at(-1)?.dispose();
    this.panes = beside ? [...this.panes, this.pane(model, state)] : this.panes.slice(0, 1);
    this.resize();
    this.frameAll(false);
    this.recolour();
  }

  /** Begin where the first free handle is seen, and not behind the mesh. */
  private lookAtHandle(state: Readonly<State>): void {
    const { at, radius } = extent(state.model!.V);
    const target = state.document.handles.find((handle) => !handle.pinned)?.target;
    const { V, start: { azimuth: front, toward } } = state.model!;
    const some = [...sampled(V, LOOKED_AT), ...toward];
    const sees = (azimuth: number): boolean => {
      const angles = { azimuth: front + azimuth, elevation: ELEVATION };
      this.camera.frame(at, FILL * radius, angles, false);
      // A tall model in a wide view would lose its head and its feet.
      this.camera.show(some, angles);
      if (!target) return true;
      const { x, y } = project(this.lens, target);
      const hit = this.pick({ x, y, pane: 0 });
      return !hit || length(minus(hit.at, target)) < 0.05 * radius;
    };
    if (!AZIMUTHS.some(sees)) sees(AZIMUTHS[0]);
  }

  private follow(state: Readonly<State>): void {
    sides(state).forEach(({ rig, pose }, i) => {
      if (!rig || !pose || !this.panes.at(i)?.follow(rig, pose)) return;
      this.paint(state);
      this.rest(state);
    });
    this.invalidate();
  }

  /** The mesh before the rig moves it: as the method has it, or as opened. */
  private rest(state: Readonly<State>): void {
    const rest = viewOf(state.document.method).rest?.of(state) ?? null;
    this.panes.forEach((pane, i) => { pane.setRest(i === 0 ? rest : null); });
    this.marksStale = true;
    this.invalidate();
  }

  private clear(): void {
    for (const pane of this.panes) pane.dispose();
    this.panes = [];
    this.images?.dispose();
    this.images = null;
  }

  /** The textures of a model that is shown in its own colours; null for clay. */
  textures(): Textures | null {
    const { state } = this.store;
    if (!isTextured(state) || !state.model?.surface) return null;
    this.images ??= new Textures(state.model.surface, state.pictures);
    return this.images;
  }

  /** What the model looks like: lens, light, and hidden parts. */
  private see({ seen }: Readonly<State>): void {
    this.camera.setLens(seen.lens);
    if (seen.matcap !== this.matcap.name) {
      this.matcap.texture?.dispose();
      this.matcap = { name: seen.matcap, texture: seen.matcap && matcapTexture(seen.matcap) };
    }
    for (const pane of this.panes) pane.see(seen, this.matcap.texture);
    this.marksStale = true;
  }

  private paint(state: Readonly<State>): void {
    this.see(state);
    const tokens = colours();
    this.panes.forEach((pane, i) => {
      const { paint, colours: tints } = viewOf(state.document.method);
      const own = isTextured(state) && tints?.resting?.(state) ? null : (tints?.of(state) ?? null);
      const region = regionNamed(state, icy(state.document));
      const painting = typeof paint !== 'string' && paint.region ? state.painting : null;
      const frozen = painting ?? (region ? mask(region, pane.model.V.length / 3) : null);
      pane.paint(tokens, i === 0 ? (spotlit(state.overlay, state.partNear) ?? own) : own, frozen, state.wire, this.textures());
    });
    this.invalidate();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.parent;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(pixelRatio());
    this.renderer.setSize(width, height);
    this.camera.resize(width / Math.max(1, this.panes.length), height);
    this.marksStale = true;
    this.invalidate();
  }

  private draw(now: number): void {
    this.frame = 0;
    if (this.renderer.getPixelRatio() !== pixelRatio()) this.resize();
    if (this.camera.tick(now)) this.invalidate();
    const state = this.store.state;
    if (this.turntable.step(this.camera, now, state.turntable && this.panes.length > 0)) this.invalidate();
    const lens = this.lens;
    const shown = sides(state);
    if (this.panes.length === 0) this.renderer.clear();
    this.renderer.setScissorTest(this.panes.length > 1);
    this.panes.forEach((pane, i) => {
      const ghost = this.ghost?.pane === i ? this.ghost.hit : null;
      if (this.marksStale) {
        const tokens = colours(), { rig, pose } = shown[i] ?? { rig: null, pose: null };
        const [discs, ...lines] = marks(state, { rig, pose }, i === 0 ? state.overlay : null, this.near, ghost, tokens, lens);
        const ends = i === 0 ? this.offers().map(({ at }) => offer(at, tokens)) : [];
        pane.mark([[...ends, ...discs], ...lines], rig && (viewOf(rig.method).lattice?.of(state, rig, pose, tokens) ?? null));
      }
      const place = [this.shift(i), 0, lens.width, lens.height] as const;
      this.renderer.setViewport(...place);
      this.renderer.setScissor(...place);
      pane.draw(this.renderer, this.camera, state.occlusion === true);
    });
    this.marksStale = false;
    this.rate.tick(now);
    for (const listener of this.listeners) listener(lens);
  }
}
