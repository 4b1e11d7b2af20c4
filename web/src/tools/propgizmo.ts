/** Arrows, squares and rings at the selected prop. */

import { propOf } from '../state/props';
import type { Bench, Gesture } from './gesture';
import { Arrow, gizmoPicture, Hoop, NAMES, RING, Square } from './gizmo';
import { MoveProp, selectedProp } from './props';
import { ringTurn } from './rings';
import type { Beginning } from './stepgesture';
import type { Kind } from './steps';
import { UNTYPED } from './typed';

export function propGizmo(bench: Bench): SVGSVGElement {
  const { studio: { store }, stage } = bench;
  const gesture = (kind: Kind, at: Parameters<Gesture['move']>[0], beginning: Beginning): Gesture | null => {
    const prop = selectedProp(bench);
    return prop && new MoveProp(bench, kind, prop, at, beginning);
  };
  const parts = [
    ...NAMES.map((axis) => new Hoop(axis, (_, at, middle) => gesture('turn', at, { typed: { ...UNTYPED, axis }, turned: ringTurn(stage.lens, middle, axis, RING) }))),
    ...NAMES.map((axis) => new Square(axis, (_, at) => gesture('move', at, { plane: axis }))),
    ...NAMES.map((axis) => new Arrow(axis, (_, at) => gesture('move', at, { typed: { ...UNTYPED, axis } }))),
  ];
  return gizmoPicture(bench, {
    label: 'Move and turn the selected prop', parts, slices: ['gizmo', 'document', 'propSelection', 'tool', 'playing'],
    middle: () => {
      const { gizmo, tool, playing, document, propSelection } = store.state, prop = propOf(document, propSelection);
      return gizmo && tool === 'pose' && !playing && prop && !prop.hidden ? prop.at : undefined;
    },
  });
}
