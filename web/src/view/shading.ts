/** Normals of a surface whose vertices are copied at seams: smooth across these, hard where its file has edges. */

import type { Floats, Opened } from '../state/state';
import { vertexNormals } from './skinning';

/** How the normals of r drawn vertices come from their positions. */
export interface Shading {
  /** Flat (m, 3) in drawn vertices. */
  readonly F: Uint32Array<ArrayBuffer>;
  /** The vertex of the mesh that each drawn one copies; null where they are the same. */
  readonly source: Uint32Array<ArrayBuffer> | null;
  /** Drawn vertices with one number share a normal; null where each has its own. */
  readonly smooth: Uint32Array<ArrayBuffer> | null;
  /** How many different numbers there are. */
  readonly groups: number;
  /** How the file's normals lie to the shared ones; null where they are the same. */
  readonly tilt: Tilt | null;
}

/** A normal is a g + b t + c g×t: g the shared normal, t the part across it of the edge to the vertex beside. */
export interface Tilt {
  readonly beside: Uint32Array<ArrayBuffer>;
  /** a, b, c of each drawn vertex, flat (r, 3). */
  readonly parts: Floats;
}

/** Normals that differ by less than this are the same: a tenth of a degree. */
const SAME = 2e-3;

/** The shading of a model, whose normals belong to its positions as opened. */
export function shadingOf({ V, F, surface }: Pick<Opened, 'V' | 'F' | 'surface'>): Shading {
  if (!surface) return { F, source: null, smooth: null, groups: V.length / 3, tilt: null };
  const source = surface.source.length === V.length / 3 ? null : surface.source;
  let groups = 0;
  for (const number of surface.smooth) groups = Math.max(groups, number + 1);
  const plain = { F: surface.faces, source, smooth: surface.smooth, groups, tilt: null };
  return { ...plain, tilt: tiltOf(drawn(V, source), plain, surface.normals) };
}

/** Positions of the drawn vertices, flat (r, 3), of positions flat (n, 3); these themselves where nothing is copied. */
export function drawn(V: Floats, source: Uint32Array | null, out: Floats | null = null): Floats {
  if (!source) return V;
  const places = out ?? new Float32Array(3 * source.length);
  for (let i = 0, at = 0; i < source.length; i++) {
    const from = 3 * source[i];
    places[at++] = V[from]; places[at++] = V[from + 1]; places[at++] = V[from + 2];
  }
  return places;
}

/** Unit normals of drawn positions, both flat (r, 3), written into `normals`. */
export function shadingNormals(V: Floats, { F, smooth, groups, tilt }: Shading, normals: Floats): void {
  if (!smooth) {
    vertexNormals(V, F, normals);
    return;
  }
  const shared = sharedNormals(V, F, smooth, groups);
  for (let i = 0; i < smooth.length; i++) {
    const at = 3 * i, g = 3 * smooth[i];
    normals[at] = shared[g]; normals[at + 1] = shared[g + 1]; normals[at + 2] = shared[g + 2];
    if (tilt) tilted(V, i, tilt, normals);
  }
}

/** Area-weighted unit normals of groups of vertices, flat (groups, 3). */
function sharedNormals(V: Floats, F: Uint32Array, smooth: Uint32Array, groups: number): Floats {
  const sums = new Float32Array(3 * groups);
  for (let j = 0; j < F.length; j += 3) {
    const a = 3 * F[j], b = 3 * F[j + 1], c = 3 * F[j + 2];
    const ux = V[b] - V[a], uy = V[b + 1] - V[a + 1], uz = V[b + 2] - V[a + 2];
    const vx = V[c] - V[a], vy = V[c + 1] - V[a + 1], vz = V[c + 2] - V[a + 2];
    const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    for (let k = 0; k < 3; k++) {
      const g = 3 * smooth[F[j + k]];
      sums[g] += x; sums[g + 1] += y; sums[g + 2] += z;
    }
  }
  for (let g = 0; g < sums.length; g += 3) {
    const size = Math.sqrt(sums[g] ** 2 + sums[g + 1] ** 2 + sums[g + 2] ** 2) || 1;
    sums[g] /= size; sums[g + 1] /= size; sums[g + 2] /= size;
  }
  return sums;
}

