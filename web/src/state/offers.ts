/** Ends of the model that are offered as handles: they hold nothing before they are taken. */

import type { Hit } from '../view/picking';
import { pointOn } from './document';
import type { Opened, State } from './state';
import { length, minus } from './vectors';

/** An end is taken by a handle this near to it at rest, in diagonals of the model. */
const TAKEN = 0.06;

/** The offers that no handle has taken, on the posed positions V, flat (n, 3). */
export function offers(model: Opened, { document }: Pick<State, 'document'>, V: ArrayLike<number>): Hit[] {
  const held = document.handles.map((handle) => pointOn(handle, model.V, model.F));
  return model.start.suggested
    .filter((end) => held.every((at) => length(minus(at, pointOn(end, model.V, model.F))) > TAKEN * model.diagonal))
    .map(({ face, barycentric }) => ({ face, barycentric, at: pointOn({ face, barycentric }, V, model.F) }));
}
