/** A canvas that was just drawn, cut to its middle and made small, over the ground of the viewport. */

import { colours } from './colours';

const WIDTH = 256;
const HEIGHT = 160;

export function smallPicture(canvas: HTMLCanvasElement): string {
  const small = document.createElement('canvas');
  small.width = WIDTH;
  small.height = HEIGHT;
  const pen = small.getContext('2d')!;
  const ground = pen.createLinearGradient(0, 0, 0, HEIGHT);
  colours().ground.forEach((colour, at) => { ground.addColorStop(at, colour); });
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const scale = Math.min(canvas.width / WIDTH, canvas.height / HEIGHT);
  const [width, height] = [WIDTH * scale, HEIGHT * scale];
  pen.drawImage(canvas, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height, 0, 0, WIDTH, HEIGHT);
  return small.toDataURL('image/jpeg', 0.8);
}
