/** Everything the page knows, as plain data. */

import type { Baking, ClipTaken, Document, ExportMotion, Fit, Kept, Model, Overlay, Posed, Progress, Ready, Seen, SessionCard, Surface, Welcome } from '../wire/messages';
import { EMPTY, type History } from './history';
import type { Plane } from './mirror';
import type { Keymap } from '../tools/keymap';
import { Store } from './store';
import type { Copied, Point } from './keyedits';
import type { Spot } from './timeline';
import type { Tour } from './tour';
import { USUAL_SCALE } from './uiscale';
import type { Snap } from './places';
import type { PropShape } from './props';
import type { Vector } from './vectors';

export type Floats = Float32Array<ArrayBuffer>;

/** How a model looks: r drawn vertices, which are copies of its n (see Surface). */
export interface SurfaceState extends Surface {
  readonly source: Uint32Array<ArrayBuffer>;
  readonly smooth: Uint32Array<ArrayBuffer>;
  readonly faces: Uint32Array<ArrayBuffer>;
  readonly normals: Floats;
  readonly colours: Uint16Array<ArrayBuffer> | null;
  /** Texture coordinates, flat (r, 2), by the numbers of their sets. */
  readonly uv: ReadonlyMap<number, Floats>;
}

/** An opened mesh. V: flat (n, 3) as opened; F: flat (m, 3); sides: of its polygons, flat (e, 2), null where all are triangles. */
export type Opened = Omit<Model, 'type' | 'document' | 'surface' | 'session'> & { readonly V: Floats; readonly F: Uint32Array<ArrayBuffer>; readonly sides: Uint32Array | null; readonly surface: SurfaceState | null };

/** The method's rig; a method adds what is its own. */
export interface RigState extends Omit<Ready, 'type' | 'view'> {
  /** How many vertices the mesh has. */
  readonly n: number;
  /** Which controls move each vertex, and how much: flat (n, q), null for a rig without palette. */
  readonly influences: Uint16Array<ArrayBuffer> | null;
  readonly blend: Floats | null;
  /** How much each of p points carries each vertex, flat (n, p); null for a rig that no points carry. */
  readonly carry: Floats | null;
}

/** A region's runs, and how firmly each belongs to it (1 to 255; empty where all belong wholly). */
export interface Marked {
  readonly runs: Runs;
  readonly levels: Runs;
}

/** The last pose; palette is flat (c, 3, 4), points flat (p, 3), V flat (n, 3); reached by the handles' ids. A method adds what is its own. */
export interface PoseState extends Omit<Posed, 'type' | 'turn'> {
  readonly palette: Floats | null;
  readonly points: Floats | null;
  readonly V: Floats | null;
  readonly reached: ReadonlyMap<number, Vector>;
  /** Where a floor holds the model up, flat (t, 3); null for nowhere. */
  readonly contacts: Floats | null;
  /** Weights of the examples in each part, flat (R, k); null where the whole follows one mix. */
  readonly regional: Floats | null;
}

/** Colours of the mesh, rgb flat (n, 3); dots flat (p, 3) or null; the part of each vertex, where they are those of parts. */
export type OverlayState = Omit<Overlay, 'type'> & {
  readonly rgb: Uint8Array<ArrayBuffer>;
  readonly dots: Floats | null;
  readonly parts: Uint16Array<ArrayBuffer> | null;
};

/** Another method's rig and its pose of the same document; null until they come. */
export interface Beside {
  readonly method: string;
  readonly rig: RigState | null;
  readonly pose: PoseState | null;
}

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

/** A picture behind the model: a data URL, and from 0 to 1 how much of it is seen. */
export interface Reference {
  readonly url: string;
  readonly opacity: number;
}

export interface Toast {
  readonly id: number;
  readonly words: string;
  readonly bad: boolean;
}

/** Another way to go on: a method to take, or an axis that is up. */
export type Way = { readonly title: string } & ({ readonly method: string } | { readonly up: Up });

/** What the studio chose by itself, in words, and the other ways. */
export interface Choice {
  readonly words: string;
  readonly ways: readonly Way[];
}

