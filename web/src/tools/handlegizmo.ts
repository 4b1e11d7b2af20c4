/** Arrows, squares and rings at the selected handles: they move along an axis, in a plane, and turn what keeps its direction. */

import { settled, shownAt } from '../state/document';
import { can, heldAs } from '../state/pins';
import { turnAt } from '../state/turns';
import { centre, type Vector } from '../state/vectors';
import { viewOf } from '../methods/views';
import type { At, Bench, Gesture } from './gesture';
import { Arrow, gizmoPicture, Hoop, NAMES, RING, Square } from './gizmo';
import { handleAt, movable } from './pull';
import { ringTurn } from './rings';
import type { Beginning } from './stepgesture';
import { MoveHandles } from './transform';
import { UNTYPED } from './typed';

export function handleGizmo(bench: Bench): SVGSVGElement {
  const { studio: { store }, stage } = bench;
  const parts = [
    ...NAMES.map((axis) => new Hoop(axis, (_, at, middle) => turn(bench, at, { typed: { ...UNTYPED, axis }, turned: ringTurn(stage.lens, middle, axis, RING) }))),
    ...NAMES.map((axis) => new Square(axis, (_, at) => move(bench, at, { plane: axis }))),
    ...NAMES.map((axis) => new Arrow(axis, (_, at) => move(bench, at, { typed: { ...UNTYPED, axis } }))),
  ];
  const hoops = parts.slice(0, NAMES.length);
  store.watch(['rig'], ({ rig }) => { for (const { element } of hoops) element.style.display = can(rig, 'turn') ? '' : 'none'; });
  const middle = (): Vector | undefined => {
    const { state } = store;
    const { gizmo, document, selection, tool, rig, pose, playing, clip, beside } = state;
    if (!gizmo || !rig || tool !== 'pose' || playing || clip || beside || viewOf(document.method).hidesHandles?.(state)) return undefined;
    const at = document.handles.filter(({ id }) => selection.includes(id)).map((handle) => shownAt(document, pose?.reached ?? null, handle, rig.pins));
    return at.length ? centre(at) : undefined;
  };
  return gizmoPicture(bench, {
    label: 'Move and turn the selected handles', parts, middle, slices: ['gizmo', 'document', 'selection', 'tool', 'rig', 'pose', 'playing', 'clip', 'beside'],
    // A handle is dragged by itself.
    yields: (at) => handleAt(store.state, stage.lens, at) !== null,
  });
}

function move(bench: Bench, at: At, beginning: Beginning): Gesture | null {
  const { document, pose, rig, selection } = bench.studio.store.state;
  const handles = settled(document, pose?.reached ?? null, rig?.pins);
  const free = movable(handles, selection);
  return free.length ? new MoveHandles(bench, 'move', handles, free, at, beginning) : null;
}

/** What is turned keeps its direction from now on. */
function turn(bench: Bench, at: At, beginning: Beginning): Gesture | null {
  const { document, pose, rig, selection, model } = bench.studio.store.state;
  const V = bench.stage.positions();
  if (!model || !V) return null;
  const handles = heldAs(settled(document, pose?.reached ?? null, rig?.pins), selection, (handle) => ({ turn: handle.turn ?? turnAt(model, handle, V) }));
  return new MoveHandles(bench, 'turn', handles, handles.filter(({ id }) => selection.includes(id)), at, beginning);
}