/** Turn the shared normal of vertex i, which is in `normals`, into its own. */
function tilted(V: Floats, i: number, { beside, parts }: Tilt, normals: Floats): void {
  const at = 3 * i, to = 3 * beside[i], b = parts[at + 1], c = parts[at + 2];
  if (b === 0 && c === 0) return;
  const gx = normals[at], gy = normals[at + 1], gz = normals[at + 2];
  let tx = V[to] - V[at], ty = V[to + 1] - V[at + 1], tz = V[to + 2] - V[at + 2];
  const along = gx * tx + gy * ty + gz * tz;
  tx -= along * gx; ty -= along * gy; tz -= along * gz;
  const size = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (!(size > 0)) return;
  const a = parts[at], s = b / size, u = c / size;
  normals[at] = a * gx + s * tx + u * (gy * tz - gz * ty);
  normals[at + 1] = a * gy + s * ty + u * (gz * tx - gx * tz);
  normals[at + 2] = a * gz + s * tz + u * (gx * ty - gy * tx);
}

/** How given normals, flat (r, 3), lie to the shared ones of positions at rest. */
function tiltOf(V: Floats, shading: Shading, given: Floats): Tilt | null {
  const g = new Float32Array(V.length);
  shadingNormals(V, shading, g);
  if (given.every((value, i) => Math.abs(value - g[i]) < SAME)) return null;
  const beside = neighbours(V, shading.F), parts = new Float32Array(V.length);
  const unit = { beside, parts: new Float32Array(V.length) };
  for (let at = 1; at < V.length; at += 3) unit.parts[at] = 1;
  const t = g.slice();
  for (let i = 0; i < beside.length; i++) {
    tilted(V, i, unit, t);
    const k = 3 * i;
    const dot = (x: number, y: number, z: number): number => given[k] * x + given[k + 1] * y + given[k + 2] * z;
    const cross = [g[k + 1] * t[k + 2] - g[k + 2] * t[k + 1], g[k + 2] * t[k] - g[k] * t[k + 2], g[k] * t[k + 1] - g[k + 1] * t[k]] as const;
    parts.set([dot(g[k], g[k + 1], g[k + 2]), dot(t[k], t[k + 1], t[k + 2]), dot(...cross)], k);
    if (Math.abs(parts[k + 1]) < SAME && Math.abs(parts[k + 2]) < SAME && parts[k] > 0) parts.set([1, 0, 0], k);
  }
  return { beside, parts };
}

/** A vertex beside each one: that at the other end of its longest edge. */
function neighbours(V: Floats, F: Uint32Array): Uint32Array<ArrayBuffer> {
  const beside = new Uint32Array(V.length / 3), longest = new Float32Array(V.length / 3).fill(-1);
  for (let j = 0; j < F.length; j += 3) {
    for (let k = 0; k < 3; k++) {
      const i = F[j + k], other = F[j + ((k + 1) % 3)];
      const size = (V[3 * i] - V[3 * other]) ** 2 + (V[3 * i + 1] - V[3 * other + 1]) ** 2 + (V[3 * i + 2] - V[3 * other + 2]) ** 2;
      if (size > longest[i]) { longest[i] = size; beside[i] = other; }
    }
  }
  return beside;
}

/** The lines of the wire frame in drawn vertices, flat (e, 2): sides of polygons, each once. */
export function wireOf({ V, F, sides }: Pick<Opened, 'V' | 'F' | 'sides'>, source: Uint32Array | null): Uint32Array {
  const lines = sides?.slice() ?? sidesOf(F);
  if (source) {
    const copy = new Uint32Array(V.length / 3);
    source.forEach((vertex, drawnAs) => { copy[vertex] = drawnAs; });
    for (let i = 0; i < lines.length; i++) lines[i] = copy[lines[i]];
  }
  return lines;
}

/** The sides of triangles, flat (e, 2); one that two triangles share comes once. */
function sidesOf(F: Uint32Array): Uint32Array {
  const known = new Set<number>(), lines: number[] = [], width = F.reduce((most, vertex) => Math.max(most, vertex), 0) + 1;
  F.forEach((a, i) => {
    const b = F[i % 3 === 2 ? i - 2 : i + 1], key = Math.min(a, b) * width + Math.max(a, b);
    if (!known.has(key)) lines.push(a, b);
    known.add(key);
  });
  return Uint32Array.from(lines);
}
