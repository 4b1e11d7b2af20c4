/** A canvas that was just drawn, cut to its middle and made small, over the ground of the viewport. */

const WIDTH = 256;
const HEIGHT = 160;

export function smallPicture(canvas: HTMLCanvasElement): string {
  const small = document.createElement('canvas');
  small.width = WIDTH;
  small.height = HEIGHT;
  const pen = small.getContext('2d')!;
  const style = getComputedStyle(document.documentElement);
  const ground = pen.createLinearGradient(0, 0, 0, HEIGHT);
  ground.addColorStop(0, style.getPropertyValue('--ground-top').trim());
  ground.addColorStop(1, style.getPropertyValue('--ground-bottom').trim());
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const scale = Math.min(canvas.width / WIDTH, canvas.height / HEIGHT);
  const [width, height] = [WIDTH * scale, HEIGHT * scale];
  pen.drawImage(canvas, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height, 0, 0, WIDTH, HEIGHT);
  return small.toDataURL('image/jpeg', 0.8);
}
