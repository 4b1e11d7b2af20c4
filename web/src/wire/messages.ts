// Made from src/pliant/studio/messages.py by `python -m pliant.studio.typescript`; do not edit.

export const VERSION = 7;

export type Method = "meshik" | "reduced" | "handles" | "joints" | "cage";

/** A vertex of the cage that is held where it is pulled to; None: where the cage is that is pulled on. */
export interface CagePin {
  vertex: number;
  target: [number, number, number] | null;
}

/**
 * An edit of one pose of the sequence, carried along in time.
 *
 * frame: its number, from 0
 * moves: x, y, z of how far each vertex of the cage moves there
 * reach: in frames, where it has faded away
 */
export interface FrameEdit {
  frame: number;
  moves: number[];
  reach: number;
}

/**
 * The cage of a document.
 *
 * cage:        its name, as CageTaken gave it; None for the one that is made at first
 * coordinates: how it carries the mesh
 * at:          x, y, z of each of its vertices where it was moved by hand; handles and pins pull from there.
 *              None: at rest
 * frame:       the pose of the model whose cage, with the edits, takes the place of `at`; None for none
 * edits:       of the sequence, at most one for each frame
 * pins:        vertices that are held together with the handles
 */
export interface Caged {
  cage: string | null;
  coordinates: "harmonic" | "mean_value" | "green";
  at: number[] | null;
  frame: number | null;
  edits: FrameEdit[];
  pins: CagePin[];
}

/**
 * Make a cage of about so many vertices, and bind the mesh to it.
 *
 * symmetric: whether it has a mirror plane; None: if the mesh has one
 */
export interface MakeCage {
  type: "MakeCage";
  vertices: number;
  symmetric?: boolean | null;
  coordinates?: "harmonic" | "mean_value" | "green";
}

/** Take a file that was sent to /upload before as the cage, and bind the mesh to it. */
export interface LoadCage {
  type: "LoadCage";
  upload: string;
  coordinates?: "harmonic" | "mean_value" | "green";
}

/** Find the cage of every pose of the model. */
export interface RecoverCages {
  type: "RecoverCages";
}

/**
 * The cage that a rig is bound to.
 *
 * name:   as in documents, None for the one that is made at first
 * words:  how it came to be ("made with 58 vertices")
 * frames: how many poses the model has, whose cages could be found
 * doubt:  what is to be said of weights that are less accurate than they should be; None where all is well
 */
export interface CageView {
  name: string | null;
  coordinates: "harmonic" | "mean_value" | "green";
  words: string;
  frames: number;
  doubt: string | null;
}

/** A cage was made or loaded, and the mesh is bound to it; documents may name it from here on. */
export interface CageTaken {
  type: "CageTaken";
  name: string;
  words: string;
}

/**
 * The cages of all poses were found; documents show them by `frame`.
 *
 * rms:    of each frame the distance of the vertices from the true ones, in % of the diagonal
 * volume: its change of volume in %, None for a sheet, which has none
 */
export interface CagesRecovered {
  type: "CagesRecovered";
  cage: string | null;
  coordinates: "harmonic" | "mean_value" | "green";
  rms: number[];
  volume: (number | null)[];
}

/**
 * A correction of parts and joints, done to what the edits before it left.
 *
 * change: what is done
 * parts:  by their numbers: those to merge, the two to join, or the one to rename, soften or harden
 * joint:  its place in the list of joints
 * kind:   of the joint
 * axis:   its direction, and origin: a point on it, at rest; None where nothing is said
 * ranges: lowest and highest value of each free motion; None where nothing stops it
 * region: the vertices to split off, or to hinge on the rest of their part
 * cells:  along the longest side of a soft part
 * name:   of the part that comes of it
 */
export interface MechanismEdit {
  change: "merge" | "split" | "hinge" | "rename" | "soften" | "harden" | "join" | "remove" | "kind" | "axis" | "origin" | "ranges";
  parts: number[];
  joint: number | null;
  kind: "fixed" | "revolute" | "prismatic" | "cylinder" | "plane" | "ball" | null;
  axis: [number, number, number] | null;
  origin: [number, number, number] | null;
  ranges: ([number | null, number | null])[];
  region: string | null;
  cells: number | null;
  name: string | null;
}

/** A part; cells: along its longest side where it is soft, None for a rigid one. */
export interface ComponentView {
  name: string;
  cells: number | null;
}

/** One free motion of a joint, by the right hand about a row of its frame, or along it; None: no limit. */
export interface Motion {
  turns: boolean;
  row: number;
  low: number | null;
  high: number | null;
}

