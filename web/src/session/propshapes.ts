/** Triangles of props: asked of the server once a document names them, or when one is added. */

import type { PropShape } from '../state/props';
import type { StudioStore } from '../state/state';
import type { FromPage, KeepProp } from '../wire/messages';

export class PropShapes {
  private readonly asked = new Set<string>();
  private readonly waiting = new Map<string, () => void>();

  constructor(
    private readonly store: StudioStore,
    private readonly send: (message: FromPage) => boolean,
  ) {}

  /** Whether any are awaited. */
  get busy(): boolean {
    return this.asked.size > 0;
  }

  /** Ask for those that the document names and that are not here. */
  follow(): void {
    const { document, propShapes, connection } = this.store.state;
    if (connection !== 'open') return;
    for (const { shape } of document.props) {
      if (propShapes.has(shape) || this.asked.has(shape)) continue;
      if (this.send({ type: 'WantProp', name: shape })) this.asked.add(shape);
    }
  }

  /** Let the server make one under a new name, and go on when it is there. */
  keep(name: string, source: Omit<KeepProp, 'type' | 'name'>, then: () => void): void {
    if (!this.send({ type: 'KeepProp', name, ...source })) return;
    this.asked.add(name);
    this.waiting.set(name, then);
  }

  /** One came. */
  told(name: string, shape: PropShape): void {
    const then = this.waiting.get(name);
    this.asked.delete(name);
    this.waiting.delete(name);
    this.store.set({ propShapes: new Map(this.store.state.propShapes).set(name, shape) });
    then?.();
  }

  /** Nothing that was asked for comes any more. */
  forget(): void {
    this.asked.clear();
    this.waiting.clear();
  }
}
