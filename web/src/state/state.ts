/** Everything the page knows, as plain data. */

import type { Baking, ClipTaken, Document, Export, Method, Model, Overlay, Posed, Progress, Ready, Sculpture, Welcome } from '../wire/messages';
import type { Recovered } from './cage';
import { NOTHING } from './document';
import { EMPTY, type History } from './history';
import { Store } from './store';
import type { Spot } from './timeline';
import type { Vector } from './vectors';

export type Floats = Float32Array<ArrayBuffer>;

/** An opened mesh. V: flat (n, 3) as opened; F: flat (m, 3). */
export type Opened = Omit<Model, 'type' | 'document'> & { readonly V: Floats; readonly F: Uint32Array<ArrayBuffer> };

/** The method's rig; influences and blend are flat (n, q), null for a rig without palette. */
export type RigState = Omit<Ready, 'type'> & {
  readonly influences: Uint16Array<ArrayBuffer> | null;
  readonly blend: Floats | null;
  /** Of a mechanism: the part of each vertex; the corners of soft parts' cells, flat (k, 8, 3), and the control of each. */
  readonly component: Uint16Array | null;
  readonly cells: Floats | null;
  readonly cellBody: Uint16Array | null;
  /** How many vertices the mesh has; of a cage: how its points carry each, flat (n, p); its rest, flat (c, 3); its edges, flat (e, 2). */
  readonly n: number;
  readonly carry: Floats | null;
  readonly cageRest: Floats | null;
  readonly edges: Uint16Array<ArrayBuffer> | null;
};

/** A region's runs, and how firmly each belongs to it (1 to 255; empty where all belong wholly). */
export interface Marked {
  readonly runs: Runs;
  readonly levels: Runs;
}

/** The last pose; centres of the painted parts by their ids; palette is flat (c, 3, 4) or V flat (n, 3); reached is flat (h, 3), for the handles in `held`. */
export type PoseState = Omit<Posed, 'type' | 'turn'> & {
  readonly palette: Floats | null;
  readonly V: Floats | null;
  readonly reached: ReadonlyMap<number, [number, number, number]>;
  readonly centres: ReadonlyMap<number, [number, number, number]>;
  /** Of the joints' free motions, flat (j, 3); null for other methods. */
  readonly values: Floats | null;
  /** What carries the mesh of a cage rig, flat (p, 3), the cage first; null for other methods. */
  readonly points: Floats | null;
  /** The cage of a frame without what pulls on it, flat (c, 3); null where no frame is pulled on. */
  readonly base: Floats | null;
};

/** Colours of the mesh, rgb flat (n, 3); dots flat (p, 3) or null. */
export type OverlayState = Omit<Overlay, 'type'> & {
  readonly rgb: Uint8Array<ArrayBuffer>;
  readonly dots: Floats | null;
};

/** Another method's rig and its pose of the same document; null until they come. */
export interface Beside {
  readonly method: Method;
  readonly rig: RigState | null;
  readonly pose: PoseState | null;
}

/** A joint that is being moved or turned. */
export interface JointDraft {
  readonly joint: number;
  readonly origin: Vector;
  readonly frame: readonly number[];
}

export type OverlayKind = Overlay['kind'];
export type ExportKind = Export['kind'];
export type Tool = 'pose' | 'box' | 'lasso' | 'brush' | 'linked';
/** What the box and the lasso take hold of. */
export type Aim = 'handles' | 'own' | 'surface';
/** Runs of vertices, [first, count, first, count, …]. */
export type Runs = readonly number[];
/** The axis of the model that points up. */
export type Up = 'y' | 'z';
export type Theme = 'auto' | 'light' | 'dark';
export type Preset = 'blender' | 'maya';

/** Ghosts: how many before and after, and how many frames apart. */
export interface Onion {
  readonly on: boolean;
  readonly count: number;
  readonly step: number;
}

/** The model in another frame; near: 1 for the next one, less for those behind it. */
export interface Ghost {
  readonly pose: PoseState;
  readonly before: boolean;
  readonly near: number;
}

export interface Toast {
  readonly id: number;
  readonly words: string;
  readonly bad: boolean;
}

export interface State {
  readonly connection: 'connecting' | 'open' | 'lost' | 'old' | 'refused';
  readonly welcome: Omit<Welcome, 'type'> | null;
  readonly model: Opened | null;
  readonly rig: RigState | null;
  readonly pose: PoseState | null;
  readonly progress: Omit<Progress, 'type'> | null;
  /** What the server is busy with for the pose, in words, where that takes long. */
  readonly awaited: string | null;
  readonly thumbnails: ReadonlyMap<number, string>;
  readonly overlayWanted: OverlayKind | null;
  readonly overlay: OverlayState | null;

  /** The regions that documents may name, and the mask of one that is being painted. */
  readonly regions: ReadonlyMap<string, Marked>;
  readonly painting: Uint8Array | null;
  /** A second method beside the document's own, once it was asked for. */
  readonly beside: Beside | null;

