// Made from src/pliant/methods/handles/studio/wire.py by `python web/scripts/messages.py`; do not edit.

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
