/** Asks for poses: one question in flight, and of several waiting ones only the newest is asked. */

import type { Document, Solve } from '../wire/messages';

/** Milliseconds after the last move from which on a hand rests: poses are polished then, and are in no move's way. */
export const REST = 80;

/** Time in milliseconds, and a call after so many of them. */
export interface Clock { now(): number; after(time: number, then: () => void): void }

export class Poser {
  private turn = 0;
  private inFlight: { turn: number; document: Document } | null = null;
  private waiting: { document: Document; keyed: boolean } | null = null;
  /** The last question that was answered: the pose beside it may come after its own. */
  private last: { turn: number; document: Document } | null = null;
  /** When a pose was wanted last. */
  private moved = -Infinity;

  /** `ask` sends the question and says whether it went out; `waits` hears whether an answer is awaited; `picture` calls back before the next one is drawn. */
  constructor(
    private readonly ask: (solve: Solve) => boolean,
    private readonly waits: (on: boolean) => void = () => undefined,
    private readonly picture: (then: () => void) => void = (then) => { requestAnimationFrame(then); },
    private readonly clock: Clock = { now: () => performance.now(), after: (time, then) => { setTimeout(then, time); } },
  ) {}

  get busy(): boolean {
    return this.inFlight !== null || this.waiting !== null;
  }

  private get asked(): boolean {
    return this.inFlight !== null;
  }

  /** keyed: the timeline says where the handles are. */
  want(document: Document, keyed = false): void {
    this.waiting = { document, keyed };
    this.moved = this.clock.now();
    this.next();
    this.waits(this.asked);
  }

  /** An answer or a refusal came for `turn`; gives the document it is about, or null if nobody waits for it. */
  answered(turn: number): Document | null {
    if (this.inFlight?.turn !== turn) return null;
    const { document } = this.inFlight;
    this.last = this.inFlight;
    this.inFlight = null;
    this.next();
    this.waits(this.asked);
    return document;
  }

  /**
   * The pose of a document is on its way, or only good enough while the hand moves: ask again with the next picture, or
   * with the first one after the hand has come to rest, unless something else is wanted.
   */
  goOn(document: Document, polishing = false): void {
    if (this.busy) return;
    this.waiting = { document, keyed: false };
    const then = (): void => { this.picture(() => { this.next(); }); };
    const left = polishing ? this.moved + REST - this.clock.now() : 0;
    if (left > 0) this.clock.after(left, then);
    else then();
  }

  /** The document that the question of `turn` was about, or null if it is long gone. */
  about(turn: number): Document | null {
    return [this.inFlight, this.last].find((asked) => asked?.turn === turn)?.document ?? null;
  }

  /** Forget what was asked: the connection was lost, or another model came. */
  reset(): void {
    this.inFlight = null;
    this.waiting = null;
    this.waits(false);
  }

  private next(): void {
    if (this.inFlight || !this.waiting) return;
    const { document, keyed } = this.waiting;
    this.turn += 1;
    if (!this.ask({ type: 'Solve', turn: this.turn, document, start: true, beside: null, keyed })) return;
    this.inFlight = { turn: this.turn, document };
    this.waiting = null;
  }
}
