/** The tour of one minute: what it says at each step, and what brings it on. Pure functions. */

import type { State } from './state';

/** Where the tour is, and what was so when its step began. */
export interface Tour {
  readonly step: number;
  readonly steps: number;
  readonly keys: number;
  readonly gaze: readonly number[];
}

/** What a step knows of the page. */
export interface Seen {
  readonly state: Readonly<State>;
  /** Azimuth and elevation of the camera, in radians. */
  readonly gaze: readonly number[];
  /** Whether the menu of exports is open. */
  readonly exporting: boolean;
}

interface Stop {
  readonly title: string;
  readonly words: string;
  /** What it points at, as a selector; null for the handle to pull. */
  readonly at: string | null;
  done(tour: Tour, seen: Seen): boolean;
}

/** The view has been turned by so many radians. */
const TURNED = 0.15;

export const STOPS: readonly Stop[] = [
  { title: 'Pull', words: 'Drag what the ring shows: the mesh follows. Any other place can be pulled as well.', at: null, done: (tour, { state }) => state.gesture === null && state.history.done.length > tour.steps },
  { title: 'Look around', words: 'Drag beside the mesh, or click an end of the axes, to turn the view. The wheel, or two fingers, zoom.', at: '.compass', done: (tour, { gaze }) => gaze.some((angle, i) => Math.abs(angle - tour.gaze[i]) > TURNED) },
  { title: 'Set a key', words: 'Press K, or this button: what you pulled is kept at this frame. Two keys at two frames are a motion.', at: '[data-tour="key"]', done: (tour, { state }) => keysOf(state) > tour.keys },
  { title: 'Take it with you', words: 'Open Export: a mesh, a rig, an animation, a film. Everything else is found by F3.', at: '[data-tour="export"]', done: (_, { exporting }) => exporting },
];

export function keysOf({ document }: Pick<State, 'document'>): number {
  return document.timeline.rows.reduce((sum, { keys }) => sum + keys.length, 0);
}

/** A step that begins now; null behind the last one. */
export function begun(step: number, { state, gaze }: Pick<Seen, 'state' | 'gaze'>): Tour | null {
  return step < STOPS.length ? { step, steps: state.history.done.length, keys: keysOf(state), gaze } : null;
}

/** The tour after what the user did: the same, the next step, or its end. */
export function followed(tour: Tour, seen: Seen): Tour | null {
  return seen.state.model !== null && STOPS[tour.step].done(tour, seen) ? begun(tour.step + 1, seen) : tour;
}

/** Where a card of a size is put beside a place, within a window: below it if there is room, else above; never over its middle. */
export function beside(place: DOMRectReadOnly, card: { readonly width: number; readonly height: number }, window: { readonly width: number; readonly height: number }, gap = 14): { left: number; top: number } {
  const left = Math.min(Math.max(8, place.left + place.width / 2 - card.width / 2), Math.max(8, window.width - card.width - 8));
  const below = place.bottom + gap, above = place.top - gap - card.height;
  return { left, top: below + card.height <= window.height - 8 ? below : Math.max(8, above) };
}
