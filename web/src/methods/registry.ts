/** The only file that lists the methods' views. */

import type { Bench } from '../tools/gesture';
import type { Paint } from '../tools/paint';
import type { Method } from '../wire/messages';
import { meshik } from './meshik/panel';
import { reduced } from './reduced/panel';

/** What a method brings to the inspector; built anew when the method is chosen. */
export interface MethodView {
  readonly title: string;
  /** The element, and what takes it down again. */
  panel(bench: Bench): { element: HTMLElement; dispose: () => void };
  /** What painted vertices mean, or in words why nothing can be painted. */
  readonly paint: Paint | string;
}

export const METHODS: Readonly<Record<Method, MethodView>> = { meshik, reduced };
