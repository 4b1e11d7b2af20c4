/** Cage IK: the cage, what it carries, and the cages of a sequence. */

import type { MethodView } from '../registry';
import { weights } from './colours';
import { legend } from './legend';
import { near, pin, press, remove, select, transform } from './moving';
import { panel } from './panel';

export const cage: MethodView = {
  title: 'Cage',
  paint: 'There is nothing to paint: the cage moves the mesh as a whole. Freezing needs MeshIK.',
  panel,
  press,
  near,
  transform,
  pin,
  remove,
  fenced: { called: 'Cage', select },
  colours: (state) => weights(state)?.rgb ?? null,
  overlay: legend,
};
