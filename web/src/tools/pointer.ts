/** The pointer over the viewport: hands presses to the camera, to the running gesture or to the tool. */

import { isFrozen } from '../state/document';
import { Box } from './box';
import { Stroke } from './brush';
import type { At, Bench, Gesture } from './gesture';
import { travel, wheelFactor, type Travel } from './navigation';
import { handleAt, PlaceHandle, PullHandle, SLACK } from './pull';

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
    if (this.kind === 'orbit') camera.orbit(dx, dy);
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
  private lastAt: At = { x: 0, y: 0, shiftKey: false, ctrlKey: false };
  private readonly cursor = document.createElement('div');
  private readonly off = new AbortController();

  constructor(private readonly bench: Bench) {
    const { canvas } = bench.stage;
    const options = { signal: this.off.signal };
    canvas.addEventListener('pointerdown', (event) => { this.down(event); }, options);
    canvas.addEventListener('pointermove', (event) => { this.moved(event); }, options);
    canvas.addEventListener('pointerup', () => { if (!this.modal) this.finish(); }, options);
    canvas.addEventListener('pointercancel', () => { this.cancel(); }, options);
    canvas.addEventListener('pointerleave', () => { bench.stage.point(null, null); this.cursor.hidden = true; }, options);
    canvas.addEventListener('contextmenu', (event) => { event.preventDefault(); }, options);
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      bench.stage.camera.zoom(wheelFactor(event));
      bench.stage.invalidate();
    }, { ...options, passive: false });
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

  private pressed(at: At): Gesture {
    const { stage, studio } = this.bench;
    const { state } = studio.store;
    if (state.tool === 'box') return new Box(this.bench, at);
    const hit = stage.pick(at.x, at.y);
    if (state.tool === 'brush' && hit) return new Stroke(this.bench, at);
    const handle = state.tool === 'pose' ? handleAt(state, stage.lens, at) : null;
    if (handle) return new PullHandle(this.bench, handle, at);
    const frozen = hit !== null && state.model !== null && isFrozen(state.document.frozen, state.model.F, hit.face);
    if (state.tool === 'pose' && frozen) studio.say('This region is frozen. Thaw it (C, with Ctrl) to place a handle here.');
    if (state.tool === 'pose' && hit && state.rig && !frozen) return new PlaceHandle(this.bench, hit, at);
    return new Journey(this.bench, 'orbit', at, () => { studio.store.set({ selection: [] }); });
  }

  private moved(event: PointerEvent): void {
    this.lastAt = this.place(event);
    this.showCursor();
    if (this.running) this.running.move(this.lastAt);
    else this.hover();
  }

  private hover(): void {
    const { stage, studio } = this.bench;
    const { state } = studio.store;
    const handle = state.tool === 'pose' ? handleAt(state, stage.lens, this.lastAt) : null;
    const bare = state.tool === 'pose' && !handle && state.rig !== null && state.progress === null;
    stage.point(handle?.id ?? null, bare ? stage.pick(this.lastAt.x, this.lastAt.y) : null);
    stage.canvas.style.cursor = handle ? 'grab' : state.tool === 'pose' ? 'default' : 'crosshair';
  }

  private showCursor(): void {
    const { tool, brush } = this.bench.studio.store.state;
    this.cursor.hidden = tool !== 'brush';
    Object.assign(this.cursor.style, { left: `${this.lastAt.x - brush}px`, top: `${this.lastAt.y - brush}px`, width: `${2 * brush}px`, height: `${2 * brush}px` });
  }

  private place(event: PointerEvent): At {
    const { left, top } = this.bench.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top, shiftKey: event.shiftKey, ctrlKey: event.ctrlKey || event.metaKey };
  }
}
