/** Marking vertices: what the brush, the fence and a click on a linked part have in common. */

import { viewOf } from '../methods/views';
import { countOf, regionOf, spareHandles, WHOLLY } from '../state/document';
import type { Document } from '../wire/messages';
import type { Bench } from './gesture';

/** What a marked set of vertices means to a method. */
export interface Paint {
  /** "Freeze" and "Thaw": what marking and clearing is called. */
  readonly verbs: readonly [string, string];
  /** Whether vertices can belong more or less, so that the brush may fade. */
  readonly fades: boolean;
  /** Whether vertices under handles can be marked as well. */
  readonly underHandles: boolean;
  /** The region that is drawn in ice, as is what is being painted; not given where the method colours both itself. */
  region?(document: Document): string | null;
  /** The vertices marked now, as a mask of n; a copy. */
  marked(bench: Bench): Uint8Array;
  /** Keep a region (null: no vertices) as one step of the history. */
  keep(bench: Bench, label: string, region: string | null): void;
}

/** The method's paint, or null after a word on why there is none. */
export function paintOf({ studio }: Bench): Paint | null {
  const view = viewOf(studio.store.state.document.method);
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

  /** Mark or clear vertices, by their levels where these are given, and show it. */
  show(vertices: readonly number[], on: boolean, levels: readonly number[] | null = null): void {
    const { document, model, mirror, partner } = this.bench.studio.store.state;
    vertices.forEach((vertex, i) => {
      const level = levels?.[i] ?? WHOLLY;
      this.touch(vertex, level, on);
      if (mirror && partner && partner[vertex] < this.mask.length) this.touch(partner[vertex], level, on);
    });
    if (!this.paint.underHandles) spareHandles(this.mask, document.handles, model!.F);
    this.bench.studio.store.set({ painting: this.mask.slice() });
  }

  private touch(vertex: number, level: number, on: boolean): void {
    this.mask[vertex] = on ? Math.max(this.mask[vertex], level) : Math.min(this.mask[vertex], WHOLLY - level);
  }

  keep(label: string): void {
    const found = regionOf(this.mask);
    const region = found.runs.length ? this.bench.studio.mark(found) : null;
    this.drop();
    // Without the server nobody would know where the region is.
    if (region === undefined) this.bench.studio.say('The server is away, so nothing can be painted. Wait until it is back.', true);
    else this.paint.keep(this.bench, `${label} (${countOf(found).toLocaleString('en-US')} vertices)`, region);
  }

  drop(): void {
    this.bench.studio.store.set({ painting: null });
  }
}