/**
 * A joint between the parts a and b.
 *
 * origin: at rest; frame: its rows one after another, the axis first
 * bodies: the controls that carry its two sides
 */
export interface JointView {
  a: number;
  b: number;
  kind: "fixed" | "revolute" | "prismatic" | "cylinder" | "plane" | "ball";
  name: string;
  origin: [number, number, number];
  frame: number[];
  motions: Motion[];
  confidence: number;
  bodies: [number, number];
}

/** The parts and the joints of a rig. */
export interface MechanismView {
  components: ComponentView[];
  joints: JointView[];
}

/**
 * A painted part of Handle IK: a region that moves as one, with its name and its colour.
 *
 * centre: what it turns about, at rest; None for the suggested one
 */
export interface Part {
  id: number;
  name: string;
  colour: number;
  region: string;
  centre: [number, number, number] | null;
}

/**
 * A move, a turn or a scaling of some parts, by their ids.
 *
 * vector: of a move; or the axis of a turn
 * amount: degrees of a turn, or the factor of a scaling
 * centre: of a turn or a scaling
 */
export interface SculptStep {
  parts: number[];
  kind: "move" | "turn" | "scale";
  vector: [number, number, number];
  amount: number;
  centre: [number, number, number];
}

/** A sculpted pose on the shelf: its steps, the first done first. */
export interface Sculpture {
  id: number;
  name: string;
  steps: SculptStep[];
}

/**
 * A held point of the surface: a triangle, barycentric coordinates in it, and where it is pulled to.
 *
 * group: handles of one number move and turn together; None for single ones
 */
export interface Handle {
  id: number;
  face: number;
  barycentric: [number, number, number];
  target: [number, number, number];
  pinned: boolean;
  group: number | null;
}

/**
 * Where the handles of a row are at a frame.
 *
 * targets: x, y, z of each handle
 * ease:    how to go on to the next key
 * weight:  1 holds them there, 0 lets them go; between, they are held at that share of the way
 */
export interface Key {
  at: number;
  targets: number[];
  ease: "step" | "linear" | "smooth" | "bezier";
  weight: number;
}

/**
 * The keys of a handle, or of several that move and turn as one; in order of time, one for each frame.
 *
 * handles: their ids
 * before, after: what happens outside of the keys
 */
export interface Row {
  name: string;
  handles: number[];
  keys: Key[];
  before: "hold" | "loop" | "ping-pong" | "offset";
  after: "hold" | "loop" | "ping-pong" | "offset";
}

/** Follow-through: swings per second, how soon they end, and how they set out. */
export interface Follow {
  springiness: number;
  damping: number;
  response: number;
}

/** Keys over the frames from first to last, both included. Handles without keys stay where they are. */
export interface Timeline {
  fps: number;
  first: number;
  last: number;
  rows: Row[];
  follow: Follow | null;
}

/**
 * Solve all frames of the newest document ahead, while nothing else is to be done; tells Baking.
 *
 * number: counts up; frames are asked for by it
 */
export interface Bake {
  type: "Bake";
  number: number;
}

/** A frame that was baked, or one of a clip; unanswered where it is not there (any more). */
export interface WantFrame {
  type: "WantFrame";
  number: number;
  frame: number;
}

/**
 * Make a file of the track, of the animation, or a film of it.
 *
 * clip:      of the clip that is shown, in place of the timeline
 * direction: from the model toward the camera; up: the vertical axis; size: of a film, in pixels
 * perspective: opening angle in degrees; 0 for a parallel view
 */
export interface ExportMotion {
  type: "ExportMotion";
  kind: "track" | "glb" | "gltf" | "usd" | "usda" | "usdc" | "usdz" | "abc" | "pc2" | "mdd" | "npz" | "obj" | "ply" | "mp4" | "webm" | "gif" | "webp" | "png";
  clip?: boolean;
  direction?: [number, number, number] | null;
  up?: "y" | "z";
  size?: [number, number];
  perspective?: number;
}

/** Take the keys of a track file that was sent to /upload before. */
export interface LoadTrack {
  type: "LoadTrack";
  upload: string;
}

/**
 * Show the frames of a moving mesh that was sent to /upload before, and has the model's vertices.
 *
 * number: its frames are asked for by it
 */
export interface LoadClip {
  type: "LoadClip";
  number: number;
  uploads: string[];
}

/** So many frames were baked, from the first on. */
export interface Baking {
  type: "Baking";
  number: number;
  done: number;
  total: number;
}

/** A frame. Arrays: as those of Posed; V (n, 3) float32 of a clip. */
export interface Frame {
  type: "Frame";
  number: number;
  frame: number;
  weights: number[];
}

