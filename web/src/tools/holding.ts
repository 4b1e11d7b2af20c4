/** What keys and panels do to how handles hold, and to the floor; every edit is a step of the history. */

import { can, floorUnder, heldAs } from '../state/pins';
import type { Up } from '../state/state';
import { turnAt } from '../state/turns';
import type { Bench } from './gesture';

export function many(ids: readonly number[]): string {
  return ids.length === 1 ? `handle ${ids[0]}` : `${ids.length} handles`;
}

/** Let the selected handles keep the directions that the surface has around them now, or let these go. */
export function keepDirection({ studio, stage }: Bench, keep: boolean): void {
  const { document, selection, model } = studio.store.state;
  const V = stage.positions();
  if (!model || !V || selection.length === 0) return;
  const handles = heldAs(document.handles, selection, (handle) => ({ turn: keep ? (handle.turn ?? turnAt(model, handle, V)) : null }));
  studio.editor.edit(`${keep ? 'Keep the direction of' : 'Let turn'} ${many(selection)}`, { handles });
}

/** T: all selected handles keep their directions, or none. */
export function toggleDirection(bench: Bench): void {
  const { document, selection, rig } = bench.studio.store.state;
  if (!can(rig, 'turn')) bench.studio.say('This method cannot keep directions. Choose another at the top.');
  else if (selection.length === 0) bench.studio.say('Nothing is selected. Click a handle first.');
  else keepDirection(bench, document.handles.some(({ id, turn }) => selection.includes(id) && turn === null));
}

/** H: a floor under the feet of the model at rest, or none. */
export function switchFloor({ studio }: Bench): void {
  const { document: { floor }, model, up, rig } = studio.store.state;
  if (!model) return;
  if (!can(rig, 'floor')) studio.say('This method knows no floor. Choose another at the top.');
  else if (floor) studio.editor.edit('Take the floor away', { floor: null });
  else studio.editor.edit('Put a floor', { floor: floorUnder(model.V, up) });
}

/** Another axis is up; a floor comes along. */
export function turnUp({ studio }: Bench, up: Up): void {
  const { document: { floor }, model } = studio.store.state;
  studio.store.set({ up });
  if (floor && model) studio.editor.edit(`Put the floor across ${up.toUpperCase()}`, { floor: floorUnder(model.V, up, floor.grip) });
}
