import { expect, test } from 'vitest';
import { answer, bound, chord, clashes, keyed, keyName, keysOf, readKeymap } from '../src/tools/keymap';

const BOX = { keys: ['b'], words: 'Box' }, LASSO = { keys: ['o'], words: 'Lasso' }, REDO = { keys: ['Ctrl+Shift+z', 'Ctrl+y'], words: 'Redo' };
const ALL = [BOX, LASSO, REDO];

test('a key that the user gave to an action is not run for the one that has it by default, and both say so', () => {
  const own = bound({}, LASSO, 'b');
  expect(keyed(ALL, own, 'b')).toBe(LASSO);
  expect(keyed(ALL, own, 'o')).toBeUndefined();
  expect(clashes(ALL, own, BOX)).toEqual(['Lasso']);
  expect(clashes(ALL, own, LASSO)).toEqual(['Box']);
  expect(clashes(ALL, {}, BOX)).toEqual([]);
});

test('the usual key is no key of the user\'s own, and comes back with null', () => {
  const own = bound({}, LASSO, 'j');
  expect(keysOf(LASSO, own)).toEqual(['j']);
  expect(bound(own, LASSO, 'o')).toEqual({});
  expect(bound(own, LASSO, null)).toEqual({});
  expect(keysOf(REDO, bound({}, REDO, 'Ctrl+y'))).toEqual(['Ctrl+y']);
});

test('a key map that was kept is read again, and what is none is left out', () => {
  const own = bound({}, LASSO, 'j');
  expect(readKeymap(JSON.stringify(own))).toEqual(own);
  for (const damaged of [null, '', '{', '7', 'null', '{"Lasso": 7}', '{"Lasso": [7]}']) expect(readKeymap(damaged)).toEqual({});
});

test('keys are written as people write them', () => {
  const names = [['Ctrl+Shift+g'], [' '], ['ArrowUp'], ['Escape'], ['F3', 'Ctrl+k'], ['?'], ['+'], ['Ctrl++'], []].map(keyName);
  expect(names).toEqual(['Ctrl-Shift-G', 'Space', '↑', 'Esc', 'F3', '?', '+', 'Ctrl-+', '']);
  expect(chord({ key: 'G', ctrlKey: true, metaKey: false, shiftKey: true })).toBe('Ctrl+Shift+g');
  expect(chord({ key: '?', ctrlKey: false, metaKey: false, shiftKey: true })).toBe('?');
});

test('an answer has every word of the question, and those where a word begins with it come first', () => {
  expect(answer('Wire frame · View', 'frame wire')).not.toBeNull();
  expect(answer('Wire frame · View', 'wire box')).toBeNull();
  expect(answer('Frame the model', 'fra')!).toBeLessThan(answer('Wire frame', 'fra')!);
  expect(answer('Wire frame', 'fra')!).toBeLessThan(answer('Go far (infra)', 'fra')!);
  expect(answer('Keys (?)', '(?')).not.toBeNull();
});
