/** Frames a second, over the last frames that followed each other. */

/** A longer pause than this, in milliseconds, was rest and not slowness. */
const PAUSE = 400;
const WINDOW = 30;

export class Rate {
  private readonly times: number[] = [];

  tick(now: number): void {
    const last = this.times.at(-1);
    if (last !== undefined && now - last > PAUSE) this.times.length = 0;
    this.times.push(now);
    if (this.times.length > WINDOW) this.times.shift();
  }

  /** null until a few frames came in a row. */
  get fps(): number | null {
    if (this.times.length < 5) return null;
    const span = this.times[this.times.length - 1] - this.times[0];
    return span > 0 ? (1000 * (this.times.length - 1)) / span : null;
  }
}
