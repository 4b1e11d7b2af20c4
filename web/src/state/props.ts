/** Companions and things to stand on: plain data beside the model. Pure functions. */

import type { Document, Prop } from '../wire/messages';
import type { Floats, Opened, Up } from './state';
import { length, minus, plus, row, times, turned, type Vector } from './vectors';

/** The triangles of a prop around its origin, the middle of its underside: V flat (n, 3), F flat (m, 3). */
export interface PropShape {
  readonly title: string;
  readonly V: Floats;
  readonly F: Uint32Array<ArrayBuffer>;
}

/** One that is so many times as large or as small as the model comes in other units, and is made as large as the model. */
const OTHER_UNITS = 8;
/** Room between the model and a prop that comes, in diagonals of the model. */
const ROOM = 0.06;

interface Box {
  readonly low: Vector;
  readonly high: Vector;
}

export function boxOf(V: ArrayLike<number>): Box {
  const low: Vector = [Infinity, Infinity, Infinity], high: Vector = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < V.length; i++) {
    low[i % 3] = Math.min(low[i % 3], V[i]);
    high[i % 3] = Math.max(high[i % 3], V[i]);
  }
  return { low, high };
}

export function propOf({ props }: Pick<Document, 'props'>, id: number | null): Prop | null {
  return props.find((prop) => prop.id === id) ?? null;
}

/** Where a point of a prop's own is in the scene. */
export function inScene({ at, turn, scale }: Prop, point: Vector): Vector {
  const angle = length(turn), grown = times(point, scale);
  return plus(at, angle === 0 ? grown : turned(grown, [0, 0, 0], times(turn, 1 / angle), angle));
}

/** The corners of a prop's box in the scene: what the camera has to see of it. */
export function cornersOf(prop: Prop, { V }: PropShape): Vector[] {
  const { low, high } = boxOf(V);
  return Array.from({ length: 8 }, (_, i) => inScene(prop, [0, 1, 2].map((axis) => ((i >> axis) & 1 ? high : low)[axis]) as Vector));
}

/** A new prop on the floor, to the right of the model and of all that stands there. */
export function besideModel({ props }: Pick<Document, 'props'>, shapes: ReadonlyMap<string, PropShape>, model: Pick<Opened, 'V' | 'diagonal'>, name: string, { up, height }: { up: Up; height: number }): Prop {
  const shape = shapes.get(name)!, own = boxOf(shape.V), size = length(minus(own.high, own.low));
  const far = size > OTHER_UNITS * model.diagonal || size * OTHER_UNITS < model.diagonal;
  const scale = far && size > 0 ? model.diagonal / size : 1;
  const { low, high } = boxOf(model.V), vertical = up === 'y' ? 1 : 2;
  const right = Math.max(high[0], ...props.flatMap((prop) => (shapes.has(prop.shape) ? cornersOf(prop, shapes.get(prop.shape)!).map(([x]) => x) : [])));
  const at: Vector = [right + ROOM * model.diagonal - scale * own.low[0], (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  at[vertical] = height;
  const id = 1 + props.reduce((largest, prop) => Math.max(largest, prop.id), 0);
  return { id, name: freshName(props, shape.title), shape: name, at, turn: [0, 0, 0], scale, hidden: false };
}

/** The title, with a number where it is taken. */
function freshName(props: readonly Prop[], title: string): string {
  const taken = new Set(props.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? title : `${title} ${number}`;
    if (!taken.has(name)) return name;
  }
}

export function changedProp({ props }: Pick<Document, 'props'>, id: number, change: Partial<Prop>): Prop[] {
  return props.map((prop) => (prop.id === id ? { ...prop, ...change } : prop));
}

/** The height of the lowest corner of a triangle soup in the scene, along the axis that is up. */
export function lowest(prop: Prop, { V }: PropShape, up: Up): number {
  const vertical = up === 'y' ? 1 : 2;
  let least = Infinity;
  for (let i = 0; i < V.length / 3; i++) least = Math.min(least, inScene(prop, row(V, i))[vertical]);
  return least;
}
