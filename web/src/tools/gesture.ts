/** What begins with a press (or a key) and goes on until it is finished or given up. */

import type { Studio } from '../studio';
import type { Stage } from '../view/stage';

/** What tools work with. */
export interface Bench {
  readonly studio: Studio;
  readonly stage: Stage;
}

/** Where the pointer is, in CSS pixels of its pane (0: the left one, or the only one), the keys held, and of a pen how large it paints. */
export interface At {
  readonly x: number;
  readonly y: number;
  readonly pane: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  /** The share of the brush that it paints with; all of it if not given. */
  readonly pressure?: number;
}

export interface Gesture {
  move(at: At): void;
  finish(): void;
  cancel(): void;
  /** A key during the gesture; says whether it meant something. */
  key?(key: string): boolean;
}
