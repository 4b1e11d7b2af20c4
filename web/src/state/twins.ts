/** Handles on both sides of a model that move together. Pure functions. */

import type { Handle } from '../wire/messages';
import { NEAR, type Mirror } from './mirror';
import { holder, twinned, type Shape } from './poses';
import type { Opened } from './state';
import { plus, times, type Vector } from './vectors';

export interface Twins {
  readonly mirror: Mirror;
  /** All handles, with those that were missing on the other side. */
  readonly handles: readonly Handle[];
  /** Of each handle that is pulled the one that follows it: itself where it lies on the mirror plane. */
  readonly pairs: readonly (readonly [Handle, Handle])[];
}

/** free: the handles that are pulled; shape: where the model is now. Pinned twins stay, and so do those that are pulled themselves. */
export function twinsOf(handles: readonly Handle[], free: readonly Handle[], mirror: Mirror, model: Opened, shape: Shape): Twins {
  const going = free.filter(({ pinned }) => !pinned);
  const all = twinned(handles, going, mirror, model, shape);
  const pairs = going.flatMap((handle): (readonly [Handle, Handle])[] => {
    const at = mirror.across(handle), twin = at && holder(all, at, model, NEAR);
    const follows = twin && !twin.pinned && (twin.id === handle.id || !going.some(({ id }) => id === twin.id));
    return follows ? [[handle, twin]] : [];
  });
  return { mirror, handles: all, pairs };
}

/** The handles with twins where those that they follow have them; what lies on the plane stays on it. */
export function followed(handles: readonly Handle[], { mirror, pairs }: Twins): Handle[] {
  const now = new Map(handles.map((handle) => [handle.id, handle]));
  for (const [leader, twin] of pairs) {
    const { target, turn } = now.get(leader.id)!, own = now.get(twin.id)!;
    now.set(twin.id, { ...own, target: led(mirror, leader, target, twin), turn: own.turn && turn && twin !== leader ? mirror.turn(turn) : own.turn });
  }
  return handles.map(({ id }) => now.get(id)!);
}

function led(mirror: Mirror, leader: Handle, target: Vector, twin: Handle): Vector {
  const image = mirror.moved(leader, target, twin);
  return twin.id === leader.id ? times(plus(target, image), 0.5) : image;
}
