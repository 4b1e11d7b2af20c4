/** Cage IK: the cage, what it carries, and the cages of a sequence. */

import { floats, indices } from '../../wire/arrays';
import type { MethodView, OwnExport } from '../contract';
import { weights } from './colours';
import { near, pin, press, remove, select, transform } from './gestures';
import { lattice } from './lattice';
import { legend } from './legend';
import type { CageView } from './messages';
import { numbers } from './numbers';
import { panel } from './panel';
import { settle, take } from './requests';
import { AT_REST, cagePoints, freely, pulls } from './slice';
import { STATE } from './state';

/** Files of the sequence need one. */
const fits: NonNullable<OwnExport['fits']> = ({ rig }) => (rig?.cage?.frames ?? 0) >= 2;

/** What its panels are for. */
const PANELS: NonNullable<MethodView['panels']> = {
  Coordinates: { words: 'How the cage carries the mesh. Harmonic ones keep to its inside, Green ones keep shapes.' },
  Cage: { words: 'A coarse mesh around yours, which carries it. Make one of as many vertices as you say, or load your own.' },
  'Vertices of the cage': { words: 'Drag one, and the cage follows. Held ones stay while you pull on others.', keys: ['Pin or free', 'Box'] },
  Sequence: { words: 'The cage of every pose of the file. Pull on one frame, and those near it follow, less and less.' },
};

export const cage: MethodView = {
  slices: { cage: AT_REST },
  // Handles that another method moves must not pull on a frame of the cage.
  left: (slices) => ({ cage: { ...slices.cage, frame: null } }),
  state: STATE,
  points: { shown: ({ rig, pose }) => cagePoints(rig, pose), rest: ({ rig }) => rig?.cageRest ?? null, selected: ({ cageSelection }) => cageSelection, moved: freely },

  numbers,
  wanted: ({ slices }) => ({ cage: slices.cage.cage, coordinates: slices.cage.coordinates }),
  made: (rig) => (rig.cage ? { cage: rig.cage.name, coordinates: rig.cage.coordinates } : {}),
  rig: ({ view }, arrays) => ({ cage: view as CageView | null, cageRest: floats(arrays, 'cage'), edges: indices(arrays, 'edges') }),
  pose: (arrays) => ({ base: floats(arrays, 'base') }),
  take,
  unfinished: pulls,
  settle,

  paint: 'There is nothing to paint: the cage moves the mesh as a whole. Freezing needs MeshIK.',
  press,
  near,
  away: ({ store }) => { store.set({ cageNear: null }); },
  transform,
  pin,
  remove,
  fenced: { called: 'Cage', select },
  unkeyable: ({ slices }) => (slices.cage.frame === null ? null : 'A frame of the sequence is shown, which has edits in place of keys. Put the cage at rest first.'),

  panels: PANELS,
  panel,
  overlay: legend,
  colours: { follows: ['cageSelection', 'showWeights'], of: (state) => weights(state)?.rgb ?? null },
  lattice: { follows: ['showCage', 'cageSelection', 'cageNear'], of: lattice },
  exports: [
    { kind: 'cage', title: 'Cage as OBJ', hint: 'the cage in this pose' },
    { kind: 'frames', title: 'Frames as GLB', hint: 'the sequence with its edits', fits },
    { kind: 'cages', title: 'Cages as NPZ', hint: 'the cages of the sequence, for pliant cage reskin', fits },
  ],
};
