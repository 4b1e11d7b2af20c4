/** The vertices of a cage as numbers that are keyed. */

import type { Numbers } from '../contract';
import { cagePoints, freely } from './slice';

export const numbers: Numbers = {
  follows: ['cageSelection'],
  kind: 'cage',
  title: 'Cage',
  // Handles pull on the cage unless it was moved by hand, or is meant by what is selected.
  of: ({ document: { weights, handles, slices: { cage } }, cageSelection, rig, pose }) => {
    if (cage.frame !== null || !rig?.cageRest || (!weights && handles.length > 0 && cageSelection.length === 0)) return null;
    return [...((weights && cage.at) ?? cagePoints(rig, pose)!)];
  },
  put: freely,
  names: (_state, count) => Array.from({ length: count }, (_, i) => `Vertex ${Math.floor(i / 3)} ${'XYZ'[i % 3]}`),
  shown: ({ cageSelection }, index) => cageSelection.includes(Math.floor(index / 3)),
};
