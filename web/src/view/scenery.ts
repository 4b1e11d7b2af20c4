/** What stands beside the model in every pane: follows the document, and answers where things are. */

import { cornersOf, propOf } from '../state/props';
import type { State, StudioStore } from '../state/state';
import { length, minus, type Vector } from '../state/vectors';
import { project, rayThrough } from '../tools/lens';
import type { Pane } from './pane';
import type { PropHit } from './props';
import { sampled } from './skinning';
import type { Stage } from './stage';

/** Vertices that stand for the model when it is seen whole. */
const LOOKED_AT = 5000;

export class Scenery {
  private stood: readonly unknown[] = [];

  constructor(
    private readonly store: StudioStore,
    private readonly stage: Stage,
  ) {
    store.watch(['document', 'propShapes', 'propSelection'], (state) => {
      const next = [state.document.props, state.propShapes, state.propSelection];
      if (next.every((part, i) => part === this.stood[i])) return;
      this.stood = next;
      for (const pane of stage.panes) this.fill(pane, state);
      stage.invalidate();
    });
  }

  fill(pane: Pane, { document: { props }, propShapes, propSelection }: Readonly<State>): Pane {
    pane.stand(props, propShapes, propSelection);
    return pane;
  }

  /** The prop that is seen at a place; null where the model is before it. */
  at(place: { x: number; y: number; pane: number }): PropHit | null {
    const { stage } = this, ray = rayThrough(stage.lens, place.x, place.y);
    const hit = stage.panes.at(place.pane)?.props.hit(ray) ?? null, own = hit && stage.pick(place);
    return own && length(minus(own.at, ray.origin)) < hit.distance ? null : hit;
  }

  /** A point within a prop comes up to where it can stand; others stay. */
  raised(point: Vector): Vector {
    return this.stage.panes.at(0)?.props.raised(point, this.store.state.up) ?? point;
  }

  /** The corners of a prop's box; none of one that is not here. */
  corners(id: number): Vector[] {
    const { document, propShapes } = this.store.state, prop = propOf(document, id), shape = prop && propShapes.get(prop.shape);
    return shape ? cornersOf(prop, shape) : [];
  }

  /** Go back so far that a prop is seen, with the model. */
  show(id: number): void {
    const corners = this.corners(id), V = this.stage.positions(), { lens } = this.stage;
    const seen = corners.every((corner) => {
      const { x, y } = project(lens, corner);
      return x >= 0 && x <= lens.width && y >= 0 && y <= lens.height;
    });
    if (!seen && V) this.stage.frameOn([...corners.flat(), ...sampled(V, LOOKED_AT)]);
  }
}
