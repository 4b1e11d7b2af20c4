/** Handle IK: painted parts, sculpted poses, and what can be done with them. */

import type { MethodView } from '../registry';
import { gizmo } from './gizmo';
import { painting } from './painting';
import { panel } from './panel';
import { partColours } from './colours';
import { press, transform } from './sculpt';

export const handles: MethodView = {
  title: 'Parts and poses',
  panel,
  paint: painting,
  transform,
  press,
  colours: partColours,
  overlay: gizmo,
};
