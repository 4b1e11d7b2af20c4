/** Painted parts as limbs: which carries which, and the steps that keep them joined. Pure functions. */

import { plus, type Vector } from '../../state/vectors';
import type { Step } from '../../tools/steps';
import type { Part, SculptStep } from './messages';

/** parent: the id of the part that carries a part, null for none; stiffness: what turning it costs. */
export interface Joint {
  readonly parent: number | null;
  readonly stiffness: number;
}

/** By the ids of the parts. */
export type Tree = ReadonlyMap<number, Joint>;

/** The tree of parts as the server tells it, flat (p, 2): the place of the parent, −1 for none, and the stiffness. */
export function treeOf(parts: readonly Pick<Part, 'id'>[], flat: ArrayLike<number>): Tree {
  return new Map(parts.map(({ id }, i) => [id, { parent: flat[2 * i] < 0 ? null : parts[flat[2 * i]].id, stiffness: flat[2 * i + 1] }]));
}

export function sameTree(a: Tree, b: Tree): boolean {
  return a.size === b.size && [...a].every(([id, { parent, stiffness }]) => b.get(id)?.parent === parent && b.get(id)?.stiffness === stiffness);
}

/** The parts that carry a part, the nearest first. */
export function carriers(tree: Tree, id: number): number[] {
  const found: number[] = [];
  for (let at = tree.get(id)?.parent ?? null; at !== null && !found.includes(at); at = tree.get(at)?.parent ?? null) found.push(at);
  return found;
}

/** A part and all that it carries: itself, then parents before children. */
export function limb(tree: Tree, id: number): number[] {
  const found = [id];
  for (const at of found) for (const [other, { parent }] of tree) if (parent === at && !found.includes(other)) found.push(other);
  return found;
}

/** All parts, each behind the one that carries it, and how many carry it. */
export function ordered<T extends Pick<Part, 'id'>>(tree: Tree, parts: readonly T[]): { readonly part: T; readonly depth: number }[] {
  const below = (parent: number | null, depth: number): { part: T; depth: number }[] =>
    parts.filter(({ id }) => (tree.get(id)?.parent ?? null) === parent).flatMap((part) => [{ part, depth }, ...below(part.id, depth + 1)]);
  return below(null, 0);
}

/** Those of some parts that none of the others carries. */
export function tops(tree: Tree, ids: readonly number[]): number[] {
  return ids.filter((id) => !carriers(tree, id).some((other) => ids.includes(other)));
}

/** The parts whose joints turn when a part is led somewhere, from the one that stays outwards; none for a root. */
export function chain(tree: Tree, id: number, fixed: ReadonlySet<number>): number[] {
  const found: number[] = [];
  for (const at of [id, ...carriers(tree, id)]) {
    if ((tree.get(at)?.parent ?? null) === null || (fixed.has(at) && found.length > 0)) break;
    found.push(at);
  }
  return found.reverse();
}

/** What a gesture on limbs knows: the tree, where joints are now, which parts are held, and the point of each part that is led. */
export interface Limbs {
  readonly tree: Tree;
  readonly centres: ReadonlyMap<number, Vector>;
  readonly pinned: ReadonlySet<number>;
  readonly grip: (id: number) => Vector;
}

/** A gesture on parts as steps that carry what hangs on them: turns and sizes of whole limbs, and limbs that reach. */
export function limbSteps(limbs: Limbs, ids: readonly number[], step: Step): SculptStep[] {
  const { tree } = limbs;
  const leading = tops(tree, ids);
  if (step.kind !== 'move') return [{ ...step, parts: leading.flatMap((id) => limb(tree, id)), links: [], level: false }];
  // What carries several of them stays: each is led from there.
  const shared = leading.length > 1 ? leading.flatMap((id) => carriers(tree, id)).filter((id, i, all) => all.indexOf(id) !== i) : [];
  return leading.flatMap((id) => led(limbs, id, new Set([...limbs.pinned, ...shared]), step));
}

function led(limbs: Limbs, id: number, fixed: ReadonlySet<number>, step: Step): SculptStep[] {
  const { tree, centres, grip } = limbs, joints = chain(tree, id, fixed);
  if (joints.length === 0) return [{ ...step, parts: limb(tree, id), links: [], level: false }, ...planted(limbs, id, step.vector)];
  const point = grip(id);
  const links = joints.map((joint) => ({ parts: limb(tree, joint), centre: centres.get(joint) ?? point, stiffness: tree.get(joint)?.stiffness ?? 1 }));
  return [{ parts: [id], kind: 'reach', vector: plus(point, step.vector), amount: 1, centre: point, links, level: false }];
}

/** What a root that is moved by a way leaves where it is: the held parts of its limbs, which reach back for them. */
function planted({ tree, centres, pinned }: Limbs, root: number, way: Vector): SculptStep[] {
  const kept: number[] = [];
  return limb(tree, root).slice(1).flatMap((id): SculptStep[] => {
    const parent = tree.get(id)?.parent ?? null, place = centres.get(id);
    // What hangs on a part that stays, stays with it; a part whose carrier cannot turn goes along.
    if (!pinned.has(id) || !place || parent === null || pinned.has(parent) || carriers(tree, id).some((other) => kept.includes(other))) return [];
    const joints = chain(tree, parent, pinned);
    if (joints.length === 0) return [];
    kept.push(id);
    const links = joints.map((joint) => ({ parts: limb(tree, joint), centre: plus(centres.get(joint) ?? place, way), stiffness: tree.get(joint)?.stiffness ?? 1 }));
    return [{ parts: limb(tree, id), kind: 'reach', vector: place, amount: 1, centre: plus(place, way), links, level: true }];
  });
}
