/** Onion skins: which frames are shown as ghosts, asked for as soon as they are baked. */

import type { Ghost } from '../state/state';
import type { Studio } from '../studio';
import { ghostFrames } from './ruler';

export function followGhosts({ store, motion }: Studio): void {
  let asked = '';
  const look = (): void => {
    const { onion, playing, clip, document: { timeline }, ghosts, model } = store.state;
    if (!onion.on || playing || !model || (!clip && timeline.rows.length === 0)) {
      asked = '';
      if (ghosts.length) store.set({ ghosts: [] });
      return;
    }
    motion.frames.bake();
    const { first, last } = motion.range;
    const wanted = ghostFrames(motion.shownFrame, onion, first, last).filter(({ frame }) => motion.frames.has(frame));
    const name = `${store.state.clip?.number ?? store.state.baking?.number} ${wanted.map(({ frame }) => frame).join()}`;
    if (name === asked) return;
    asked = name;
    const found: Ghost[] = [];
    if (wanted.length === 0) store.set({ ghosts: [] });
    for (const { frame, before, near } of wanted) {
      motion.frames.want(frame, (pose) => {
        // Without one of them, all are asked for again at the next change.
        if (pose) found.push({ pose, before, near });
        else if (asked === name) asked = '';
        if (found.length === wanted.length && asked === name) store.set({ ghosts: found });
      });
    }
  };
  store.watch(['onion', 'document', 'playing', 'playhead', 'baking', 'clip', 'rig'], look);
}
