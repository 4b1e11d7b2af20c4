// Made from src/pliant/studio/wire/messages.py by `python web/scripts/messages.py`; do not edit.

export const VERSION = 15;

export type Method = string;

/** What each method keeps in a document; its own file adds to it. */
export interface Slices {}

/** What each method tells about its rig; its own file adds to it. */
export interface Views {}

/**
 * A plane or a line through a handle's target, on which its point slides freely.
 *
 * vector: the plane's normal, or the line's direction; not zero
 */
export interface Slide {
  on: "plane" | "line";
  vector: [number, number, number];
}

/**
 * A floor that nothing sinks through, at a height along the axis that is up.
 *
 * grip: whether what stands on it keeps its place there until it rises
 */
export interface FloorAt {
  height: number;
  up: "y" | "z";
  grip: boolean;
}

/**
 * An image and how it is sampled.
 *
 * image:   its number among the pictures that follow
 * wrap:    what lies beyond the image, along u and along v
 * nearest: whether texels are drawn as squares
 */
export interface SurfaceTexture {
  image: number;
  wrap: [string, string];
  nearest: boolean;
}

/**
 * A texture in a material.
 *
 * use:    what it tells: colour, metallic_roughness, normal, occlusion or emission
 * uv:     the number of its texture coordinates
 * amount: the strength of a normal map or of occlusion
 * offset, turn, scale: coordinates are scaled, turned by radians, then moved
 */
export interface SurfaceUse {
  use: string;
  texture: number;
  uv: number;
  amount: number;
  offset: [number, number];
  turn: number;
  scale: [number, number];
}

/** As `pliant.geometry.triangle_materials.Gloss`. */
export interface SurfaceGloss {
  specular: number;
  specular_colour: [number, number, number];
  ior: number;
  coat: number;
  coat_roughness: number;
  sheen: [number, number, number];
  sheen_roughness: number;
  transmission: number;
}

/**
 * How some triangles answer light; colours are linear.
 *
 * first, count: its triangles, in the order of the surface's F
 * cutoff:       the alpha below which nothing is drawn, for "mask"
 * unlit:        whether it shows its colour whatever the light
 * gloss:        how it mirrors and lets light through; null where nothing is special
 */
export interface SurfaceMaterial {
  name: string;
  first: number;
  count: number;
  colour: [number, number, number, number];
  metallic: number;
  roughness: number;
  emission: [number, number, number];
  uses: SurfaceUse[];
  alpha: "opaque" | "mask" | "blend";
  cutoff: number;
  double_sided: boolean;
  unlit: boolean;
  gloss: SurfaceGloss | null;
}

/**
 * What a model looks like. Its arrays come with the Model; r vertices are drawn, with copies at seams.
 *
 * Arrays: source (r,) uint32, the vertex of each; smooth (r,) uint32, vertices that share a normal have one
 * number; faces (m, 3) uint32, by material; normals (r, 3) float32; colours (r, 4) uint16 from 0 to 65535,
 * linear, where there are any; uv0, uv1, … (r, 2) float32, measured from the image's upper left.
 *
 * pictures: how many Picture messages follow
 * coloured: whether it has colours of its own, so that it is worth showing
 * words:    what cannot be shown; empty for nothing
 */
export interface Surface {
  materials: SurfaceMaterial[];
  textures: SurfaceTexture[];
  pictures: number;
  coloured: boolean;
  words: string;
}

/**
 * An image of the model's surface. Arrays: data (…,) uint8, its file.
 *
 * kind: the media type, such as "image/png"
 */
export interface Picture {
  type: "Picture";
  index: number;
  kind: string;
}

/**
 * The file that a model came from, into a copy of which a motion can be written.
 *
 * ways: how the file could show it, the best first
 */
export interface Original {
  name: string;
  ways: ("bones" | "shapes" | "both" | "points")[];
}

/**
 * Make a copy of the file that the model came from, with one animation more; over USD, a layer.
 *
 * what: the pose that is shown, the timeline, or the clip
 * by:   one of the ways of Original
 */
export interface ExportInto {
  type: "ExportInto";
  what: "pose" | "timeline" | "clip";
  by: "bones" | "shapes" | "both" | "points";
}

