/** A document as what changed since the one before; the server puts it together again (wire/changes.py). */

type Plain = Readonly<Record<string, unknown>>;

/**
 * What differs between two pieces of plain data, field by field, or null where `after` lacks a field: then it has to be
 * sent whole. Data is never changed in place, so what is the same object is the same.
 */
export function changes(before: object, after: object): Plain | null {
  const was = before as Plain, now = after as Plain, found: Record<string, unknown> = {};
  if (Object.keys(was).some((name) => !(name in now))) return null;
  for (const [name, value] of Object.entries(now)) {
    if (Object.is(was[name], value)) continue;
    const change = changed(was[name], value);
    if (change === null) return null;
    found[name] = change.value;
  }
  return found;
}

/** A value that differs from the one before, as it is sent; null where that cannot be said as changes. */
function changed(was: unknown, now: unknown): { value: unknown } | null {
  if (Array.isArray(was) && Array.isArray(now)) return { value: changedList(was, now) };
  if (!isPlain(was) || !isPlain(now)) return { value: now };
  const value = changes(was, now);
  return value && { value };
}

/** A list by the places of the entries that it keeps, where it keeps any; −1 stands for the next new one. */
function changedList(was: readonly unknown[], now: readonly unknown[]): unknown {
  if (!was.some(isPlain)) return now;
  const places = new Map(was.map((entry, place) => [entry, place]));
  const kept = now.map((entry) => places.get(entry) ?? -1);
  return kept.some((place) => place >= 0) ? { was: kept, new: now.filter((_, i) => kept[i] < 0) } : now;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
