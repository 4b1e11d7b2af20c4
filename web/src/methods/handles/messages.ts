// Made from src/pliant/methods/handles/studio/wire.py by `python web/scripts/messages.py`; do not edit.

/**
 * A painted part of Handle IK: a region that moves as one, with its name and its colour.
 *
 * centre: what it turns about, at rest; None for the suggested one
 * parent: the id of the part that carries it; 0 for none, None for the one that the rest pose tells
 * pinned: whether it stays where it is while what it carries is pulled
 */
export interface Part {
  id: number;
  name: string;
  colour: number;
  region: string;
  centre: [number, number, number] | null;
  parent: number | null;
  pinned: boolean;
}

/** A joint of a limb that is led somewhere: the parts that turn about it, where it is, and how stiff. */
export interface SculptLink {
  parts: number[];
  centre: [number, number, number];
  stiffness: number;
}

/**
 * A move, a turn or a scaling of some parts, by their ids; or a limb that reaches for a point.
 *
 * vector: of a move; the axis of a turn; where a point is to be brought
 * amount: degrees of a turn, or the factor of a scaling
 * centre: of a turn or a scaling; where the point is that reaches
 * links:  joints of the limb that reaches, from the one that stays outwards
 * level:  whether the parts keep their direction while the limb reaches: a foot that stays
 */
export interface SculptStep {
  parts: number[];
  kind: "move" | "turn" | "scale" | "reach";
  vector: [number, number, number];
  amount: number;
  centre: [number, number, number];
  links: SculptLink[];
  level: boolean;
}

/** A sculpted pose on the shelf: its steps, the first done first. */
export interface Sculpture {
  id: number;
  name: string;
  steps: SculptStep[];
}

/**
 * What Handle IK keeps in a document.
 *
 * parts:      the painted parts
 * sculptures: the poses on the shelf
 * sculpting:  the id of the sculpture that is shown and worked on; None while poses are mixed
 */
export interface HandlesSlice {
  parts: Part[];
  sculptures: Sculpture[];
  sculpting: number | null;
}

declare module '../../wire/messages' {
  interface Slices {
    handles: HandlesSlice;
  }
}