/** The page's state; a method adds what is its own. */
export interface State {
  readonly connection: 'connecting' | 'open' | 'lost' | 'old' | 'refused';
  readonly welcome: Omit<Welcome, 'type'> | null;
  readonly model: Opened | null;
  readonly rig: RigState | null;
  readonly pose: PoseState | null;
  /** A pose that is only looked at, in place of the pose: a preview, or a frame of a simulation. */
  readonly peek: PoseState | null;
  readonly progress: Omit<Progress, 'type'> | null;
  /** What the server is busy with for the pose, in words, where that takes long. */
  readonly awaited: string | null;
  readonly thumbnails: ReadonlyMap<number, string>;
  /** The images of the model's surface that have come; null for one that cannot be read. */
  readonly pictures: ReadonlyMap<number, ImageBitmap | null>;
  readonly overlayWanted: string | null;
  readonly overlay: OverlayState | null;
  /** The part that stands out among the colours, for the pointer is on its row. */
  readonly partNear: number | null;

  /** The regions that documents may name, and the mask of one that is being painted. */
  readonly regions: ReadonlyMap<string, Marked>;
  readonly painting: Uint8Array | null;
  /** A second method beside the document's own, once it was asked for. */
  readonly beside: Beside | null;

  /** What the session is called on the wire and by the user; null without a model. */
  readonly session: { readonly id: string; readonly title: string } | null;
  /** Sessions that were kept, for the start page; null until they were asked for. */
  readonly sessions: readonly SessionCard[] | null;
  /** Numbers of the last step that was sent and of the last one that is on disk, and why nothing more can be written. */
  readonly kept: { readonly sent: number; readonly safe: number; readonly failure: Kept['failure'] };
  /** The method whose rig was not made, for that was cancelled or failed. */
  readonly unbuilt: string | null;
  /** A file of the motion that is being made. */
  readonly exporting: Omit<ExportMotion, 'type'> | null;

  readonly document: Document;
  readonly history: History;
  readonly selection: readonly number[];
  /** Parts of the model that are selected, by the numbers that the method gives them; the first leads. */
  readonly partSelection: readonly number[];

  /** Keys that are selected; whether the timeline is open, and whether it plays, from which frame on the screen. */
  readonly keySelection: readonly Spot[];
  readonly timelineOpen: boolean;
  /** Whether it shows curves in place of rows; the frames that are seen, null for all; points of curves that were picked, curves that are shown or hidden otherwise than usual, and keys to paste. */
  readonly graph: boolean;
  readonly span: { readonly first: number; readonly last: number } | null;
  readonly graphPoints: readonly Point[];
  readonly curvesFlipped: readonly string[];
  readonly keyCopies: Copied;
  /** Whether what is moved is keyed at once, and whether the way of what is selected is drawn. */
  readonly autoKey: boolean;
  readonly trails: boolean;
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
  /** Whether the selected handles have arrows and rings, and what they snap to. */
  readonly gizmo: boolean;
  readonly snap: Snap;
  /** Whether box and lasso reach through the mesh to its other side. */
  readonly through: boolean;
  /** The brush's radius in pixels of the screen. */
  readonly brush: number;
  /** Whether the brush fades towards its rim, and whether pulls and strokes are done on both sides of the model. */
  readonly soft: boolean;
  readonly mirror: boolean;
  /** The mirror plane, and the partner of each vertex across it, n for none; null until they were asked for. */
  readonly plane: Plane | null;
  readonly partner: Uint32Array | null;
  /** Why there is no mirror plane, in words; null where there is one, or nobody has asked. */
  readonly asymmetric: string | null;
  /** Where every vertex is in poses of the library, flat (n, 3), by their names; those that were asked for. */
  readonly shapes: ReadonlyMap<string, Floats>;
  /** Triangles of companions and props by their names, as far as they have come; and the one that is selected. */
  readonly propShapes: ReadonlyMap<string, PropShape>;
  readonly propSelection: number | null;
  /** What poses are taken for: all of the model, or what is selected. */
  readonly poseScope: 'whole' | 'selected';
  readonly wire: boolean;
  /** Whether a model with colours of its own is shown in clay. */
  readonly clay: boolean;
  /** Whether creases get less light; null where the machine was not asked yet. */
  readonly occlusion: boolean | null;
  readonly panels: boolean;
  readonly help: boolean;
  /** Whether the command palette is open. */
  readonly commands: boolean;
  /** The size of the panels in hundredths, as chosen, and whether the window is narrow for them. */
  readonly uiScale: number;
  readonly narrow: boolean;
  /** The tour, and its step; null while there is none. */
  readonly tour: Tour | null;
  /** The user's own keys. */
  readonly keymap: Keymap;
  readonly theme: Theme;
  /** Whether the system asks for dark colours, which the theme "auto" follows. */
  readonly systemDark: boolean;
  readonly preset: Preset;
  readonly tab: 'pose' | 'method' | 'poses' | 'scene';
  readonly toasts: readonly Toast[];
  /** What was chosen on opening and since, until it is dismissed or something is pulled. */
  readonly choices: readonly Choice[];
  /** What the running gesture tells: "Move along X: 0.12". */
  readonly gesture: string | null;
  /** Whether the user has dragged once in this model. */
  readonly dragged: boolean;
  readonly perspective: boolean;
  /** What the model looks like, kept with the session; whether the camera goes around it by itself; and a picture behind it. */
  readonly seen: Seen;
  readonly turntable: boolean;
  readonly reference: Reference | null;
  /** The axis of the model that points up. */
  readonly up: Up;
  /** Whether the inspector is open over the viewport, where the window is narrow. */
  readonly drawer: boolean;
  readonly fps: number | null;
  /** Pixels of the longer side of a film. */
  readonly filmSize: number;
}

