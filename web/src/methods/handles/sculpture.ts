/** Sculpting as edits of the document: pure functions; what goes in is never changed. */

import { sliced } from '../../state/document';
import type { Document } from '../../wire/messages';
import type { HandlesSlice, SculptStep, Sculpture } from './messages';

/** Nothing is painted, and nothing sculpted. */
export const UNPAINTED: HandlesSlice = { parts: [], sculptures: [], sculpting: null };

/** Whether the surface is for sculpting now: a pose is worked on, or none is there that handles could mix. */
export function sculptable({ method, slices }: Document): boolean {
  const { parts, sculptures, sculpting } = slices.handles;
  return method === 'handles' && (sculpting !== null || (parts.length > 0 && sculptures.length === 0));
}

/** An empty pose with the next free id and the next free name. */
export function freshSculpture(sculptures: readonly Sculpture[]): Sculpture {
  const id = 1 + sculptures.reduce((largest, { id: taken }) => Math.max(largest, taken), 0);
  const names = new Set(sculptures.map(({ name }) => name));
  let number = 1;
  while (names.has(`Pose ${number}`)) number += 1;
  return { id, name: `Pose ${number}`, steps: [] };
}

/** More steps of the pose that is worked on; of a new pose where none is. */
export function stepped(document: Document, ...added: SculptStep[]): Partial<Document> {
  const { sculptures, sculpting } = document.slices.handles;
  if (sculptures.some(({ id }) => id === sculpting)) {
    return sliced(document, 'handles', { sculptures: sculptures.map((one) => (one.id === sculpting ? { ...one, steps: [...one.steps, ...added] } : one)) });
  }
  const fresh = freshSculpture(sculptures);
  return { ...sliced(document, 'handles', { sculptures: [...sculptures, { ...fresh, steps: added }], sculpting: fresh.id }), weights: null };
}

/** "left forearm", or "3 parts". */
export function partWords({ parts }: HandlesSlice, ids: readonly number[]): string {
  const only = ids.length === 1 ? parts.find(({ id }) => id === ids[0]) : undefined;
  return only ? only.name : `${ids.length} parts`;
}