  readonly document: Document;
  readonly history: History;
  readonly selection: readonly number[];
  /** Painted parts that are selected, by their ids; the first leads, and is the one that is painted. Of a mechanism its parts, by their numbers. */
  readonly partSelection: readonly number[];
  /** The joint that is selected, by its place in the list. */
  readonly jointSelection: number | null;
  /** Where its gizmo has it, until the server has followed: its place and its frame at rest. */
  readonly jointDraft: JointDraft | null;
  /** What is shown of a mechanism: its parts in colours, its joints, the cells of soft parts, all apart. */
  readonly partColours: boolean;
  readonly showJoints: boolean;
  readonly showCells: boolean;
  readonly exploded: boolean;
  /** Vertices of the cage that are selected, and the one under the pointer; what is shown of the cage. */
  readonly cageSelection: readonly number[];
  readonly cageNear: number | null;
  readonly showCage: boolean;
  readonly showWeights: boolean;
  /** Whether the cage's other vertices follow those that are dragged; and over how many frames a new edit fades. */
  readonly cageFollow: boolean;
  readonly cageReach: number;
  /** The cages of the model's poses, once they were found. */
  readonly recovered: Recovered | null;

  /** Keys that are selected; whether the timeline is open, and whether it plays, from which frame on the screen. */
  readonly keySelection: readonly Spot[];
  readonly timelineOpen: boolean;
  readonly playing: boolean;
  readonly playhead: number | null;
  readonly looping: boolean;
  /** Frames that the server solves ahead: how many of how many; null for none. */
  readonly baking: Omit<Baking, 'type'> | null;
  /** A clip that is shown in place of the timeline. */
  readonly clip: Omit<ClipTaken, 'type'> | null;
  /** Ghosts of frames before and after, and what was found of them. */
  readonly onion: Onion;
  readonly ghosts: readonly Ghost[];
  /** Where the timeline had the handles when it was last asked. */
  readonly told: ReadonlyMap<number, Vector>;

  readonly tool: Tool;
  readonly aim: Aim;
  /** Whether box and lasso reach through the mesh to its other side. */
  readonly through: boolean;
  /** The brush's radius in pixels of the screen. */
  readonly brush: number;
  /** Whether the brush fades towards its rim, and whether it paints both sides of the model. */
  readonly soft: boolean;
  readonly mirror: boolean;
  /** The partner of each vertex across the mirror plane, n for none; null until it was asked for. */
  readonly partner: Uint32Array | null;
  /** Pictures of the sculptures on the shelf. */
  readonly shelf: ReadonlyMap<Sculpture, string>;
  readonly wire: boolean;
  readonly panels: boolean;
  readonly help: boolean;
  readonly theme: Theme;
  readonly preset: Preset;
  readonly tab: 'pose' | 'method';
  readonly toasts: readonly Toast[];
  /** What the running gesture tells: "Move along X: 0.12". */
  readonly gesture: string | null;
  /** Whether the user has dragged once in this model. */
  readonly dragged: boolean;
  readonly perspective: boolean;
  /** The axis of the model that points up. */
  readonly up: Up;
  /** Whether the inspector is open over the viewport, where the window is narrow. */
  readonly drawer: boolean;
  readonly fps: number | null;
}

export type StudioStore = Store<State>;

export const START: State = {
  connection: 'connecting',
  welcome: null,
  model: null,
  rig: null,
  pose: null,
  progress: null,
  awaited: null,
  thumbnails: new Map(),
  overlayWanted: null,
  overlay: null,
  regions: new Map(),
  painting: null,
  beside: null,
  document: NOTHING,
  history: EMPTY,
  selection: [],
  partSelection: [],
  jointSelection: null,
  jointDraft: null,
  partColours: true,
  showJoints: true,
  showCells: true,
  exploded: false,
  cageSelection: [],
  cageNear: null,
  showCage: true,
  showWeights: true,
  cageFollow: true,
  cageReach: 8,
  recovered: null,
  keySelection: [],
  timelineOpen: false,
  playing: false,
  playhead: null,
  looping: true,
  baking: null,
  clip: null,
  onion: { on: false, count: 2, step: 4 },
  ghosts: [],
  told: new Map(),
  tool: 'pose',
  aim: 'handles',
  through: false,
  brush: 32,
  soft: true,
  mirror: false,
  partner: null,
  shelf: new Map(),
  wire: false,
  panels: true,
  help: false,
  theme: 'auto',
  preset: 'blender',
  tab: 'method',
  toasts: [],
  gesture: null,
  dragged: false,
  perspective: true,
  up: 'y',
  drawer: false,
  fps: null,
};

/** The frozen region, or null. */
export function frozenRegion({ document, regions }: Pick<State, 'document' | 'regions'>): Marked | null {
  return (document.frozen === null ? undefined : regions.get(document.frozen)) ?? null;
}

/** The region that is drawn in ice: frozen, or painted to become a part of its own; null for none. */
export function markedRegion({ document, regions }: Pick<State, 'document' | 'regions'>): Marked | null {
  const name = document.method === 'joints' ? document.painted : document.frozen;
  return (name === null ? undefined : regions.get(name)) ?? null;
}

export function fitting(model: Opened | null, method: Method): boolean {
  return model?.methods.some((fit) => fit.method === method && fit.fits) ?? false;
}