/**
 * A held point of the surface: a triangle, barycentric coordinates in it, and where it is pulled to.
 *
 * group:  handles of one number move and turn together; None for single ones
 * weight: how firmly it is held: 1 is met exactly, below, down to 0, it gives way as a spring does
 * slide:  what it slides on; None where it does not
 * turn:   how its neighbourhood is turned from rest: a rotation vector in radians; None where that is free
 * name:   what the user calls it; empty where it has only its number
 * looks:  the handle that its direction follows; None for none
 *
 * Rigs that cannot do weight, slide or turn go without it: see Ready.
 */
export interface Handle {
  id: number;
  face: number;
  barycentric: [number, number, number];
  target: [number, number, number];
  pinned: boolean;
  group: number | null;
  weight: number;
  slide: Slide | null;
  turn: [number, number, number] | null;
  name: string;
  looks: number | null;
}

/**
 * Where the handles of a row are at a frame, or its other numbers.
 *
 * Its curves are x, y, z of the handles' mean and the weight; or those of its other numbers.
 *
 * targets:  x, y, z of each handle; or other numbers
 * ease:     how to go on to the next key
 * weight:   1 holds them there, 0 lets them go; between, they are held at that share of the way
 * tangents: what keeps the Bézier handles of each curve: auto has no overshoot, flat and linear point along
 *           the frames and to the next key, free stay where they are put. Empty: all are auto
 * handles:  for each curve how far its two Bézier handles lie from the key: frames and value of the one
 *           before, frames and value of the one after. Empty: a third of the way straight to the next key
 */
export interface Key {
  at: number;
  targets: number[];
  ease: "step" | "linear" | "smooth" | "bezier";
  weight: number;
  tangents: ("auto" | "flat" | "linear" | "free")[];
  handles: number[];
}

/**
 * The keys of a handle, or of several that move and turn as one; in order of time, one for each frame.
 *
 * handles: their ids
 * before, after: what happens outside of the keys
 * numbers: what is keyed in place of handles, which do not pull then: "weights" of the poses that the rig
 *          mixes, or a method's name for numbers of its own; None for handles
 */
