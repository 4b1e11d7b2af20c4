/** The parts of a model moved apart from its middle. */

import type { Floats, State, Up } from '../../state/state';

/** How far a part goes: this share of its own distance from the middle of the model. */
const SPREAD = 0.7;

/** V with each part moved outward as a whole, and upward from the floor; V flat (n, 3), component (n,). */
export function apart(V: Floats, component: Uint16Array, up: Up): Floats {
  const count = component.reduce((most, part) => Math.max(most, part + 1), 0);
  const low = new Float64Array(3 * count).fill(Infinity), high = new Float64Array(3 * count).fill(-Infinity);
  for (let i = 0; i < V.length; i++) {
    const at = 3 * component[Math.floor(i / 3)] + (i % 3);
    low[at] = Math.min(low[at], V[i]);
    high[at] = Math.max(high[at], V[i]);
  }
  const middle = low.map((value, i) => (value + high[i]) / 2);
  const whole = [0, 1, 2].map((axis) => {
    const own = (values: Float64Array): number[] => [...values.filter((_, i) => i % 3 === axis)];
    const floor = Math.min(...own(low));
    return axis === (up === 'y' ? 1 : 2) ? floor : (floor + Math.max(...own(high))) / 2;
  });
  return V.map((value, i) => value + SPREAD * (middle[3 * component[Math.floor(i / 3)] + (i % 3)] - whole[i % 3]));
}

/** Where the vertices rest in the exploded view; null where all is together. */
export function explodedRest({ exploded, model, rig, up }: Readonly<State>): Floats | null {
  return exploded && model && rig?.component ? apart(model.V, rig.component, up) : null;
}
