/** Poses as text, for the clipboard and for files. Pure; what comes from elsewhere is looked at before it is believed. */

import type { Handle } from '../wire/messages';
import { FIRM } from './pins';
import type { Stance } from './poses';
import type { Floats, Opened } from './state';
import type { Vector } from './vectors';

const FORMAT = 'pliant pose';
/** Letters that are made of bytes at once: a call takes only so many arguments. */
const AT_ONCE = 8192;

export interface PoseText {
  readonly name: string;
  readonly stance: Stance;
  readonly V: Floats;
}

/** A pose of a mesh, with its positions V, flat (n, 3), in single precision. */
export function poseText({ name, stance: { rig, handles, weights, points }, V }: PoseText): string {
  return JSON.stringify({ format: FORMAT, version: 1, name, vertices: V.length / 3, rig, handles, weights, points, positions: base64(V) });
}

/** The pose of a text; in words why it is none of this model, or null for a text that is something else. */
export function poseOfText(text: string, model: Pick<Opened, 'V' | 'F'>): PoseText | string | null {
  const found = parsed(text);
  if (found?.format !== FORMAT) return null;
  const n = model.V.length / 3;
  if (found.vertices !== n) return `This pose is of a mesh with ${Number(found.vertices).toLocaleString('en-US')} vertices; the model has ${n.toLocaleString('en-US')}. Open the model that it belongs to.`;
  const V = typeof found.positions === 'string' ? floatsOf(found.positions) : null;
  if (V?.length !== model.V.length || !V.every(Number.isFinite)) return 'The positions of this pose are damaged. Copy it again.';
  const { name, rig, handles, weights, points } = found;
  const held = Array.isArray(handles) ? handles.flatMap((handle) => handleOf(handle, model.F.length / 3) ?? []) : [];
  const stance = { rig: typeof rig === 'string' ? rig.slice(0, 1000) : '', handles: held.map((handle, i) => ({ ...handle, id: i + 1 })), weights: numbers(weights), points: numbers(points) ?? [] };
  return { name: typeof name === 'string' && name ? name.slice(0, 80) : 'Pose', stance, V };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' ? (found as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** A handle that somebody wrote; null where it holds no point of this mesh. */
function handleOf(value: unknown, faces: number): Omit<Handle, 'id'> | null {
  const { face, barycentric, target, pinned, weight, slide, turn } = (value ?? {}) as Record<string, unknown>;
  const held = triple(barycentric), aim = triple(target);
  if (!Number.isInteger(face) || Number(face) < 0 || Number(face) >= faces || !held || !aim) return null;
  const { on, vector } = (slide ?? {}) as Record<string, unknown>;
  const along = triple(vector);
  return {
    ...FIRM, face: Number(face), barycentric: held, target: aim, pinned: pinned === true, group: null, turn: triple(turn),
    weight: typeof weight === 'number' && weight > 0 && weight <= 1 ? weight : 1,
    slide: along && (on === 'plane' || on === 'line') ? { on, vector: along } : null,
  };
}

function triple(value: unknown): Vector | null {
  const found = numbers(value);
  return found?.length === 3 ? (found as Vector) : null;
}

function numbers(value: unknown): number[] | null {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number' && Number.isFinite(entry)) ? (value as number[]) : null;
}

function base64(V: Floats): string {
  const bytes = new Uint8Array(V.buffer, V.byteOffset, V.byteLength);
  let text = '';
  for (let i = 0; i < bytes.length; i += AT_ONCE) text += String.fromCharCode(...bytes.subarray(i, i + AT_ONCE));
  return btoa(text);
}

function floatsOf(text: string): Floats | null {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return bytes.length % 12 ? null : new Float32Array(bytes.buffer);
  } catch {
    return null;
  }
}
