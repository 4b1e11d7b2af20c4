/** What a method brings to the page. Everything but `paint` and `panel` may be left out. */

import type { Help } from '../panels/helpwords';
import type { Floats, PoseState, RigState, State } from '../state/state';
import type { Studio } from '../studio';
import type { At, Bench, Gesture } from '../tools/gesture';
import type { Place } from '../tools/lens';
import type { Paint } from '../tools/paint';
import type { Pointer } from '../tools/pointer';
import type { Kind } from '../tools/steps';
import type { Colours } from '../view/colours';
import type { LatticeShape } from '../view/lattice';
import type { Hit } from '../view/picking';
import type { Arrays } from '../wire/arrays';
import type { Document, FromServer, Ready, Slices } from '../wire/messages';

export interface MethodView extends MethodState, MethodAnswers, MethodTools, MethodLook {
  /** The element in the inspector, and what takes it down again; built anew when the method is chosen. */
  panel(bench: Bench): { element: HTMLElement; dispose: () => void };
  /** What lies over the viewport; made once, hides itself where the method is not in use. */
  overlay?(bench: Bench): Element;
  /** Files that only this method makes. */
  readonly exports?: readonly OwnExport[];
  /** What keys do beside what they always do: words that go on after a comma, by the key. */
  readonly help?: Readonly<Record<string, string>>;
  /** What its own panels are for, by their titles; the general ones are in panels/helpwords.ts. */
  readonly panels?: Readonly<Record<string, Help>>;
}

/** What a method keeps: in the document, where undo reaches it, and in the page's state. */
export interface MethodState {
  /** Its slice of a document that says nothing. */
  readonly slices?: Partial<Slices>;
  /** Its slice after another method was chosen. */
  left?(slices: Slices): Partial<Slices>;
  /** Its slice without what no frame of the timeline depends on. */
  baked?(slices: Slices): Partial<Slices>;
  /** Its part of the page's state at the start, by how long what comes after lasts. */
  readonly state?: Lifetimes;
  /** Its own numbers that rows of the timeline key in place of handles. */
  readonly numbers?: Numbers;
  /** Whether the weights of a document are those of the model's examples: they stay between two such methods. */
  readonly blends?: boolean;
  /** Whether single vertices can be frozen. */
  readonly freezes?: boolean;
  /** Points of its own that are a part of poses, beside handles and weights. */
  readonly points?: OwnPoints;
}

/** Numbers that can be keyed in place of handles: weights of the examples, or a method's own. */
export interface Numbers {
  /** The slices of the state that `shown` depends on, beside the document. */
  readonly follows?: readonly (keyof State)[];
  /** As rows name it, and as people do. */
  readonly kind: string;
  readonly title: string;
  /** Those that decide now; null while handles do. */
  of(state: Readonly<State>): readonly number[] | null;
  /** What changes of a document in which others decide. */
  put(document: Document, numbers: number[]): Partial<Document>;
  /** What each of so many numbers is called. */
  names(state: Readonly<State>, count: number): readonly string[];
  /** Whether the curve of a number is of interest now: it is drawn without being asked for. */
  shown(state: Readonly<State>, index: number): boolean;
}

export interface Lifetimes {
  /** For good. */
  readonly settings?: Partial<State>;
  /** Until another model is opened. */
  readonly model?: Partial<State>;
  /** Until another method is chosen. */
  readonly method?: Partial<State>;
  /** Until nothing is selected. */
  readonly selection?: Partial<State>;
}

/** How a method follows the server. */
export interface MethodAnswers {
  /** The options that the rig of a document is asked for with, and those of a rig that is there. */
  wanted?(document: Document): Record<string, unknown>;
  made?(rig: RigState): Record<string, unknown>;
  /** What is its own in a rig and in a pose; last: the pose before, of which a frame keeps what it does not tell. */
  rig?(message: Ready, arrays: Arrays): Partial<RigState>;
  /** Why another method may suit the model better, now that its rig is made. */
  doubt?(rig: RigState): string | null;
  pose?(arrays: Arrays, document: Document, last: PoseState | null): Partial<PoseState>;
  /** A message of its own came. */
  take?(studio: Studio, message: FromServer, arrays: Arrays): void;
  /** The picture of an example came, where it has examples of its own. */
  pictured?(studio: Studio, index: number, picture: string): void;
  /** The server could pose a document, by any method. */
  posed?(studio: Studio, document: Document): void;
  /** The server could not pose a document of this method. */
  refused?(studio: Studio, document: Document): void;
  /** What the server is busy with while a pose is awaited; "Finding the pose" if not given. */
  awaited?(state: Readonly<State>): string;
  /** Whether a document waits for its pose to become another one: until then it is not kept. */
  unfinished?(document: Document): boolean;
  /** The document rests, or its pose came: time to finish it. */
  settle?(studio: Studio): void;
}

