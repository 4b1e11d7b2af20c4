/** The only file that lists the methods' views. */

import type { State } from '../state/state';
import type { At, Bench, Gesture } from '../tools/gesture';
import type { Place } from '../tools/lens';
import type { Paint } from '../tools/paint';
import type { Pointer } from '../tools/pointer';
import type { Hit } from '../view/picking';
import type { Method } from '../wire/messages';
import { cage } from './cage/view';
import { handles } from './handles/view';
import { joints } from './joints/view';
import { meshik } from './meshik/panel';
import { reduced } from './reduced/panel';

/** What a method brings to the inspector; built anew when the method is chosen. */
export interface MethodView {
  readonly title: string;
  /** The element, and what takes it down again. */
  panel(bench: Bench): { element: HTMLElement; dispose: () => void };
  /** What painted vertices mean, or in words why nothing can be painted. */
  readonly paint: Paint | string;
  /** G, R and S on what the method itself selects; says whether it took the key. */
  transform?(bench: Bench, pointer: Pointer, kind: 'move' | 'turn' | 'scale'): boolean;
  /** A press with the posing tool; undefined where it means what it always means. */
  press?(bench: Bench, at: At, hit: Hit | null): Gesture | null | undefined;
  /** Whether something of the method's own is under the pointer that could be dragged. */
  near?(bench: Bench, at: At, hit: Hit | null): boolean;
  /** P and Delete on what the method itself selects; say whether they took the key. */
  pin?(bench: Bench): boolean;
  remove?(bench: Bench): boolean;
  /** What box and lasso select of the method's own, within a polygon on the screen; `called` names it. */
  readonly fenced?: { readonly called: string; select(bench: Bench, corners: readonly Place[], at: At): void };
  /** Colours of the mesh, flat (n, 3), while no overlay is shown; null for clay. */
  colours?(state: Readonly<State>): Uint8Array | null;
  /** What lies over the viewport; made once, hides itself where the method is not in use. */
  overlay?(bench: Bench): Element;
}

export const METHODS: Readonly<Record<Method, MethodView>> = { meshik, reduced, handles, joints, cage };
