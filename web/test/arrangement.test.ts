import { expect, test } from 'vitest';
import { grouped } from '../src/panels/arrangement';

test('examples of one name before their number are of one group, in the order of their first', () => {
  expect([...grouped(['walk 01', 'run_2', 'walk 02', '7', 'bent 90°', 'Idle@0.082'])]).toEqual([['walk', [0, 2]], ['run', [1]], ['7', [3]], ['bent 90°', [4]], ['Idle', [5]]]);
});