export type StudioStore = Store<State>;

/** The state at the start, without the document and what methods add: see methods/start.ts. */
export const GENERAL_START = {
  connection: 'connecting',
  welcome: null,
  session: null,
  sessions: null,
  kept: { sent: 0, safe: 0, failure: null },
  unbuilt: null,
  exporting: null,
  model: null,
  rig: null,
  pose: null,
  peek: null,
  progress: null,
  awaited: null,
  thumbnails: new Map(),
  pictures: new Map(),
  overlayWanted: null,
  overlay: null,
  partNear: null,
  regions: new Map(),
  painting: null,
  beside: null,
  history: EMPTY,
  selection: [],
  partSelection: [],
  keySelection: [],
  timelineOpen: false,
  graph: false,
  span: null,
  graphPoints: [],
  curvesFlipped: [],
  keyCopies: [],
  autoKey: false,
  trails: false,
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
  gizmo: false,
  snap: { grid: false, floor: false, vertices: false, props: true },
  through: false,
  brush: 32,
  soft: true,
  mirror: false,
  plane: null,
  partner: null,
  asymmetric: null,
  shapes: new Map(),
  propShapes: new Map(),
  propSelection: null,
  poseScope: 'whole',
  wire: false,
  clay: false,
  panels: true,
  help: false,
  commands: false,
  occlusion: null,
  uiScale: USUAL_SCALE,
  narrow: false,
  tour: null,
  keymap: {},
  theme: 'auto',
  systemDark: false,
  preset: 'blender',
  tab: 'method',
  toasts: [],
  choices: [],
  gesture: null,
  dragged: false,
  perspective: true,
  seen: { lens: 45, light: 'studio', matcap: null, hidden: [], about_selection: false, bookmarks: [] },
  turntable: false,
  reference: null,
  up: 'y',
  drawer: false,
  fps: null,
  filmSize: 1280,
} satisfies Partial<State>;

/** Whether the page has dark colours. */
export function isDark({ theme, systemDark }: Pick<State, 'theme' | 'systemDark'>): boolean {
  return theme === 'auto' ? systemDark : theme === 'dark';
}

/** The region of a name, or null for none. */
export function regionNamed({ regions }: Pick<State, 'regions'>, name: string | null): Marked | null {
  return (name === null ? undefined : regions.get(name)) ?? null;
}

/** The frozen region, or null. */
export function frozenRegion(state: Pick<State, 'document' | 'regions'>): Marked | null {
  return regionNamed(state, state.document.frozen);
}

/** Whether the model has colours of its own. */
export function isColoured({ model }: Pick<State, 'model'>): boolean {
  return model?.surface?.coloured ?? false;
}

/** Whether images of the model are still to come. */
export function awaitsPictures({ model, pictures }: Pick<State, 'model' | 'pictures'>): boolean {
  return pictures.size < (model?.surface?.pictures ?? 0);
}

/** Whether the model is shown in its own colours: once all its images are there. */
export function isTextured(state: Pick<State, 'model' | 'pictures' | 'clay'>): boolean {
  return isColoured(state) && !state.clay && !awaitsPictures(state);
}

/** What the server says of a method for this model. */
export function fitOf(model: Opened | null, method: string): Fit | undefined {
  return model?.methods.find((fit) => fit.method === method);
}
