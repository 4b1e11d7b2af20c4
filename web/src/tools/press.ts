/** A press that selects at once, and becomes another gesture when the pointer moves. */

import type { At, Bench, Gesture } from './gesture';

/** A press that moves less than this, in pixels, is a click. */
export const SLACK = 3;

export abstract class Press implements Gesture {
  private begun: Gesture | null = null;
  private left = false;

  constructor(
    protected readonly bench: Bench,
    protected readonly from: At,
  ) {}

  /** What a drag from here is; null, after a word on why, where it is nothing. */
  protected abstract begin(): Gesture | null;

  /** The press was a click. */
  protected clicked(): void {
    // It has selected already.
  }

  move(at: At): void {
    if (!this.left) {
      if (Math.hypot(at.x - this.from.x, at.y - this.from.y) < SLACK) return;
      this.left = true;
      this.begun = this.begin();
    }
    this.begun?.move(at);
  }

  key(key: string): boolean {
    return this.begun?.key?.(key) ?? false;
  }

  finish(): void {
    if (!this.left) this.clicked();
    this.begun?.finish();
  }

  cancel(): void {
    this.begun?.cancel();
  }
}
