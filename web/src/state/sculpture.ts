/** Sculpting as edits of the document: pure functions; what goes in is never changed. */

import type { Document, SculptStep, Sculpture } from '../wire/messages';

/** Whether the surface is for sculpting now: a pose is worked on, or none is there that handles could mix. */
export function sculptable({ method, parts, sculptures, sculpting }: Document): boolean {
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

/** One more step of the pose that is worked on; of a new pose where none is. */
export function stepped(document: Document, step: SculptStep): Partial<Document> {
  const { sculptures, sculpting } = document;
  if (sculptures.some(({ id }) => id === sculpting)) {
    return { sculptures: sculptures.map((one) => (one.id === sculpting ? { ...one, steps: [...one.steps, step] } : one)) };
  }
  const fresh = freshSculpture(sculptures);
  return { sculptures: [...sculptures, { ...fresh, steps: [step] }], sculpting: fresh.id, weights: null };
}

/** "left forearm", or "3 parts". */
export function partWords({ parts }: Document, ids: readonly number[]): string {
  const only = ids.length === 1 ? parts.find(({ id }) => id === ids[0]) : undefined;
  return only ? only.name : `${ids.length} parts`;
}
