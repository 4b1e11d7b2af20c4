/** How large the panels are: pure numbers. */

/** In hundredths. */
export const SMALLEST = 75, LARGEST = 150, USUAL_SCALE = 100;
/** Panels are never so large that less than this width, in pixels of their own, is left: a phone at 100. */
const LEAST_WIDTH = 360;
/** Widths below which the page is arranged differently, in pixels of the panels' own. */
const STEPS = [1200, 1100, 900, 600] as const;
/** Below this the inspector is a strip. */
const NARROW = 1100;

/** The factor of a chosen size in a window of a width. */
export function scaleFor(percent: number, width: number): number {
  const wanted = Math.min(LARGEST, Math.max(SMALLEST, percent)) / 100;
  return Math.min(wanted, Math.max(width / LEAST_WIDTH, Math.min(wanted, 1)));
}

/** How the page is arranged: names of classes, and whether the inspector is a strip. */
export function arranged(width: number, scale: number): { readonly classes: Readonly<Record<string, boolean>>; readonly narrow: boolean } {
  const own = width / scale;
  return { classes: Object.fromEntries(STEPS.map((step) => [`under-${step}`, own < step])), narrow: own < NARROW };
}

/** The kept size; the usual one for what is no size. */
export function readScale(text: string | null): number {
  const percent = Number(text ?? USUAL_SCALE);
  return percent >= SMALLEST && percent <= LARGEST ? percent : USUAL_SCALE;
}
