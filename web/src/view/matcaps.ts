/** Pictures of a lit ball, from which every point of the mesh takes the colour of its direction. */

import { CanvasTexture, SRGBColorSpace, type Texture } from 'three';
import type { Seen } from '../wire/messages';

export type Matcap = NonNullable<Seen['matcap']>;

const SIZE = 256;

/** Shades of a ball: at the light, between, at its rim, and of the light that falls on it from behind. */
const BALLS: Record<Exclude<Matcap, 'stripes'>, readonly [string, string, string, string]> = {
  pearl: ['#ffffff', '#cfc8c4', '#4c4a57', '#b9cbe6'],
  bronze: ['#ffe3b0', '#a8662c', '#241208', '#e0a060'],
  jade: ['#e9fff0', '#4f9a78', '#0d2b22', '#9fe0c4'],
};

export function matcapTexture(name: Matcap): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d')!;
  if (name === 'stripes') stripes(pen);
  else ball(pen, BALLS[name]);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

function ball(pen: CanvasRenderingContext2D, [light, middle, rim, behind]: readonly [string, string, string, string]): void {
  const shade = pen.createRadialGradient(0.36 * SIZE, 0.3 * SIZE, 0, 0.48 * SIZE, 0.46 * SIZE, 0.56 * SIZE);
  [light, middle, rim].forEach((colour, i) => { shade.addColorStop([0, 0.5, 1][i], colour); });
  pen.fillStyle = shade;
  pen.fillRect(0, 0, SIZE, SIZE);
  const glow = pen.createRadialGradient(0.72 * SIZE, 0.76 * SIZE, 0, 0.72 * SIZE, 0.76 * SIZE, 0.3 * SIZE);
  glow.addColorStop(0, `${behind}66`);
  glow.addColorStop(1, `${behind}00`);
  pen.fillStyle = glow;
  pen.fillRect(0, 0, SIZE, SIZE);
}

/** Light and dark bands: a kink of the surface is a kink of a band. */
function stripes(pen: CanvasRenderingContext2D): void {
  const bands = 14;
  for (let i = 0; i < bands; i++) {
    pen.fillStyle = i % 2 ? '#3a3f46' : '#e9e6df';
    pen.fillRect(0, (i * SIZE) / bands, SIZE, SIZE / bands + 1);
  }
}
