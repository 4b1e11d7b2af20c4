/** What is typed during a gesture: an axis and a number, as in Blender ("G X 2 . 5"). */

import type { Vector } from '../state/vectors';

export type AxisName = 'X' | 'Y' | 'Z';

export interface Typed {
  readonly axis: AxisName | null;
  readonly digits: string;
}

export const UNTYPED: Typed = { axis: null, digits: '' };

export const AXES: Readonly<Record<AxisName, Vector>> = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] };

/** What was typed with one more key, or null if the key means nothing here. */
export function typedKey(typed: Typed, key: string): Typed | null {
  const letter = key.toUpperCase();
  if (letter === 'X' || letter === 'Y' || letter === 'Z') return { ...typed, axis: typed.axis === letter ? null : letter };
  if (/^[0-9]$/.test(key)) return { ...typed, digits: typed.digits + key };
  if (key === '.' && !typed.digits.includes('.')) return { ...typed, digits: `${typed.digits}.` };
  if (key === '-') return { ...typed, digits: typed.digits.startsWith('-') ? typed.digits.slice(1) : `-${typed.digits}` };
  if (key === 'Backspace') return { ...typed, digits: typed.digits.slice(0, -1) };
  return null;
}

/** The number typed, or null while there is none. */
export function typedNumber(typed: Typed): number | null {
  const value = Number.parseFloat(typed.digits);
  return Number.isFinite(value) ? value : null;
}