/** What tools and keys mean. */
export interface MethodTools {
  /** What painted vertices mean, or in words why nothing can be painted. */
  readonly paint: Paint | string;
  /** G, R and S on what the method itself selects; says whether it took the key. */
  transform?(bench: Bench, pointer: Pointer, kind: Kind): boolean;
  /** What can be scaled with this method, in words: said where nothing can. */
  readonly scales?: string;
  /** A press with the posing tool; undefined where it means what it always means. */
  press?(bench: Bench, at: At, hit: Hit | null): Gesture | null | undefined;
  /** Whether something of the method's own is under the pointer that could be dragged; and the pointer is gone. */
  near?(bench: Bench, at: At, hit: Hit | null): boolean;
  away?(studio: Studio): void;
  /** P, Delete and A on what the method itself selects; say whether they took the key. */
  pin?(bench: Bench): boolean;
  remove?(bench: Bench): boolean;
  selectAll?(bench: Bench): boolean;
  /** What box and lasso select of the method's own, within a polygon on the screen; `called` names it. */
  readonly fenced?: { readonly called: string; select(bench: Bench, corners: readonly Place[], at: At): void };
  /** In words why nothing can be keyed now; null where it can. */
  unkeyable?(document: Document): string | null;
}

/** How a method looks in the viewport. `follows`: the slices of the state that it depends on. */
export interface MethodLook {
  /** Colours of the mesh, flat (n, 3), while no overlay is shown; null for none. `within`: the same of the document. `resting`: whether nothing asks for them now, so that a model's own colours show. */
  readonly colours?: Follows & { resting?(state: Readonly<State>): boolean; within?(document: Document): readonly unknown[]; of(state: Readonly<State>): Uint8Array | null };
  /** Points and edges over the body, of a rig and a pose; null for none. */
  readonly lattice?: Follows & { of(state: Readonly<State>, rig: RigState, pose: PoseState | null, colours: Colours): LatticeShape | null };
  /** Where the vertices are before the rig moves them, flat (n, 3); null: as opened. */
  readonly rest?: Follows & { of(state: Readonly<State>): Floats | null };
  /** Whether handles hold nothing now: they are neither drawn nor pulled. */
  hidesHandles?(state: Readonly<State>): boolean;
  /** Overlays of its own, by their kinds. */
  readonly overlays?: Readonly<Record<string, OverlayLook>>;
}

/** Points that carry the mesh. */
export interface OwnPoints {
  /** Where they are shown, and where they rest, flat (c, 3); null where there are none. */
  shown(state: Readonly<State>): ArrayLike<number> | null;
  rest(state: Readonly<State>): ArrayLike<number> | null;
  selected(state: Readonly<State>): readonly number[];
  /** What changes when they are elsewhere. */
  moved(document: Document, at: number[]): Partial<Document>;
}

interface Follows {
  readonly follows: readonly (keyof State)[];
}

/** Colours that the server makes for the mesh. */
export interface OverlayLook {
  readonly title: string;
  /** Whether every colour has words of its own; else they are a ramp. */
  readonly swatches?: boolean;
  /** Whether they are another ones in every pose. */
  readonly moves?: boolean;
  /** Why they are not there while the pose is a free blend; there if not given. */
  readonly unblended?: string;
}

/** An entry of the export menu. */
export interface OwnExport {
  readonly kind: string;
  readonly title: string;
  readonly hint: string;
  /** Whether it can be made; it can if not given. */
  fits?(state: Readonly<State>): boolean;
}
