import { describe, expect, it } from 'vitest';
import { Editor } from '../src/state/editor';
import { FIRM } from '../src/state/pins';
import { START } from '../src/methods/start';
import type { State } from '../src/state/state';
import { Store } from '../src/state/store';
import type { Document, Handle } from '../src/wire/messages';

const handle = (x: number): Handle => ({ id: 1, face: 0, barycentric: [1, 0, 0], target: [x, 0, 0], pinned: false, group: null, ...FIRM });

function editor(): { store: Store<State>; editor: Editor; commits: string[]; asked: Document[] } {
  const store = new Store<State>(START);
  const commits: string[] = [];
  const asked: Document[] = [];
  const made = new Editor(store, { changed: (document) => asked.push(document), committed: (label) => commits.push(label) });
  return { store, editor: made, commits, asked };
}

describe('the history', () => {
  it('keeps a drag of many moves as one entry and one commit', () => {
    const { store, editor: edits, commits, asked } = editor();
    for (const x of [1, 2, 3]) edits.gesture('Move handle 1', { handles: [handle(x)] });
    edits.end();
    expect(store.state.history.done.length).toBe(1);
    expect(commits).toEqual(['Move handle 1']);
    expect(asked.length).toBe(3);
  });

  it('takes what follows from a step as a part of it, and undoes both at once', () => {
    const { store, editor: edits, commits } = editor();
    const before = store.state.document;
    edits.gesture('Move', { handles: [handle(1)] });
    edits.end();
    edits.amend((last) => `${last} in frame 3`, { weights: [] });
    expect(store.state.history.done.map(({ label }) => label)).toEqual(['Move in frame 3']);
    const after = store.state.document;
    edits.undo();
    expect(store.state.document).toEqual(before);
    edits.redo();
    expect(store.state.document).toEqual(after);
    expect(commits.slice(0, 2)).toEqual(['Move', 'Move in frame 3']);
  });

  it('does not merge two drags', () => {
    const { store, editor: edits } = editor();
    edits.gesture('Move', { handles: [handle(1)] });
    edits.end();
    edits.gesture('Move', { handles: [handle(2)] });
    edits.end();
    expect(store.state.history.done.length).toBe(2);
  });

  it('undoes to what was and redoes to what became, whatever the edits', () => {
    const { store, editor: edits } = editor();
    const seen = [store.state.document];
    edits.edit('Place', { handles: [handle(0)] });
    seen.push(store.state.document);
    for (const x of [1, 2]) edits.gesture('Move', { handles: [handle(x)], weights: null });
    edits.end();
    seen.push(store.state.document);
    edits.edit('Freeze', { frozen: 'ends' });
    seen.push(store.state.document);
    for (const past of seen.slice(0, -1).reverse()) {
      edits.undo();
      expect(store.state.document).toEqual(past);
    }
    for (const next of seen.slice(1)) {
      edits.redo();
      expect(store.state.document).toEqual(next);
    }
  });

  it('leaves nothing of a gesture that is given up, not even in what can be redone', () => {
    const { store, editor: edits } = editor();
    edits.edit('Place', { handles: [handle(0)] });
    edits.undo();
    const before = store.state;
    edits.gesture('Move', { handles: [handle(9)] });
    edits.drop();
    expect(store.state.document).toBe(before.document);
    expect(store.state.history).toBe(before.history);
  });

  it('drops handles from the selection that an undo takes away', () => {
    const { store, editor: edits } = editor();
    edits.edit('Place', { handles: [handle(0)] });
    store.set({ selection: [1] });
    edits.undo();
    expect(store.state.selection).toEqual([]);
  });
});
