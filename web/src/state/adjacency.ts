/** Which vertices are neighbours along the edges of the triangles. */

import type { Opened } from './state';

/** Vertex i has the neighbours other[first[i]] … other[first[i + 1] − 1]; each side of an edge may name it twice. */
export interface Adjacency {
  readonly first: Uint32Array;
  readonly other: Uint32Array;
}

const KNOWN = new WeakMap<Uint32Array, Adjacency>();

/** Of a model; made at the first question. */
export function adjacencyOf({ V, F }: Pick<Opened, 'V' | 'F'>): Adjacency {
  let found = KNOWN.get(F);
  if (!found) KNOWN.set(F, found = adjacency(F, V.length / 3));
  return found;
}

/** F: flat (m, 3), among n vertices. */
export function adjacency(F: Uint32Array, n: number): Adjacency {
  const first = new Uint32Array(n + 1);
  for (const vertex of F) first[vertex + 1] += 2;
  for (let i = 0; i < n; i++) first[i + 1] += first[i];
  const other = new Uint32Array(2 * F.length), next = first.slice();
  for (let j = 0; j < F.length; j += 3) {
    const a = F[j], b = F[j + 1], c = F[j + 2];
    other[next[a]++] = b; other[next[a]++] = c;
    other[next[b]++] = c; other[next[b]++] = a;
    other[next[c]++] = a; other[next[c]++] = b;
  }
  return { first, other };
}

/** Call `visit` with every vertex that edges reach from the seeds without leaving where `inside` holds. */
export function flood({ first, other }: Adjacency, seeds: readonly number[], inside: (vertex: number) => boolean, visit: (vertex: number) => void): void {
  const seen = new Set<number>(seeds.filter(inside));
  const stack = [...seen];
  for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
    visit(vertex);
    for (let k = first[vertex]; k < first[vertex + 1]; k++) {
      const next = other[k];
      if (seen.has(next) || !inside(next)) continue;
      seen.add(next);
      stack.push(next);
    }
  }
}
