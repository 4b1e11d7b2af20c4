/** Playing: the frame follows the clock, and what comes late is left out. */

import type { Studio } from '../studio';
import { playedFrame } from './ruler';

export class Playback {
  private request = 0;
  /** When and where playing began. */
  private since = 0;
  private from = 1;
  /** Whether a frame was asked for that has not come yet. */
  private asked = false;

  constructor(private readonly studio: Studio) {}

  toggle(): void {
    if (this.studio.store.state.playing) this.stop();
    else this.start();
  }

  start(): void {
    const { studio } = this;
    const { document, clip, rig } = studio.store.state;
    if (!clip && (!rig || document.timeline.rows.length === 0)) {
      studio.say('Nothing is keyed yet. Pull a handle and press K, go to another frame, and do so again.');
      return;
    }
    studio.editor.end();
    studio.motion.frames.bake();
    const { first, last } = this.range;
    this.from = studio.motion.shownFrame >= last ? first : studio.motion.shownFrame;
    this.since = performance.now();
    this.asked = false;
    studio.store.set({ playing: true, playhead: this.from });
    this.request = requestAnimationFrame((now) => { this.tick(now); });
  }

  /** Stay at the frame that is shown. */
  stop(): void {
    cancelAnimationFrame(this.request);
    const { playing, playhead } = this.studio.store.state;
    if (!playing) return;
    this.studio.store.set({ playing: false });
    if (playhead !== null) this.studio.motion.goTo(playhead);
  }

  private get range(): { first: number; last: number; fps: number } {
    return this.studio.motion.range;
  }

  private tick(now: number): void {
    const { store, motion: { frames } } = this.studio;
    if (!store.state.playing) return;
    this.request = requestAnimationFrame((next) => { this.tick(next); });
    // An edit makes the frames stale: they are baked anew while playing goes on.
    frames.bake();
    const { frame, over } = playedFrame(this.from, (now - this.since) / 1000, this.range.fps, this.range, store.state.looping);
    if (over) {
      this.stop();
      return;
    }
    if (!frames.has(frame)) {
      // Wait where the frames end, and go on from there.
      this.from = store.state.playhead ?? frame;
      this.since = now;
      return;
    }
    if (frame === store.state.playhead || this.asked) return;
    this.asked = frames.want(frame, (pose) => {
      this.asked = false;
      if (pose && store.state.playing) store.set({ playhead: frame, pose });
    });
  }
}
