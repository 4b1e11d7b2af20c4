/** The posing tool: click places a handle, drag pulls it. */

import { companions, placed, settled } from '../state/document';
import { shownAt } from '../state/document';
import { isHidden } from '../state/parts';
import type { State } from '../state/state';
import type { Handle } from '../wire/messages';
import type { Hit } from '../view/picking';
import type { At, Bench } from './gesture';
import { project, type Lens } from './lens';
import { Press } from './press';
import { MoveHandles } from './transform';

/** How near a pointer must be to a handle to mean it, in pixels. */
const REACH = 12;

/** The handle under the pointer, the nearest if several are. */
export function handleAt(state: Readonly<State>, lens: Lens, at: { x: number; y: number }): Handle | null {
  let best: Handle | null = null, shortest = REACH;
  for (const handle of state.document.handles) {
    if (isHidden(state, handle.face)) continue;
    const seen = project(lens, shownAt(state.document, state.pose?.reached ?? null, handle, state.rig?.pins));
    const distance = Math.hypot(seen.x - at.x, seen.y - at.y);
    if (distance <= shortest) [best, shortest] = [handle, distance];
  }
  return best;
}

/** The handles that move with a selection: pins hold while others move; alone they can be moved themselves. */
export function movable(handles: readonly Handle[], selection: readonly number[]): Handle[] {
  const chosen = handles.filter(({ id }) => selection.includes(id)), loose = chosen.filter(({ pinned }) => !pinned);
  return [...new Set((loose.length ? loose : chosen).flatMap(({ id }) => companions(handles, selection, id)))];
}

/** The offered end under the pointer, the nearest if several are. */
export function offerAt(ends: readonly Hit[], lens: Lens, at: { x: number; y: number }): Hit | null {
  let best: Hit | null = null, shortest = REACH;
  for (const end of ends) {
    const seen = project(lens, end.at);
    const distance = Math.hypot(seen.x - at.x, seen.y - at.y);
    if (distance <= shortest) [best, shortest] = [end, distance];
  }
  return best;
}

/** A press on a handle: selects it; pulls it, with its companions, as soon as the pointer moves. */
export class PullHandle extends Press {
  constructor(
    bench: Bench,
    private readonly handle: Handle,
    from: At,
  ) {
    super(bench, from);
    const { selection } = bench.studio.store.state;
    const on = selection.includes(handle.id);
    if (from.shiftKey) bench.studio.store.set({ selection: on ? selection.filter((id) => id !== handle.id) : [...selection, handle.id] });
    else if (!on) bench.studio.store.set({ selection: [handle.id] });
  }

  protected begin(): MoveHandles {
    const { document, pose, rig, selection } = this.bench.studio.store.state;
    const handles = settled(document, pose?.reached ?? null, rig?.pins);
    const free = companions(handles, selection, this.handle.id);
    // The one under the pointer leads.
    free.sort((a, b) => Number(b.id === this.handle.id) - Number(a.id === this.handle.id));
    return new MoveHandles(this.bench, 'move', handles, free, this.from);
  }

  protected override clicked(): void {
    // A plain click on one of several selected handles means this one alone.
    if (!this.from.shiftKey) this.bench.studio.store.set({ selection: [this.handle.id] });
  }
}

/** A press on the bare surface: a click places a handle, a drag places and pulls it. */
export class PlaceHandle extends Press {
  constructor(
    bench: Bench,
    private readonly hit: Hit,
    from: At,
  ) {
    super(bench, from);
  }

  protected begin(): MoveHandles {
    const { handles, handle } = this.place();
    return new MoveHandles(this.bench, 'move', handles, [handle], this.from);
  }

  protected override clicked(): void {
    const { handles, handle } = this.place();
    this.bench.studio.editor.edit(`Place handle ${handle.id}`, { handles, weights: null });
  }

  override cancel(): void {
    super.cancel();
    const { store } = this.bench.studio;
    const known = new Set(store.state.document.handles.map((handle) => handle.id));
    store.set({ selection: store.state.selection.filter((id) => known.has(id)) });
  }

  private place(): { handles: Handle[]; handle: Handle } {
    const { store } = this.bench.studio;
    const { document, pose, rig, selection } = store.state;
    const handle = placed(document, this.hit, this.hit.at);
    store.set({ selection: this.from.shiftKey ? [...selection, handle.id] : [handle.id] });
    return { handles: [...settled(document, pose?.reached ?? null, rig?.pins), handle], handle };
  }
}