export interface Row {
  name: string;
  handles: number[];
  keys: Key[];
  before: "hold" | "loop" | "ping-pong" | "offset";
  after: "hold" | "loop" | "ping-pong" | "offset";
  numbers: string | null;
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

/** A frame that was baked, or one of a clip; tells Frame. */
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
 * clay:      the colour of the clay that a film shows, whatever colours the model has; None for its own
 * light:     how a film is lit; background: its colours at the top and at the bottom
 * middle:    the point in the middle of a film, and half: half its height there; None to see all of it
 */
export interface ExportMotion {
  type: "ExportMotion";
  kind: "track" | "glb" | "gltf" | "usd" | "usda" | "usdc" | "usdz" | "abc" | "pc2" | "mdd" | "npz" | "obj" | "ply" | "mp4" | "webm" | "gif" | "webp" | "png";
  clip?: boolean;
  direction?: [number, number, number] | null;
  up?: "y" | "z";
  size?: [number, number];
  perspective?: number;
  clay?: string | null;
  light?: "studio" | "soft" | "side" | "back";
  background?: [string, string] | null;
  middle?: [number, number, number] | null;
  half?: number | null;
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

/**
 * A frame. Arrays: as those of Posed; V (n, 3) float32 of a clip.
 *
 * weights: of the poses that the rig mixes; None for a frame that is not there (any more)
 */
export interface Frame {
  type: "Frame";
  number: number;
  frame: number;
  weights: number[] | null;
}

/** What a track file holds; doubt: what of it could not be kept, in words, or None. */
export interface TrackTaken {
  type: "TrackTaken";
  name: string;
  timeline: Timeline;
  handles: Handle[];
  floor: FloorAt | null;
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
 * A pose in the library: what decides it, and the shape that it gave.
 *
 * shape:   the name under which the server keeps where every vertex is (see KeepShape)
 * rig:     what the rig was made with, in the page's words; weights and points mean nothing to another one
 * handles: all of them, with their targets
 * weights: of the poses that the rig mixed, where these decided; None where handles did
 * points:  x, y, z of each point that carries the mesh; empty for a rig without any
 */
export interface KeptPose {
  id: number;
  name: string;
  shape: string;
  rig: string;
  handles: Handle[];
  weights: number[] | null;
  points: number[];
}

/**
 * Keep where every vertex is under a name, before a document names it; the answer is Shape.
 *
 * of:       the shape to take; None for what is shown
 * mirrored: whether its mirror image is kept
 * upload:   a file of a pose that was sent to /upload before, in place of a shape that is here
 */
export interface KeepShape {
  type: "KeepShape";
  name: string;
  of?: string | null;
  mirrored?: boolean;
  upload?: string | null;
}

/**
 * A shape that was kept; the answer is Shape.
 *
 * example: the number of an example of the method, whose shape is wanted under the name instead
 */
export interface WantShape {
  type: "WantShape";
  name: string;
  example?: number | null;
}

/**
 * Open the model with more examples, as a session of its own: its own ones, and poses of the library.
 *
 * poses:    ids of those
 * mirrored: whether their mirror images are examples as well
 */
export interface OpenExamples {
  type: "OpenExamples";
  poses: number[];
  mirrored?: boolean;
}

/** Where every vertex is. Arrays: V (n, 3) float32. */
export interface Shape {
  type: "Shape";
  name: string;
}

/**
 * Something in the scene that is no part of the model.
 *
 * shape:  the name under which the server keeps its triangles (see KeepProp)
 * at:     where the middle of its underside is
 * turn:   the axis times the angle in radians, about that point
 * scale:  its size, as a factor
 * hidden: whether it is out of sight, here and in films
 */
export interface Prop {
  id: number;
  name: string;
  shape: string;
  at: [number, number, number];
  turn: [number, number, number];
  scale: number;
  hidden: boolean;
}

/**
 * Keep the triangles of a prop under a name, before a document names it; the answer is PropTold.
 *
 * up:      the axis of the scene that points up; what comes with another one is turned
 * kind:    a simple shape, sized for the model
 * sample:  a built-in sample, as it rests
 * uploads: files that were sent to /upload before: a mesh, a character or a rig, as it rests
 * Without any of these, the model in the pose that is shown.
 */
export interface KeepProp {
  type: "KeepProp";
  name: string;
  up?: "y" | "z";
  kind?: "box" | "ramp" | "stairs" | "ball" | "pillar" | null;
  sample?: string | null;
  uploads?: string[];
}

/** The triangles of a prop that were kept; the answer is PropTold. */
export interface WantProp {
  type: "WantProp";
  name: string;
}

/**
 * A prop around its origin, the middle of its underside. Arrays: V (n, 3) float32, F (m, 3) uint32.
 *
 * title: what it is called at first
 */
export interface PropTold {
  type: "PropTold";
  name: string;
  title: string;
}

/**
 * Everything that can be undone.
 *
 * weights:  of the poses that the rig mixes, or the values that its pose follows from, while these
 *           decide; None while handles decide
 * frozen:   the name of the region that stays where it was when it was marked; None for none
 * slices:   what each method keeps, by its name
 * timeline: keys of the handles
 * frame:    the number of the timeline's frame that is shown
 * floor:    under the model, for rigs that know one; None for none
 * poses:    the library of poses
 * props:    companions and things to stand on, which are no part of the model
 */
export interface Document {
  method: string;
  handles: Handle[];
  weights: number[] | null;
  frozen: string | null;
  slices: Slices;
  timeline: Timeline;
  frame: number;
  floor: FloorAt | null;
  poses: KeptPose[];
  props: Prop[];
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

/** A place of the camera to come back to; fields as those of Look and Seen. */
export interface Bookmark {
  at: [number, number, number];
  azimuth: number;
  elevation: number;
  distance: number;
  perspective: boolean;
  lens: number;
}

/**
 * What the model looks like, wherever the camera is.
 *
 * lens:            focal length in millimetres, for a picture 24 mm high
 * light, matcap:   how it is lit; a picture of a ball that takes the place of light and clay, None for none
 * hidden:          connected parts of the mesh that are not shown, by their first vertices
 * about_selection: whether the camera goes around what is selected
 * bookmarks:       places of the camera
 */
export interface Seen {
  lens: number;
  light: "studio" | "soft" | "side" | "back";
  matcap: "pearl" | "bronze" | "jade" | "stripes" | null;
  hidden: number[];
  about_selection: boolean;
  bookmarks: Bookmark[];
}

/**
 * How a session is looked at: the camera, what is selected, and what is open. Not a step of the history.
 *
 * at, azimuth, elevation, distance: what the camera looks at, from where (radians), and how far away
 * selection, parts: ids of handles, numbers of parts
 * tab:              of the inspector
 * panels, timeline: whether they are shown
 * baking:           whether frames are being solved ahead
 * task:             a file that is being made; it is asked for again after the server was killed
 * curves, trails:   whether the timeline shows curves, and the view the ways of what is selected
 * auto_key:         whether what is moved is keyed at once
 * energy:           of the pose that is shown; the server keeps where its search ended
 */
export interface Look {
  type: "Look";
  at: [number, number, number];
  azimuth: number;
  elevation: number;
  distance: number;
  perspective: boolean;
  up: "y" | "z";
  selection: number[];
  parts: number[];
  tab: "pose" | "method" | "poses" | "scene";
  panels: boolean;
  timeline: boolean;
  wire: boolean;
  baking?: boolean;
  task?: Omit<ExportMotion, "type"> | null;
  curves?: boolean;
  trails?: boolean;
  auto_key?: boolean;
  energy?: number;
  seen?: Seen;
}

/**
 * A step of a history, told by what differs from the document after the step before it.
 *
 * names:  the fields of the document that taking the step back brings back
 * before: what of the document was another one before this step: moves in time are no steps
 * after:  what the step changed
 */
export interface Undoable {
  label: string;
  names: string[];
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** The steps of a session: those done since a document, then those taken back, the next to redo first. */
export interface HistoryTold {
  base: Document;
  done: Undoable[];
  undone: Undoable[];
}

/**
 * What a page needs to go on with a session.
 *
 * id:         how the session is called on the wire
 * title:      the name that the user gave to it; empty for none
 * history:    its steps
 * unfinished: the fields of the document as they were before a change in whose middle the page went away;
 *             None where there is no such change
 * told:       where the timeline has the handles, in their order; none without keys
 * look:       how it was looked at; None where nobody has looked yet
 * number:     of the last Commit that was kept
 * making:     whether a file of what moves is made that was asked for, or waits to be fetched
 * words:      what could not be read of it; empty where all could
 */
export interface SessionState {
  id: string;
  title: string;
  history: HistoryTold;
  unfinished: Record<string, unknown> | null;
  told: [number, number, number][];
  look: Omit<Look, "type"> | null;
  number: number;
  making: boolean;
  words: string;
}

/** The session as it looks now, for the list of sessions: a data URL of a small PNG, JPEG or WebP. */
export interface ShowPicture {
  type: "ShowPicture";
  picture: string;
}

/** Back to the start page; the session stays, to be opened again. */
export interface Leave {
  type: "Leave";
}

/** The list of sessions. The answer is Sessions. */
export interface WantSessions {
  type: "WantSessions";
}

/** Go on with a session of the list. */
export interface OpenSession {
  type: "OpenSession";
  id: string;
}

/** Remove a session of the list for good. */
export interface RemoveSession {
  type: "RemoveSession";
  id: string;
}

/** A copy of a session, with its history; the answer is the list. */
export interface Duplicate {
  type: "Duplicate";
  id: string;
}

/** Give a session a name. */
export interface Rename {
  type: "Rename";
  id: string;
  title: string;
}

/** Go on in a copy of the session under another name; what was there stays as it is. */
export interface SaveAs {
  type: "SaveAs";
  title: string;
}

/**
 * A session that was kept.
 *
 * title:   the name that the user gave to it, or the model's
 * when:    when it was written last, ISO 8601
 * named:   whether the user gave it its name; those are never tidied away
 * here:    whether it is this page's own
 * taken:   whether another page has it
 * picture: a data URL; empty for none
 */
export interface SessionCard {
  id: string;
  title: string;
  model: string;
  when: string;
  steps: number;
  named: boolean;
  here: boolean;
  taken: boolean;
  picture: string;
}

/** Those that were kept, the newest first. */
export interface Sessions {
  type: "Sessions";
  cards: SessionCard[];
}

/** The page's session has this name; after SaveAs it is another session, too. */
export interface SessionNamed {
  type: "SessionNamed";
  id: string;
  title: string;
}

/**
 * What is safe on disk.
 *
 * number:  of the last Commit that is; 0 for none
 * failure: why nothing more can be written, in words; None where it can
 */
export interface Kept {
  type: "Kept";
  number: number;
  failure: string | null;
}

/** The rig of the document's method is not there: its making was cancelled, and is not begun by itself. */
export interface Unbuilt {
  type: "Unbuilt";
  method: string;
}

/**
 * An option of a method, for a form.
 *
 * kind:      a number, a whole number, a truth value, or one of the choices
 * low, high: the range of a number; None where nothing bounds it
 */
export interface OptionField {
  name: string;
  title: string;
  words: string;
  kind: "number" | "whole" | "truth" | "choice";
  default: number | boolean | string;
  low: number | null;
  high: number | null;
  choices: string[];
}

/**
 * A method for the switch in the top bar.
 *
 * summary: what it needs and does, in one sentence
 * why:     why it does not fit, in words; empty where it does
 * options: what can be chosen when its rig is made
 */
export interface Fit {
  method: string;
  title: string;
  summary: string;
  fits: boolean;
  why: string;
  options: OptionField[];
}

/**
 * How a model stands, and where a newcomer begins.
 *
 * reason:    why it begins with its method, after "… was chosen:"
 * up:        the axis that is up
 * azimuth:   from where its front is seen, in radians about that axis: 0 along z, or against y where z is up
 * handles:   pins at the feet and, last, a free handle, for methods that pull points
 * suggested: free handles at the other ends, which are shown, and hold nothing before they are taken
 * toward:    where pulling the free handle looks good
 */
export interface Start {
  reason: string;
  up: "y" | "z";
  azimuth: number;
  handles: Handle[];
  suggested: Handle[];
  toward: [number, number, number];
}

/**
 * A mesh was opened. Arrays: V (n, 3) float32, F (m, 3) uint32; sides (e, 2) uint32 of polygons
 * where not all are triangles.
 *
 * words:    what the studio sees ("10 poses of one mesh: example-based posing")
 * examples: their names, the reference first
 * document: where to begin: as it was left, or with handles placed
 * regions:  those that the document names
 * start:    how it stands
 * surface:  how it looks, with arrays of its own (see surface.py); None where F tells all
 * original: the file that it came from, where a motion can be written into that
 * session:  what the page needs to go on where it was left; None in examples
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
  start: Start;
  surface: Surface | null;
  original: Original | null;
  session: SessionState | null;
}

/**
 * First of all; a page of another version is told to reload.
 *
 * session: the session that the page had before it was reloaded, or before the server was started again
 */
export interface Hello {
  type: "Hello";
  version: number;
  session?: string | null;
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
  method: string;
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
  beside?: string | null;
  keyed?: boolean;
}

/**
 * One step of the page's history is done: keep it in the journal. The answer is Kept.
 *
 * label:  in words, as the history shows it ("Move handle 3")
 * kind:   a new step, one taken back or done again, more of the last step, or the last step refused
 * number: counts up within a session, so that a step that is sent twice is kept once; 0 does not count
 * before: the document before a new step, or before the one that is amended; None where nobody remembers
 * names:  the fields of the document that taking the step back brings back
 *
 * In place of `before` the page may send `was`: what is to be changed in the document to get there.
 */
export interface Commit {
  type: "Commit";
  label: string;
  document: Document;
  kind?: "step" | "undo" | "redo" | "amend" | "refuse";
  number?: number;
  before?: Document | null;
  names?: string[];
}

/** The positions of one of the poses that the method's rig mixes, for its thumbnail. */
export interface WantExample {
  type: "WantExample";
  index: number;
}

/** The model's mirror plane, and the partner of each vertex across it; the answer is Mirror. */
export interface WantMirror {
  type: "WantMirror";
}

/**
 * Colours for the mesh.
 *
 * kind: "deformation", how far it is stretched; "followed", which example each part follows; or a kind of
 *       the method's own
 */
export interface WantOverlay {
  type: "WantOverlay";
  kind: string;
}

/** Make a file: the last pose (obj, ply, glb), its rig, a script of the session, or a kind of a method. */
export interface Export {
  type: "Export";
  kind: string;
}

/** Take what the journal of an earlier session holds, or leave it. */
export interface Recover {
  type: "Recover";
  accept: boolean;
}

/** A built-in sample, for its card; `parts` where it is assembled from some. */
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

/**
 * The method's rig is there.
 *
 * Arrays of a rig with a skin: influences (n, q) uint16, weights (n, q) float32. Of a rig whose points carry
 * its vertices: carry (n, p) float32, the weight of each point. Methods add arrays of their own.
 *
 * controls: how many transformations carry the vertices; 0 for a rig without a skin
 * facts:    lines for the inspector ("Learned 28 controls from 11 poses.")
 * pins:     what its pins can say beyond a place, and whether it knows a floor: some of the words weight,
 *           slide, turn and floor
 * view:     what the method tells beside; None for nothing
 * kept:     numbers of the model's examples that the rig mixes, to which weights belong; none for all
 * regions:  how many parts follow examples of their own; 1 where the whole follows one mix
 */
export interface Ready {
  type: "Ready";
  method: string;
  controls: number;
  facts: string[];
  pins: string[];
  view: Views[keyof Views] | null;
  kept: number[];
  regions: number;
}

/**
 * A pose.
 *
 * Arrays, all float32: palette (c, 3, 4) of a rig with a skin, points (p, 3) of a rig whose points carry its
 * vertices, or else V (n, 3); and reached (h, 3), where the handles are. Above a floor also contacts (t, 3),
 * where it holds vertices up; frames that were baked have none. Where parts follow examples of their own,
 * regional (R, k), the weights of each. Methods add arrays of their own.
 *
 * method:  the document's own, or the one beside it
 * weights: of the poses that the rig mixes
 * targets: where the timeline has the handles; None where they are as the document said
 * numbers: those that the timeline keys in place of handles; None where it keys none
 */
export interface Posed {
  type: "Posed";
  turn: number;
  method: string;
  weights: number[];
  status: string;
  iterations: number;
  energy: number;
  solve_ms: number;
  targets: [number, number, number][] | null;
  numbers: number[] | null;
}

/** Positions of an example. Arrays: V (n, 3) float32. */
export interface Example {
  type: "Example";
  index: number;
}

/**
 * A mirror plane. Arrays: partner (n,) uint32, the vertex across it, n for a vertex without one.
 *
 * normal, offset: its points x have normal · x = offset; the normal has length one
 * why:            the model has none, in words; empty where it has one
 */
export interface Mirror {
  type: "Mirror";
  normal: [number, number, number];
  offset: number;
  why: string;
}

/**
 * Colours for the mesh.
 *
 * Arrays: rgb (n, 3) uint8; dots (p, 3) float32 to draw as points, or none; parts (n,) uint16, the part that
 * each vertex belongs to, where the colours are those of parts.
 */
export interface Overlay {
  type: "Overlay";
  kind: string;
  legend: [string, string][];
}

/** Long work: the share done (0 … 1) and what is being done; `over` when it ended in either way. */
export interface Progress {
  type: "Progress";
  share: number;
  what: string;
  over: boolean;
}

/** A file is ready: fetch it once at /download/<ticket>. words: what there is to tell about it. */
export interface File {
  type: "File";
  ticket: string;
  name: string;
  words: string;
}

/** Something did not work: what was found, what was needed, what to do. `turn` of the Solve it answers. */
export interface Trouble {
  type: "Trouble";
  words: string;
  turn: number | null;
}

export interface PageMessages {
  Hello: Hello;
  OpenSample: OpenSample;
  OpenUpload: OpenUpload;
  OpenRecent: OpenRecent;
  Mark: Mark;
  Choose: Choose;
  Cancel: Cancel;
  Solve: Solve;
  Commit: Commit;
  WantExample: WantExample;
  WantMirror: WantMirror;
  WantOverlay: WantOverlay;
  Export: Export;
  ExportInto: ExportInto;
  Recover: Recover;
  KeepShape: KeepShape;
  WantShape: WantShape;
  OpenExamples: OpenExamples;
  KeepProp: KeepProp;
  WantProp: WantProp;
  Bake: Bake;
  WantFrame: WantFrame;
  ExportMotion: ExportMotion;
  LoadTrack: LoadTrack;
  LoadClip: LoadClip;
  Look: Look;
  ShowPicture: ShowPicture;
  Leave: Leave;
  WantSessions: WantSessions;
  OpenSession: OpenSession;
  RemoveSession: RemoveSession;
  Duplicate: Duplicate;
  Rename: Rename;
  SaveAs: SaveAs;
}

export type FromPage = PageMessages[keyof PageMessages];

export interface ServerMessages {
  Welcome: Welcome;
  Model: Model;
  Picture: Picture;
  Ready: Ready;
  Posed: Posed;
  Example: Example;
  Mirror: Mirror;
  Overlay: Overlay;
  Progress: Progress;
  File: File;
  Trouble: Trouble;
  Shape: Shape;
  PropTold: PropTold;
  Baking: Baking;
  Frame: Frame;
  TrackTaken: TrackTaken;
  ClipTaken: ClipTaken;
  Kept: Kept;
  Sessions: Sessions;
  SessionNamed: SessionNamed;
  Unbuilt: Unbuilt;
}

export type FromServer = ServerMessages[keyof ServerMessages];
