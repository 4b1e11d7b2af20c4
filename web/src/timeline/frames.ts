/** Frames that the server has solved ahead, or read from a clip: asked for by their numbers. */

import { lasting, poseArrays } from '../methods/views';
import { bakeKey } from '../state/timeline';
import type { PoseState, State } from '../state/state';
import type { Studio } from '../studio';
import type { Arrays } from '../wire/arrays';
import type { Baking, Document, Frame } from '../wire/messages';

/** Hears the pose of a frame; null where it is gone, or is no longer what is shown. */
type Then = (pose: PoseState | null) => void;

export class Frames {
  private number = 0;
  /** What was baked last, by its key. */
  private key: string | null = null;
  private readonly keys = new WeakMap<Document, string>();
  private readonly waiting = new Map<string, Then[]>();

  constructor(private readonly studio: Studio) {}

  /** The key of a document; asked for at every frame that is played. */
  private keyOf(document: Document): string {
    const key = this.keys.get(document) ?? bakeKey(lasting(document));
    this.keys.set(document, key);
    return key;
  }

  /** A number that no bake and no clip has had. */
  next(): number {
    this.number += 1;
    return this.number;
  }

  /** Whether a frame that was asked for has not come yet. */
  get busy(): boolean {
    return this.waiting.size > 0;
  }

  /** Whether the frames of the document as it is are baked, or being baked. */
  get fresh(): boolean {
    return this.studio.store.state.baking !== null && this.key === this.keyOf(this.studio.store.state.document);
  }

  /** Have all frames solved ahead, unless they are. */
  bake(): void {
    const { store, socket } = this.studio;
    const { document, clip, rig } = store.state;
    if (clip || !rig || document.timeline.rows.length === 0 || this.fresh) return;
    this.key = this.keyOf(document);
    const number = this.next();
    // The server bakes the document that it heard of last: every step, and every pose that was asked for.
    this.studio.editor.end();
    if (socket.send({ type: 'Bake', number })) store.set({ baking: { number, done: 0, total: 0 } });
  }

  /** Nothing that was baked is known any more. */
  forget(): void {
    this.key = null;
    this.waiting.clear();
    if (this.studio.store.state.baking) this.studio.store.set({ baking: null });
  }

  /** Something went wrong: frames that are not there yet do not come. */
  failed(): void {
    const { baking } = this.studio.store.state;
    if (!baking || (baking.total > 0 && baking.done === baking.total)) return;
    this.studio.motion.playback.stop();
    this.studio.store.set({ baking: { ...baking, total: baking.done } });
  }

  /** How far it is. */
  baked({ number, done, total }: Baking): void {
    const { store } = this.studio;
    if (store.state.baking?.number === number) store.set({ baking: { number, done, total } });
  }

  /** The number of what is shown: a clip, or what was baked. */
  private get shown(): number | undefined {
    const { clip, baking } = this.studio.store.state;
    return clip?.number ?? baking?.number;
  }

  /** Whether a frame is there. */
  has(frame: number): boolean {
    const { clip, baking, document: { timeline } } = this.studio.store.state;
    if (clip) return frame >= clip.first && frame < clip.first + clip.count;
    return baking !== null && frame >= timeline.first && frame < timeline.first + baking.done;
  }

  /** Ask for a frame that is there; says whether it was asked for. */
  want(frame: number, then: Then): boolean {
    const number = this.shown;
    if (number === undefined || !this.has(frame) || !this.studio.socket.send({ type: 'WantFrame', number, frame })) return false;
    const name = `${number} ${frame}`;
    this.waiting.set(name, [...(this.waiting.get(name) ?? []), then]);
    return true;
  }

  /** A frame came, or the word that it is gone. */
  take({ number, frame, weights }: Frame, arrays: Arrays): void {
    const name = `${number} ${frame}`;
    const then = this.waiting.get(name) ?? [];
    this.waiting.delete(name);
    const pose = weights && number === this.shown ? poseOf(weights, arrays, this.studio.store.state) : null;
    for (const one of then) one(pose);
  }
}

function poseOf(weights: number[], arrays: Arrays, { document, pose }: Readonly<State>): PoseState {
  const { method } = document;
  return { method, weights, status: 'converged', iterations: 0, energy: 0, solve_ms: pose?.solve_ms ?? 0, targets: null, numbers: null, ...poseArrays(method, arrays, document, pose) };
}
