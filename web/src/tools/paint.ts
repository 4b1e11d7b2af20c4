/** Marking vertices: what the brush, the fence and a click on a linked part have in common. */

import { METHODS } from '../methods/registry';
import { countOf, runs, spareHandles } from '../state/document';
import type { Bench } from './gesture';

/** What a marked set of vertices means to a method. */
export interface Paint {
  /** "Freeze" and "Thaw": what marking and clearing is called. */
  readonly verbs: readonly [string, string];
  /** The vertices marked now, as a mask of n; a copy. */
  marked(bench: Bench): Uint8Array;
  /** Keep a region (null: no vertices) as one step of the history. */
  keep(bench: Bench, label: string, region: string | null): void;
}

/** The method's paint, or null after a word on why there is none. */
export function paintOf({ studio }: Bench): Paint | null {
  const view = METHODS[studio.store.state.document.method];
  if (typeof view.paint !== 'string') return view.paint;
  studio.say(view.paint);
  return null;
}

/** A set of vertices in the making: shown at once, kept at the end. */
export class Marking {
  readonly mask: Uint8Array;

  constructor(
    private readonly bench: Bench,
    private readonly paint: Paint,
  ) {
    this.mask = paint.marked(bench);
  }

  /** Mark or clear vertices, and show it. */
  show(vertices: Iterable<number>, on: boolean): void {
    for (const vertex of vertices) this.mask[vertex] = on ? 1 : 0;
    const { document, model } = this.bench.studio.store.state;
    spareHandles(this.mask, document.handles, model!.F);
    this.bench.studio.store.set({ painting: this.mask.slice() });
  }

  keep(label: string): void {
    const found = runs(this.mask);
    const region = found.length ? this.bench.studio.mark(found) : null;
    this.drop();
    // Without the server nobody would know where the region is.
    if (region === undefined) this.bench.studio.say('The server is away, so nothing can be painted. Wait until it is back.', true);
    else this.paint.keep(this.bench, `${label} (${countOf(found).toLocaleString('en-US')} vertices)`, region);
  }

  drop(): void {
    this.bench.studio.store.set({ painting: null });
  }
}
