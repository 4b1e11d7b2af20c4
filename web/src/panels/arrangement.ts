/** Many examples: a field to search them by name, groups that fold, and columns of pictures. */

import { el, iconButton } from './dom';

/** So many fit on a screen and need none of it. */
const FEW = 12;

/** Places of names by what they are called before their number ("walk 03" is of "walk", "Idle@0.082" of "Idle"), in the order of their first. */
export function grouped(names: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  names.forEach((name, place) => {
    const stem = name.replace(/[\s_.@-]*(\d+\.)?\d+$/, '') || name;
    groups.set(stem, [...(groups.get(stem) ?? []), place]);
  });
  return groups;
}

export interface Arrangement {
  /** Above the list. */
  readonly head: HTMLElement;
  /** Put the rows into the list, each under its name. */
  readonly arrange: (rows: readonly HTMLElement[], names: readonly string[]) => void;
}

export function arrangement(list: HTMLElement): Arrangement {
  const field = el('input', { class: 'number wide', label: 'Search the examples', attributes: { type: 'search', placeholder: 'Search', spellcheck: 'false' } });
  const columns = iconButton('columns', 'In columns', null, () => { columns.setAttribute('aria-pressed', String(list.classList.toggle('columns'))); });
  columns.setAttribute('aria-pressed', 'false');
  const head = el('div', { class: 'row examples-head' }, field, columns);
  let shown: { rows: readonly HTMLElement[]; names: readonly string[] } = { rows: [], names: [] };
  field.addEventListener('input', () => {
    const asked = field.value.trim().toLowerCase();
    shown.rows.forEach((row, i) => { row.hidden = !shown.names[i].toLowerCase().includes(asked); });
    for (const fold of list.querySelectorAll('details')) fold.hidden = [...fold.children].every((child) => child.tagName === 'SUMMARY' || (child as HTMLElement).hidden);
  });
  return { head, arrange: (rows, names) => {
    shown = { rows, names };
    head.hidden = rows.length <= FEW;
    field.value = '';
    const groups = grouped(names);
    const folds = !head.hidden && groups.size > 1 && groups.size < rows.length / 2;
    list.replaceChildren(...(folds ? [...groups].map(([name, places]) => fold(name, places.map((place) => rows[place]))) : rows));
  } };
}

function fold(name: string, rows: readonly HTMLElement[]): HTMLElement {
  return el('details', { class: 'fold', attributes: { open: '' } }, el('summary', {}, name, el('span', { class: 'quiet' }, String(rows.length))), ...rows);
}
