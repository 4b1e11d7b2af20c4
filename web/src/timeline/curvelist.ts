/** Which curves the graph shows: those of the rows that are selected, or of all. */

import { numbersOf as methodNumbers } from '../methods/views';
import { numbersOf } from '../state/curves';
import { curvesAt, pointOf, type Point } from '../state/keyedits';
import type { State } from '../state/state';
import { rowId, spotOf, type Spot } from '../state/timeline';
import { hue } from '../view/hues';
import type { Row } from '../wire/messages';

export interface Curve {
  readonly row: Row;
  readonly index: number;
  readonly id: string;
  readonly name: string;
  /** A colour of CSS. */
  readonly colour: string;
  readonly on: boolean;
}

const OWN = [['X', 'var(--axis-x)'], ['Y', 'var(--axis-y)'], ['Z', 'var(--axis-z)'], ['Hold', 'var(--quiet)']] as const;
/** Curves that are listed of a row of numbers at most. */
const MOST = 60;

/** The rows that are selected, by their handles or keys; all where none is. */
export function graphRows({ document: { timeline, method }, selection, keySelection }: Readonly<State>): Row[] {
  const ids = new Set(keySelection.map((spot) => spot.slice(0, spot.lastIndexOf('@')))), kind = methodNumbers(method)?.kind;
  // Numbers of another method wait until it is chosen again.
  const rows = timeline.rows.filter(({ numbers }) => numbers === null || numbers === kind);
  const some = rows.filter((row) => ids.has(rowId(row)) || row.handles.some((id) => selection.includes(id)));
  return some.length ? some : rows;
}

export function curvesOf(state: Readonly<State>): Curve[] {
  return graphRows(state).flatMap((row) => {
    const id = rowId(row), flipped = (own: string): boolean => state.curvesFlipped.includes(own);
    if (row.numbers === null) {
      return OWN.map(([name, colour], index) => {
        const own = `${id}/${index}`, usual = index < 3 || row.keys.some(({ weight }) => weight < 1);
        return { row, index, id: own, name, colour, on: usual !== flipped(own) };
      });
    }
    const told = methodNumbers(state.document.method)!, count = numbersOf(row, row.keys[0]).length;
    const names = told.names(state, count), shown = Array.from({ length: count }, (_, index) => told.shown(state, index));
    const some = shown.some(Boolean) ? shown : shown.map((_, index) => moves(row, index));
    return some.flatMap((usual, index) => {
      const own = `${id}/${index}`;
      if (count > MOST && !usual) return [];
      return [{ row, index, id: own, name: names.at(index) ?? String(index + 1), colour: hue(index).code, on: usual !== flipped(own) }];
    }).slice(0, MOST);
  });
}

function moves({ keys }: Row, index: number): boolean {
  return keys.some(({ targets }) => targets[index] !== keys[0].targets[index]);
}

/** The points of the selected keys: those that were picked, else all that are shown. */
export function pickedPoints(state: Readonly<State>, curves: readonly Curve[] = curvesOf(state)): Point[] {
  const picked = curvesAt(state.graphPoints), all = new Set<Spot>(state.keySelection);
  return curves.filter(({ on }) => on).flatMap(({ row, index }) => row.keys.flatMap(({ at }) => {
    const spot = spotOf(row, at);
    return all.has(spot) && (picked.get(spot) ?? [index]).includes(index) ? [pointOf(row, at, index)] : [];
  }));
}
