/** What a panel shows of the mechanism. */

import type { State } from '../../state/state';
import type { Bench } from '../../tools/gesture';

/**
 * Call `fill` now, with another rig, and after changes of the named slices. Fields show what was typed until the
 * server has followed; what it refused they show no longer.
 */
export function watchMechanism({ studio }: Bench, names: readonly (keyof State)[], fill: (state: Readonly<State>) => void, off: (() => void)[]): void {
  let edits = studio.store.state.document.slices.joints.edits.length;
  off.push(studio.store.watch(['rig', ...names], fill));
  off.push(studio.store.watch(['document'], (state) => {
    const now = state.document.slices.joints.edits.length, fewer = now < edits;
    edits = now;
    if (fewer) fill(state);
  }));
}
