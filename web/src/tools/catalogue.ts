/** Everything that can be found by its name: the table of actions, and what this model and this server offer beside it. */

import type { OwnExport } from '../methods/contract';
import { viewOf, VIEWS } from '../methods/views';
import type { State } from '../state/state';
import { motionActions } from '../timeline/exports';
import { ACTIONS, fitsNow, type Action } from './actions';
import { answer } from './keymap';

const POSES: readonly OwnExport[] = [
  { kind: 'obj', title: 'OBJ', hint: 'the mesh in this pose' },
  { kind: 'ply', title: 'PLY', hint: 'the mesh in this pose, compact' },
  { kind: 'glb', title: 'GLB', hint: 'for the web and game engines' },
];
const SCRIPT: OwnExport = { kind: 'script', title: 'Python script', hint: 'the same poses by code' };

/** Files of the pose that can be written: those of every method, and those of one. */
export function fileExports(): OwnExport[] {
  const own = VIEWS.flatMap((view) => (view.exports ?? []).map((entry): OwnExport => ({
    ...entry, fits: (state) => viewOf(state.document.method) === view && entry.fits?.(state) !== false,
  })));
  return [...POSES, ...own, SCRIPT];
}

/** What can be done now. */
export function catalogue(state: Readonly<State>): Action[] {
  const files = fileExports().map((file): Action => ({
    keys: [], section: 'Export', words: `Export ${file.title}: ${file.hint}`, fits: (now) => now.rig !== null && file.fits?.(now) !== false, run: ({ studio }) => { studio.export(file.kind); },
  }));
  const methods = (state.model?.methods ?? []).filter(({ fits, method }) => fits && method !== state.document.method).map(({ method, title }): Action => ({
    keys: [], section: 'Method', words: `Take ${title}`, run: ({ studio }) => { studio.choose(method); },
  }));
  const samples = (state.welcome?.samples ?? []).map(({ name, title }): Action => ({
    keys: [], section: 'Open', words: title, fits: ({ progress }) => progress === null, run: ({ studio }) => { studio.openSample(name); },
  }));
  return [...ACTIONS, ...files, ...motionActions(), ...methods, ...samples].filter((action) => fitsNow(action, state));
}

/** The actions that a question finds, the best first; all of them where nothing is asked. */
export function foundBy(actions: readonly Action[], question: string): Action[] {
  const ranked = actions.flatMap((action) => {
    const rank = answer(`${action.words} · ${action.section}`, question);
    return rank === null ? [] : [{ action, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ action }) => action);
}
