/** The pointer over the viewport: hands presses to the camera, to the running gesture or to the tool. */

import { ownState, viewOf } from '../methods/views';
import { touches } from '../state/document';
import { frozenRegion, type Tool } from '../state/state';
import type { Hit } from '../view/picking';
import { LinkedClick, Stroke } from './brush';
import { Fence } from './fence';
import { grasp, pressureOf, steadied, wheelMeans } from './fingers';
import type { At, Bench, Gesture } from './gesture';
import type { Place } from './lens';
import { travel, wheelFactor, type Travel } from './navigation';
import { paintOf } from './paint';
import { SLACK } from './press';
import { PressProp, selectProp } from './props';
import { handleAt, offerAt, PlaceHandle, PullHandle } from './pull';
import { pivotOf } from './viewing';

class Journey implements Gesture {
  private last: At;
  private moved = 0;

  /** clicked: what a press that does not travel means. */
  constructor(
    private readonly bench: Bench,
    private readonly kind: Travel,
    from: At,
    private readonly clicked: () => void = () => undefined,
  ) {
    this.last = from;
  }

  move(at: At): void {
    const dx = at.x - this.last.x, dy = at.y - this.last.y;
    const { camera } = this.bench.stage;
    this.last = at;
    this.moved += Math.hypot(dx, dy);
    if (this.kind === 'orbit') camera.orbit(dx, dy, pivotOf(this.bench));
    else if (this.kind === 'pan') camera.pan(dx, dy);
    else camera.zoom(Math.exp(dy * 0.005));
    this.bench.stage.invalidate();
  }

  finish(): void {
    if (this.moved < SLACK) this.clicked();
  }

  cancel(): void {
    // The camera stays where it is: looking around is not an edit.
  }
}

export class Pointer {
  /** Goes on without a pressed button (G, R): the next click finishes it. */
  private modal = false;
  private running: Gesture | null = null;
  /** Fingers on the screen, by the numbers of their pointers, on the page. */
  private readonly fingers = new Map<number, Place>();
  private lastAt: At = { x: 0, y: 0, pane: 0, shiftKey: false, ctrlKey: false };
  private readonly cursor = document.createElement('div');
  private readonly off = new AbortController();

  constructor(private readonly bench: Bench) {
    const { canvas } = bench.stage;
    const options = { signal: this.off.signal };
    canvas.addEventListener('pointerdown', (event) => { this.down(event); }, options);
    canvas.addEventListener('pointermove', (event) => { this.moved(event); }, options);
    canvas.addEventListener('pointerup', (event) => { this.fingers.delete(event.pointerId); if (!this.modal) this.finish(); }, options);
    canvas.addEventListener('pointercancel', (event) => { this.fingers.delete(event.pointerId); this.cancel(); }, options);
    canvas.addEventListener('pointerleave', () => { this.leave(); }, options);
    canvas.addEventListener('contextmenu', (event) => { event.preventDefault(); }, options);
    canvas.addEventListener('wheel', (event) => { this.wheeled(event); }, { ...options, passive: false });
    this.cursor.className = 'brush-cursor';
    this.cursor.hidden = true;
    canvas.parentElement?.append(this.cursor);
    bench.studio.store.watch(['tool', 'brush'], () => { this.showCursor(); });
  }

  get at(): At {
    return this.lastAt;
  }

  get busy(): boolean {
    return this.running !== null;
  }

  /** Begin a gesture that follows the pointer without a pressed button. */
  begin(gesture: Gesture): void {
    this.cancel();
    this.running = gesture;
    this.modal = true;
  }

  key(key: string): boolean {
    if (!this.running) return false;
    if (key === 'Escape') this.cancel();
    else if (key === 'Enter') this.finish();
    else return this.running.key?.(key) ?? false;
    return true;
  }

  cancel(): void {
    this.running?.cancel();
    this.running = null;
    this.modal = false;
  }

  dispose(): void {
    this.off.abort();
    this.cursor.remove();
  }

  private finish(): void {
    this.running?.finish();
    this.running = null;
    this.modal = false;
    this.hover();
  }

  private down(event: PointerEvent): void {
    this.lastAt = this.place(event);
    this.bench.stage.canvas.focus({ preventScroll: true });
    if (event.pointerType === 'touch' && this.held(event)) return;
    if (this.running) {
      if (event.button === 0) this.finish();
      else this.cancel();
      return;
    }
    this.bench.stage.canvas.setPointerCapture(event.pointerId);
    const kind = travel(event, this.bench.studio.store.state.preset);
    this.running = kind ? new Journey(this.bench, kind, this.lastAt) : event.button === 0 ? this.pressed(this.lastAt) : null;
    this.bench.stage.point(null, null);
  }

