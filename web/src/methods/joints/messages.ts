// Made from src/pliant/methods/joints/studio/wire.py by `python web/scripts/messages.py`; do not edit.

/**
 * A correction of parts and joints, done to what the edits before it left.
 *
 * change: what is done
 * parts:  by their numbers: those to merge, the two to join, or the one to rename, soften or harden
 * joint:  its place in the list of joints
 * kind:   of the joint
 * axis:   its direction, and origin: a point on it, at rest; None where nothing is said
 * ranges: lowest and highest value of each free motion; None where nothing stops it
 * frame:  of a joint that takes the place of another one: its rows one after another
 * region: the vertices to split off, or to hinge on the rest of their part
 * cells:  along the longest side of a soft part
 * name:   of the part that comes of it
 */
export interface MechanismEdit {
  change: "merge" | "split" | "hinge" | "rename" | "soften" | "harden" | "join" | "remove" | "kind" | "axis" | "origin" | "ranges" | "replace";
  parts: number[];
  joint: number | null;
  kind: "fixed" | "revolute" | "prismatic" | "cylinder" | "plane" | "ball" | null;
  axis: [number, number, number] | null;
  origin: [number, number, number] | null;
  ranges: ([number | null, number | null])[];
  region: string | null;
  cells: number | null;
  name: string | null;
  frame: number[];
}

/** A part; cells: along its longest side where it is soft, None for a rigid one. */
export interface ComponentView {
  name: string;
  cells: number | null;
}

/**
 * One free motion of a joint, by the right hand about a row of its frame, or along it.
 *
 * low, high: its limits; None where nothing stops it
 * value:     its place among the values of the rig; None where the joint moves nothing
 */
export interface MotionView {
  turns: boolean;
  row: number;
  low: number | null;
  high: number | null;
  value: number | null;
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
  motions: MotionView[];
  confidence: number;
  bodies: [number, number];
}

/**
 * The parts and the joints of a rig.
 *
 * doubtful: a joint below this confidence is worth a second look
 * missing:  what to install before it can be simulated, in words; "" where it can
 */
export interface MechanismView {
  components: ComponentView[];
  joints: JointView[];
  doubtful: number;
  missing: string;
}

/**
 * What Joint IK keeps in a document.
 *
 * edits:   corrections of parts and joints, the first done first
 * painted: the name of the region that is to become a part of its own; None for none
 */
export interface JointsSlice {
  edits: MechanismEdit[];
  painted: string | null;
}

/** What else could a joint be? joint: its place in the list. */
export interface WantAlternatives {
  type: "WantAlternatives";
  joint: number;
}

/**
 * What else a joint could be, the likeliest first; none where its contact tells nothing else.
 *
 * The confidence of each is the share of the contact that slides as it says.
 */
export interface Alternatives {
  type: "Alternatives";
  joint: number;
  others: JointView[];
}

/**
 * Leave the mechanism to its weight in a simulator.
 *
 * metres: length of the model's unit; up: the axis that points upward
 */
export interface RunMechanism {
  type: "RunMechanism";
  seconds: number;
  metres?: number;
  up?: "y" | "z";
}

/**
 * What happened to it.
 *
 * motions (frames, parts, 12) go with it: rows of [R t], the motion of each part from rest.
 * passed: whether it holds; words: what happened, the answer first; fps: frames per second
 */
export interface MechanismRan {
  type: "MechanismRan";
  passed: boolean;
  words: string[];
  fps: number;
  frames: number;
}

declare module '../../wire/messages' {
  interface Slices {
    joints: JointsSlice;
  }
  interface Views {
    joints: MechanismView;
  }
  interface PageMessages {
    WantAlternatives: WantAlternatives;
    RunMechanism: RunMechanism;
  }
  interface ServerMessages {
    Alternatives: Alternatives;
    MechanismRan: MechanismRan;
  }
}