/** What a track file holds; doubt: what of it could not be kept, in words, or None. */
export interface TrackTaken {
  type: "TrackTaken";
  name: string;
  timeline: Timeline;
  handles: Handle[];
  doubt: string | null;
}

/** A clip can be shown, by its frames from first on. */
export interface ClipTaken {
  type: "ClipTaken";
  number: number;
  name: string;
  first: number;
  count: number;
  fps: number;
}

/**
 * Everything that can be undone.
 *
 * weights:    of the examples or sculptures, while the pose is a free blend; None while handles decide
 * frozen:     the name of the region that stays where it was when it was marked; None for none
 * parts:      painted for Handle IK; sculptures: its poses
 * sculpting:  the id of the sculpture that is shown and worked on; None while poses are mixed
 * edits:      corrections of parts and joints, the first done first
 * painted:    the name of the region that is to become a part of its own; None for none
 * caged:      the cage, and where its vertices are; with weights () it decides alone, and no handle pulls
 * timeline:   keys of the handles; frame: of the timeline, that is shown
 */
export interface Document {
  method: Method;
  handles: Handle[];
  weights: number[] | null;
  frozen: string | null;
  parts: Part[];
  sculptures: Sculpture[];
  sculpting: number | null;
  edits: MechanismEdit[];
  painted: string | null;
  caged: Caged;
  timeline: Timeline;
  frame: number;
}

/**
 * Vertices under a name, as runs [first, count, first, count, …].
 *
 * levels: how firmly each run belongs to it, from 1 to 255; empty where all belong wholly
 *
 * A region never changes; another set of vertices is another region. So documents name regions, and only
 * the page that paints one sends it. The server keeps with it where its vertices are shown at that moment.
 */
export interface Region {
  name: string;
  runs: number[];
  levels: number[];
}

/** First of all; a page of another version is told to reload. */
export interface Hello {
  type: "Hello";
  version: number;
}

/** Open a built-in sample by name. */
export interface OpenSample {
  type: "OpenSample";
  name: string;
}

/** Open files that were sent to /upload before, by the numbers it gave; together they are one model. */
export interface OpenUpload {
  type: "OpenUpload";
  uploads: string[];
}

/** Open a model again that the server listed in its Welcome, by its place there. */
export interface OpenRecent {
  type: "OpenRecent";
  index: number;
}

/** Keep a region, before a document names it. */
export interface Mark {
  type: "Mark";
  region: Region;
}

/** Take another method, with its options; learning or building it tells its progress. */
export interface Choose {
  type: "Choose";
  method: Method;
  options?: Record<string, unknown>;
}

/** Give up the work that is running. */
export interface Cancel {
  type: "Cancel";
}

/**
 * The pose of a document; of several unanswered ones only the newest is solved.
 *
 * turn:   counts up; the reply carries it
 * start:  whether the search goes on from the last pose of this connection
 * beside: a second method, built before, to pose the same document for comparison
 * keyed:  the handles are where the timeline has them at the document's frame; the reply says where
 */
export interface Solve {
  type: "Solve";
  turn: number;
  document: Document;
  start?: boolean;
  beside?: Method | null;
  keyed?: boolean;
}

/**
 * One step of the page's history is done: keep it in the journal.
 *
 * label: in words, as the history shows it ("Move handle 3")
 */
export interface Commit {
  type: "Commit";
  label: string;
  document: Document;
}

/** The positions of one example, or of one sculpture on the shelf, for its thumbnail. */
export interface WantExample {
  type: "WantExample";
  index: number;
}

/** The partner of each vertex across the model's mirror plane, for painting both sides at once. */
export interface WantMirror {
  type: "WantMirror";
}

/** Colours for the mesh: what learned controls carry, the miss of the blend, or the stretch. */
export interface WantOverlay {
  type: "WantOverlay";
  kind: "controls" | "residual" | "deformation";
}

/**
 * Make a file of the last pose, its cage, the rig or the mechanism, or a script that gives the poses.
 *
 * Of a sequence with its edits: "cages", and "frames", the mesh that they carry.
 */
export interface Export {
  type: "Export";
  kind: "obj" | "ply" | "glb" | "rig" | "script" | "parts" | "urdf" | "cage" | "cages" | "frames";
}

/** Take what the journal of an earlier session holds, or leave it. */
export interface Recover {
  type: "Recover";
  accept: boolean;
}

/** A built-in sample, for its card; `parts` for a mechanism. */
export interface Sample {
  name: string;
  title: string;
  words: string;
  parts: boolean;
}

