/** Sliders of weights: filled from zero, and read with two digits. */

/** A blend may go beyond the examples. */
export const LEAST = -0.5;
export const MOST = 1.5;

/** Let a slider and its figure show a weight; one that is being pulled keeps its place. */
export function showWeight(slider: HTMLInputElement, value: HTMLElement, weight: number): void {
  if (document.activeElement !== slider || Math.abs(slider.valueAsNumber - weight) > 0.006) slider.value = String(weight);
  const share = (Math.min(MOST, Math.max(LEAST, weight)) - LEAST) / (MOST - LEAST);
  const zero = -LEAST / (MOST - LEAST);
  slider.style.setProperty('--from', `${100 * Math.min(share, zero)}%`);
  slider.style.setProperty('--to', `${100 * Math.max(share, zero)}%`);
  // −0.00 would be an odd thing to read.
  value.textContent = (Math.round(weight * 100) / 100 + 0).toFixed(2).replace('-', '−');
}
