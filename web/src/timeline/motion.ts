/** What moves: the timeline, frames that were solved ahead, and clips of files. */

import { keyOf, numbersOf, rigKey } from '../methods/views';
import { retargeted } from '../state/timeline';
import type { State } from '../state/state';
import type { Vector } from '../state/vectors';
import type { Studio } from '../studio';
import type { Given } from '../wire/dropped';
import type { ClipTaken, Document, ExportInto, ExportMotion, TrackTaken } from '../wire/messages';
import { Frames } from './frames';
import { Playback } from './playback';

/** How a film is seen. */
export type View = Pick<ExportMotion, 'direction' | 'up' | 'size' | 'perspective' | 'clay' | 'light' | 'background' | 'middle' | 'half'>;

export class Motion {
  readonly frames: Frames;
  readonly playback: Playback;

  constructor(private readonly studio: Studio) {
    this.frames = new Frames(studio);
    this.playback = new Playback(studio);
  }

  /** The frames that are played, at so many a second. */
  get range(): { first: number; last: number; fps: number } {
    const { clip, document: { timeline } } = this.studio.store.state;
    return clip ? { first: clip.first, last: clip.first + clip.count - 1, fps: clip.fps } : timeline;
  }

  /** The frame on the screen. */
  get shownFrame(): number {
    const { playhead, document } = this.studio.store.state;
    return playhead ?? document.frame;
  }

  /** Show a frame: of a clip, or as the keys have it. */
  goTo(wanted: number): void {
    const { frames, studio: { store, poser } } = this;
    const { document, clip, rig } = store.state, { first, last } = this.range;
    const frame = Math.min(last, Math.max(first, Math.round(wanted)));
    if (clip) {
      store.set({ playhead: frame });
      frames.want(frame, (pose) => { if (pose && store.state.playhead === frame) store.set({ pose }); });
      return;
    }
    const there = { ...document, frame };
    store.set({ document: there, playhead: null });
    if (document.timeline.rows.length && rig && keyOf(rig) === rigKey(document)) poser.want(there, true);
  }

  /** The handles are where the timeline has them: no step of the history. */
  moved(asked: Document, targets: readonly Vector[], numbers: number[] | null): Document {
    const { document } = this.studio.store.state;
    const told = new Map(asked.handles.map((handle, i): [number, Vector] => [handle.id, targets[i]]));
    if (document !== asked) return asked;
    const keyed = numbers ? (numbersOf(document.method)?.put(document, numbers) ?? {}) : { weights: null };
    const there = { ...document, handles: retargeted(document.handles, targets), ...keyed };
    this.studio.store.set({ document: there, told });
    this.studio.keyed = there;
    return there;
  }

  /** Take a track, or show a clip, that files hold. */
  async load(files: readonly Given[]): Promise<void> {
    const track = files.length === 1 && /\.json$/i.test(files[0].name);
    await this.studio.sent(files, (uploads) => {
      this.studio.socket.send(track ? { type: 'LoadTrack', upload: uploads[0] } : { type: 'LoadClip', number: this.frames.next(), uploads });
    });
  }

  /** A track came: its handles and keys are the document's. */
  takeTrack({ name, timeline, handles, floor, doubt }: TrackTaken): void {
    this.studio.store.set({ selection: [], keySelection: [], timelineOpen: true, clip: null, playhead: null });
    // Keys of other numbers than handles come without any; those that are there ride along.
    const held = handles.length ? { handles, floor } : {};
    this.studio.editor.edit(`Take the track ${name}`, { timeline, ...held, weights: null, frame: timeline.first });
    if (doubt) this.studio.say(doubt);
  }

  /** A clip came: it is shown in place of the timeline. */
  takeClip(clip: ClipTaken): void {
    this.studio.store.set({ clip, timelineOpen: true, playhead: clip.first, ghosts: [] });
    this.goTo(clip.first);
  }

  /** Back to the timeline. */
  closeClip(): void {
    this.playback.stop();
    this.studio.store.set({ clip: null, playhead: null, ghosts: [] });
    this.studio.poser.want(this.studio.store.state.document);
  }

  export(kind: ExportMotion['kind'], view: View): void {
    const { clip } = this.studio.store.state;
    this.studio.editor.end();
    this.ask({ kind, clip: clip !== null, ...view });
  }

  /** Have a file made; asked for again where the server was killed meanwhile. */
  ask(exporting: NonNullable<State['exporting']>): void {
    if (!this.studio.socket.send({ type: 'ExportMotion', ...exporting })) return;
    this.studio.store.set({ exporting, progress: { share: 0, what: 'Making the file', over: false } });
  }

  /** One animation more in the file that the model came from: of what moves, or of the pose. */
  exportInto(by: ExportInto['by'], moving: boolean): void {
    const { clip } = this.studio.store.state;
    this.studio.editor.end();
    this.studio.socket.send({ type: 'ExportInto', what: !moving ? 'pose' : clip ? 'clip' : 'timeline', by });
    this.studio.store.set({ progress: { share: 0, what: 'Making the file', over: false } });
  }
}
