/** Which keys run which action: those of the table, and the user's own in their place. Pure functions. */

/** The user's own keys, by the words of the action; an empty list is an action without a key. */
export type Keymap = Readonly<Record<string, readonly string[]>>;

/** What has keys: its words are its name. */
export interface Keyed {
  /** As KeyboardEvent.key, with Ctrl+, Alt+ and Shift+ before it. */
  readonly keys: readonly string[];
  readonly words: string;
}

export function keysOf({ keys, words }: Keyed, own: Keymap): readonly string[] {
  return own[words] ?? keys;
}

/** The action that a key runs: one that the user gave it to comes before one that has it by default. */
export function keyed<T extends Keyed>(actions: readonly T[], own: Keymap, key: string): T | undefined {
  const all = actions.filter((action) => keysOf(action, own).includes(key));
  return all.find(({ words }) => words in own) ?? all[0];
}

/** Actions that share a key with one since the user gave it to either, in words: those of the table take turns. */
export function clashes(actions: readonly Keyed[], own: Keymap, one: Keyed): string[] {
  const keys = keysOf(one, own);
  return actions.filter((other) => other.words !== one.words && (other.words in own || one.words in own) && keysOf(other, own).some((key) => keys.includes(key))).map(({ words }) => words);
}

/** Another key of an action; null: its own of the table. */
export function bound(own: Keymap, { keys, words }: Keyed, key: string | null): Keymap {
  const rest = Object.fromEntries(Object.entries(own).filter(([name]) => name !== words));
  return key === null || (keys.length === 1 && keys[0] === key) ? rest : { ...rest, [words]: [key] };
}

/** A key map as it was kept; what is no key map is left out. */
export function readKeymap(text: string | null): Keymap {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]) && entry[1].every((key) => typeof key === 'string')));
  } catch {
    return {};
  }
}

/** "Ctrl+Shift+g" of a key press. */
export function chord(event: { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey?: boolean }): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A shifted sign such as ? is already another key.
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key));
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`;
}

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };

/** The first of some keys as people write it; empty for none. */
export function keyName(keys: readonly string[]): string {
  const parts = /^((?:Ctrl\+)?(?:Alt\+)?(?:Shift\+)?)(.*)$/s.exec(keys[0] ?? '')!;
  const key = NAMES[parts[2]] ?? (parts[2].length === 1 ? parts[2].toUpperCase() : parts[2]);
  return parts[1].replaceAll('+', '-') + key;
}

/**
 * How well some words answer what is looked for: every word of the question must be in them; less is better, and
 * null is no answer. Beginnings of words count most.
 */
export function answer(words: string, question: string): number | null {
  const text = words.toLowerCase();
  let sum = 0;
  for (const part of question.toLowerCase().split(/\s+/).filter(Boolean)) {
    const place = text.indexOf(part);
    if (place < 0) return null;
    const begins = new RegExp(`\\b${part.replace(/[^a-z0-9]/g, '\\$&')}`).exec(text)?.index;
    sum += begins ?? text.length + place;
  }
  return sum;
}