/** A model that was opened before from files of the user's own. */
export interface Recent {
  name: string;
  folder: string;
}

/** What an earlier session left behind. */
export interface Found {
  model: string;
  when: string;
  steps: number;
}

/** The answer to Hello; `open` is the name of a model that is coming right away. */
export interface Welcome {
  type: "Welcome";
  version: number;
  samples: Sample[];
  recent: Recent[];
  found: Found | null;
  open: string | null;
}

/** A method for the switch in the top bar; `why` says in words why it does not fit. */
export interface Fit {
  method: Method;
  title: string;
  fits: boolean;
  why: string;
}

/**
 * A mesh was opened. Arrays: V (n, 3) float32, F (m, 3) uint32.
 *
 * words:    what the studio sees ("10 poses of one mesh: example-based posing")
 * examples: their names, the reference first
 * document: where to begin: as it was left, or with two handles placed
 * regions:  those that the document names
 */
export interface Model {
  type: "Model";
  name: string;
  words: string;
  diagonal: number;
  examples: string[];
  methods: Fit[];
  document: Document;
  regions: Region[];
}

/**
 * The method's rig is there. Arrays of a palette rig: influences (n, q) uint16, weights (n, q) float32.
 *
 * Of a mechanism also component (n,) uint16, the part of each vertex; and of its soft parts cells (k, 8, 3)
 * float32, the corners of their cells at rest, with cell_body (k,) uint16, the control that carries each.
 *
 * Of a cage instead blend (n, p) float32, how the p points of its poses carry each vertex; its rest cage
 * (c, 3) float32, and its edges (e, 2) uint16.
 *
 * controls:  how many, 0 for a rig without palette
 * facts:     lines for the inspector ("Learned 28 controls from 11 poses.")
 * mechanism: its parts and joints, or None; cage: which one it is bound to, or None
 */
export interface Ready {
  type: "Ready";
  method: Method;
  controls: number;
  facts: string[];
  mechanism: MechanismView | null;
  cage: CageView | null;
}

/**
 * A pose. Arrays: palette (c, 3, 4) float32, or V (n, 3) float32; and reached (h, 3) float32.
 *
 * With painted parts also centres (p, 3) float32: where their centres are in this pose. Of a mechanism also
 * values (j, 3) float32: of each joint's free motions, in radians or lengths. Of a cage points (p, 3)
 * float32 in place of V: its c vertices, and for Green coordinates what its faces' normals add; and of a
 * frame that is pulled on base (c, 3) float32, where its cage is without the pull.
 *
 * method:  the document's own, or the one beside it
 * weights: the blend that it is nearest to
 * targets: where the timeline has the handles; None where they are as the document said
 */
export interface Posed {
  type: "Posed";
  turn: number;
  method: Method;
  weights: number[];
  status: string;
  iterations: number;
  energy: number;
  solve_ms: number;
  targets: [number, number, number][] | null;
}

/** Positions of an example. Arrays: V (n, 3) float32. */
export interface Example {
  type: "Example";
  index: number;
}

/** Partners across the mirror plane. Arrays: partner (n,) uint32, n for a vertex without one. */
export interface Mirror {
  type: "Mirror";
}

/** Colours for the mesh. Arrays: rgb (n, 3) uint8; dots (p, 3) float32 for proxies, or none. */
export interface Overlay {
  type: "Overlay";
  kind: "controls" | "residual" | "deformation";
  legend: [string, string][];
}

/** Long work: the share done (0 … 1) and what is being done; `over` when it ended in either way. */
export interface Progress {
  type: "Progress";
  share: number;
  what: string;
  over: boolean;
}

/** A file is ready: fetch it once at /download/<ticket>. */
export interface File {
  type: "File";
  ticket: string;
  name: string;
}

/** Something did not work: what was found, what was needed, what to do. `turn` of the Solve it answers. */
export interface Trouble {
  type: "Trouble";
  words: string;
  turn: number | null;
}

export type FromPage =
  | Hello
  | OpenSample
  | OpenUpload
  | OpenRecent
  | Mark
  | Choose
  | Cancel
  | Solve
  | Commit
  | WantExample
  | WantMirror
  | WantOverlay
  | Export
  | Recover
  | MakeCage
  | LoadCage
  | RecoverCages
  | Bake
  | WantFrame
  | ExportMotion
  | LoadTrack
  | LoadClip;

export type FromServer =
  | Welcome
  | Model
  | Ready
  | Posed
  | Example
  | Mirror
  | Overlay
  | Progress
  | File
  | Trouble
  | CageTaken
  | CagesRecovered
  | Baking
  | Frame
  | TrackTaken
  | ClipTaken;
