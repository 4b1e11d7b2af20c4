/** How many device pixels the view is drawn with. */

/** Device pixels in a CSS pixel, of which more than two are not seen. */
export function pixelRatio(): number {
  return Math.min(devicePixelRatio, 2);
}

/** Call back whenever the window has gone to a screen of another scale. */
export function followScale(changed: () => void): void {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
    changed();
    followScale(changed);
  }, { once: true });
}
