/** The page's state at the start, and what of it goes with a model. */

import { emptyDocument } from '../state/document';
import { EMPTY } from '../state/history';
import { GENERAL_START, type State } from '../state/state';
import type { Document, Slices } from '../wire/messages';
import { ownState, VIEWS } from './views';

const SLICES = VIEWS.reduce<Partial<Slices>>((all, { slices }) => ({ ...all, ...slices }), {}) as Slices;

export const NOTHING: Document = emptyDocument(SLICES);

export const START = { ...GENERAL_START, ...ownState('settings', 'model', 'method', 'selection'), document: NOTHING } as State;

/** What belongs to one model and goes with it. */
export const WITHOUT_MODEL: Partial<State> = {
  model: null,
  session: null,
  kept: { sent: 0, safe: 0, failure: null },
  unbuilt: null,
  rig: null,
  pose: null,
  peek: null,
  thumbnails: new Map(),
  pictures: new Map(),
  overlay: null,
  overlayWanted: null,
  regions: new Map(),
  plane: null,
  partner: null,
  asymmetric: null,
  shapes: new Map(),
  propShapes: new Map(),
  propSelection: null,
  mirror: false,
  painting: null,
  beside: null,
  document: NOTHING,
  history: EMPTY,
  selection: [],
  partSelection: [],
  keySelection: [],
  timelineOpen: false,
  span: null,
  graphPoints: [],
  curvesFlipped: [],
  keyCopies: [],
  playing: false,
  playhead: null,
  baking: null,
  clip: null,
  ghosts: [],
  told: new Map(),
  tool: 'pose',
  gesture: null,
  dragged: false,
  choices: [],
  seen: GENERAL_START.seen,
  turntable: false,
  reference: null,
  ...ownState('model', 'method', 'selection'),
};