  /** A finger more on the screen; with a second one the camera takes over, and what the first began is given up. */
  private held(event: PointerEvent): boolean {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size < 2) return false;
    this.cancel();
    this.bench.stage.canvas.setPointerCapture(event.pointerId);
    return true;
  }

  /** Two fingers pan and zoom about their middle; three turn the view. */
  private grasped(event: PointerEvent): void {
    const before = [...this.fingers.values()];
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const { dx, dy, middle, factor } = grasp(before, [...this.fingers.values()]);
    const { camera } = this.bench.stage;
    if (this.fingers.size > 2) camera.orbit(dx, dy, pivotOf(this.bench));
    else {
      camera.pan(dx, dy);
      this.zoomAt(middle, factor);
    }
    this.bench.stage.invalidate();
  }

  private wheeled(event: WheelEvent): void {
    event.preventDefault();
    const { camera } = this.bench.stage, means = wheelMeans(event);
    if (means === 'pinch') this.zoomAt({ x: event.clientX, y: event.clientY }, wheelFactor(event));
    else if (means === 'pan') camera.pan(-event.deltaX || 0, -event.deltaY || 0);
    else if (means === 'orbit') camera.orbit(-event.deltaX || 0, -event.deltaY || 0, pivotOf(this.bench));
    else camera.zoom(wheelFactor(event));
    this.bench.stage.invalidate();
  }

  /** Go nearer or away; what is seen at a place of the page stays there. */
  private zoomAt(place: Place, factor: number): void {
    const { stage } = this.bench, { left, top } = stage.canvas.getBoundingClientRect();
    const x = place.x - left, before = stage.camera.gaze.distance;
    stage.camera.zoom(factor);
    const shift = steadied({ x: x - stage.shift(stage.paneAt(x)), y: place.y - top }, stage.camera.gaze.distance / before, stage.lens);
    stage.camera.pan(shift.dx, shift.dy);
  }

  private pressed(at: At): Gesture {
    const { stage, studio } = this.bench;
    const { state } = studio.store;
    const gesture = state.tool === 'pose' ? this.posing(at) : this.marking(at, state.tool, stage.pick(at));
    return gesture ?? new Journey(this.bench, 'orbit', at, () => { selectProp(studio.store, null); studio.store.set(state.tool === 'pose' ? { selection: [], partSelection: [], ...ownState('selection') } : { selection: [] }); });
  }

  /** A press with one of the selecting tools; null beside the mesh, and where the method cannot be painted on. */
  private marking(at: At, tool: Exclude<Tool, 'pose'>, hit: Hit | null): Gesture | null {
    const fence = tool === 'box' || tool === 'lasso';
    if (fence && this.bench.studio.store.state.aim !== 'surface') return new Fence(this.bench, tool, null, at);
    if (!fence && !hit) return null;
    const paint = paintOf(this.bench);
    if (!paint) return null;
    if (fence) return new Fence(this.bench, tool, paint, at);
    return tool === 'brush' ? new Stroke(this.bench, paint, at) : new LinkedClick(this.bench, paint, hit!, at);
  }

  /** A press with the posing tool: on a handle, on the bare surface, or beside the mesh (null). */
  private posing(at: At): Gesture | null {
    const { stage, studio } = this.bench;
    const { state } = studio.store;
    const hit = stage.pick(at);
    const own = stage.beside.at(at) ? undefined : viewOf(state.document.method).press?.(this.bench, at, hit);
    if (own !== undefined) return own;
    const handle = handleAt(state, stage.lens, at);
    if (handle) return new PullHandle(this.bench, handle, at);
    const end = offerAt(stage.offers(), stage.lens, at);
    if (end && state.rig) return new PlaceHandle(this.bench, end, at);
    const prop = stage.beside.at(at);
    if (prop) return new PressProp(this.bench, prop, at);
    if (!hit || !state.rig || !state.model) return null;
    if (!touches(frozenRegion(state), state.model.F, hit.face)) return new PlaceHandle(this.bench, hit, at);
    studio.say('This region is frozen. Thaw it (C, with Ctrl) to place a handle here.');
    return null;
  }

  private moved(event: PointerEvent): void {
    if (this.fingers.size > 1) {
      if (this.fingers.has(event.pointerId)) this.grasped(event);
      return;
    }
    this.lastAt = this.place(event);
    this.showCursor();
    if (this.running) this.running.move(this.lastAt);
    else this.hover();
  }

  private hover(): void {
    const { stage, studio } = this.bench;
    const { state } = studio.store;
    const view = viewOf(state.document.method);
    const pulling = state.tool === 'pose' && !view.hidesHandles?.(state);
    const handle = pulling ? handleAt(state, stage.lens, this.lastAt) : null;
    const prop = state.tool === 'pose' && !handle && stage.beside.at(this.lastAt) !== null;
    const bare = pulling && !handle && !prop && state.rig !== null && state.progress === null;
    const hit = bare ? (offerAt(stage.offers(), stage.lens, this.lastAt) ?? stage.pick(this.lastAt)) : null;
    const own = prop || (view.near?.(this.bench, this.lastAt, hit) ?? false);
    stage.point(handle?.id ?? null, own ? null : hit, this.lastAt.pane);
    stage.canvas.style.cursor = handle || own ? 'grab' : state.tool === 'pose' ? 'default' : 'crosshair';
  }

  private leave(): void {
    const { stage, studio } = this.bench;
    stage.point(null, null);
    viewOf(studio.store.state.document.method).away?.(studio);
    this.cursor.hidden = true;
  }

  private showCursor(): void {
    const { tool, brush: whole } = this.bench.studio.store.state, brush = whole * (this.running ? (this.lastAt.pressure ?? 1) : 1);
    this.cursor.hidden = tool !== 'brush';
    const x = this.lastAt.x + this.bench.stage.shift(this.lastAt.pane);
    Object.assign(this.cursor.style, { left: `${x - brush}px`, top: `${this.lastAt.y - brush}px`, width: `${2 * brush}px`, height: `${2 * brush}px` });
  }

  private place(event: PointerEvent): At {
    const { stage } = this.bench;
    const { left, top } = stage.canvas.getBoundingClientRect();
    const x = event.clientX - left;
    // A gesture stays in the pane where it began, wherever the pointer goes.
    const pane = this.running && !this.modal ? this.lastAt.pane : stage.paneAt(x);
    return { x: x - stage.shift(pane), y: event.clientY - top, pane, shiftKey: event.shiftKey, ctrlKey: event.ctrlKey || event.metaKey, pressure: pressureOf(event) };
  }
}
