/** How the tour begins, and what it sees of the page. */

import { begun, type Seen } from '../state/tour';
import type { Bench } from './gesture';

/** Begin the tour: with the model that is open, or with the first sample. */
export function startTour(bench: Bench): void {
  const { studio } = bench, { model, welcome } = studio.store.state;
  const sample = welcome?.samples[0];
  if (!model && sample) studio.openSample(sample.name);
  studio.store.set({ tour: begun(0, seenBy(bench)), help: false, commands: false });
}

export function seenBy({ studio: { store }, stage }: Bench): Seen {
  const { azimuth, elevation } = stage.camera.gaze;
  return { state: store.state, gaze: [azimuth, elevation], exporting: document.querySelector('[data-tour="export"]')?.getAttribute('aria-expanded') === 'true' };
}
