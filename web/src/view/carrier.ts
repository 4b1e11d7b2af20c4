/** Points carry a mesh in a worker, so that the page stays free: one question in flight, and then the newest. */

import type { Floats } from '../state/state';
import type { Shading } from './shading';

/** Positions of all vertices, flat (n, 3); positions and unit normals of the drawn ones, flat (r, 3). */
export interface Carried {
  readonly V: Floats;
  /** Null where the drawn vertices are those of the mesh. */
  readonly drawn: Floats | null;
  readonly normals: Floats;
}

export class Carrier {
  private readonly worker = new Worker(new URL('./carrier.worker.ts', import.meta.url), { type: 'module' });
  /** Room for the next answer; null while the worker has it. */
  private room: Carried | null;
  private waiting: Floats | null = null;

  /** weights flat (n, p) of n vertices; `carried` takes an answer and gives back the one that it replaces. */
  constructor(weights: Floats, shading: Shading, n: number, carried: (now: Carried) => Carried) {
    const r = shading.source?.length ?? n;
    this.room = { V: new Float32Array(3 * n), drawn: shading.source && new Float32Array(3 * r), normals: new Float32Array(3 * r) };
    this.worker.postMessage({ weights, shading });
    this.worker.onmessage = ({ data }: MessageEvent<Carried>) => {
      this.room = carried(data);
      this.next();
    };
    // An event without a message: the script itself did not come.
    this.worker.onerror = (event: Event) => {
      throw new Error(`The mesh could not be carried by its points: ${event instanceof ErrorEvent ? event.message : 'the studio did not answer; reload the page'}`);
    };
  }

  get busy(): boolean {
    return this.room === null;
  }

  /** points: flat (p, 3). */
  want(points: Floats): void {
    this.waiting = points;
    this.next();
  }

  dispose(): void {
    this.worker.terminate();
  }

  private next(): void {
    const { room, waiting } = this;
    if (!room || !waiting) return;
    this.room = this.waiting = null;
    this.worker.postMessage({ ...room, points: waiting }, { transfer: [room.V.buffer, room.normals.buffer, ...(room.drawn ? [room.drawn.buffer] : [])] });
  }
}
