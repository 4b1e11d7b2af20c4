import { describe, expect, it } from 'vitest';
import { changes } from '../src/wire/changes';

const handle = (id: number) => ({ id, target: [0, 0, id] });
const first = handle(1), second = handle(2), third = handle(3);
const timeline = { fps: 24, rows: [{ name: 'a', keys: [] }] };
const before = { method: 'cage', handles: [first, second, third], weights: null, slices: { cage: { at: [0, 0, 0], edits: [] } }, timeline };

describe('what changed of a document', () => {
  it('is nothing where nothing did', () => {
    expect(changes(before, { ...before })).toEqual({});
  });

  it('is the handle that was moved', () => {
    const moved = { ...second, target: [1, 2, 3] };
    expect(changes(before, { ...before, handles: [first, moved, third] })).toEqual({ handles: { was: [0, -1, 2], new: [moved] } });
  });

  it('is a list that keeps none of its entries', () => {
    expect(changes(before, { ...before, handles: [handle(4)] })).toEqual({ handles: [handle(4)] });
  });

  it('goes into slices, and takes lists of numbers whole', () => {
    const after = { ...before, slices: { cage: { ...before.slices.cage, at: [0, 0, 1] } } };
    expect(changes(before, after)).toEqual({ slices: { cage: { at: [0, 0, 1] } } });
  });

  it('tells a value that is none from one that is the same', () => {
    expect(changes(before, { ...before, weights: [] })).toEqual({ weights: [] });
    expect(changes({ ...before, weights: [1] }, before)).toEqual({ weights: null });
  });

  it('has no words for a field that is gone', () => {
    expect(changes(before, { ...before, slices: {} })).toBeNull();
  });
});
