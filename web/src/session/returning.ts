/** What a page that comes back to a session finds: its history as commands, and how it was looked at. */

import { Change, type History } from '../state/history';
import type { Document, HistoryTold, Undoable } from '../wire/messages';

/** Fields of a document; of the slices only those that differ, and null for those that are gone. */
type Fields = Readonly<Record<string, unknown>>;

/** The label of a change in whose middle the page went away. */
export const UNFINISHED = 'Unfinished change';

/** The history that the server tells. */
export function historyOf({ base, done, undone }: HistoryTold): History {
  let document = base;
  const commands = [...done, ...undone].map((entry) => {
    const [made, after] = command(document, entry);
    document = after;
    return made;
  });
  return { done: commands.slice(0, done.length), undone: commands.slice(done.length).reverse() };
}

/** The change that was going on when the page went away; before: the fields that it changed, as they were. */
export function unfinished(document: Document, before: Fields): Change {
  const names = Object.keys(before);
  return new Change(UNFINISHED, picked(withFields(document, before), names), picked(document, names));
}

export function withFields(document: Document, fields: Fields): Document {
  if (!('slices' in fields)) return { ...document, ...fields };
  const all: Record<string, unknown> = { ...document.slices, ...(fields.slices as object) };
  const slices = Object.fromEntries(Object.entries(all).filter(([, part]) => part !== null));
  return { ...document, ...fields, slices } as unknown as Document;
}

function command(document: Document, { label, names, before, after }: Undoable): [Change, Document] {
  const from = withFields(document, before), to = withFields(from, after);
  return [new Change(label, picked(from, names), picked(to, names)), to];
}

function picked(document: Document, names: readonly string[]): Partial<Document> {
  return Object.fromEntries(names.map((name) => [name, document[name as keyof Document]]));
}
