/** Twelve colours that stay apart for most eyes: the same, in the same order, as src/pliant/figures/hues.py. */

export type Rgb = readonly [number, number, number];

export const HUES: readonly { readonly name: string; readonly code: string }[] = [
  { name: 'orange', code: '#e69f00' },
  { name: 'sky blue', code: '#56b4e9' },
  { name: 'green', code: '#009e73' },
  { name: 'yellow', code: '#f0e442' },
  { name: 'blue', code: '#0072b2' },
  { name: 'vermilion', code: '#d55e00' },
  { name: 'pink', code: '#cc79a7' },
  { name: 'wine', code: '#96305a' },
  { name: 'violet', code: '#5d4bb0' },
  { name: 'mint', code: '#aee8d2' },
  { name: 'grey', code: '#b9b6b0' },
  { name: 'olive', code: '#8a8a2b' },
];

/** A hue by its number; numbers beyond the last begin again. */
export function hue(index: number): { readonly name: string; readonly code: string } {
  return HUES[((index % HUES.length) + HUES.length) % HUES.length];
}

/** sRGB from 0 to 255 of "#rrggbb". */
export function rgbOf(code: string): Rgb {
  const value = Number.parseInt(code.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
