/** What the studio chose by itself when a model was opened, said with the other ways. */

import type { Model } from '../wire/messages';
import type { Choice, Up } from './state';

/** Which method and why, and which axis is up where that is not y; nothing where there was no choice. */
export function firstChoices({ methods, document, start }: Pick<Model, 'methods' | 'document' | 'start'>, up: Up): Choice[] {
  const chosen = methods.find(({ method }) => method === document.method);
  const others = methods.filter(({ fits, method }) => fits && method !== document.method);
  const method = chosen && others.length > 0 ? [{ words: `${chosen.title} was chosen: ${start.reason}.`, ways: others.map((fit) => ({ title: fit.title, method: fit.method })) }] : [];
  const upward = up === 'z' ? [{ words: 'This model stands along z; it is shown so.', ways: [{ title: 'Y is up', up: 'y' as const }] }] : [];
  return [...method, ...upward];
}

/** The same after the rig was made, which tells that another method may suit the model better. */
export function doubted(choices: readonly Choice[], title: string, doubt: string): Choice[] {
  return choices.map((choice) => choice.ways.some((way) => 'method' in way) ? { ...choice, words: `${title} was chosen, but ${doubt}. Another method may suit it better.` } : choice);
}

/** The way back after another method was taken. */
export function wayBack(taken: string, before: { readonly method: string; readonly title: string }): Choice {
  return { words: `${taken} poses the model now.`, ways: [{ title: `Back to ${before.title}`, method: before.method }] };
}
