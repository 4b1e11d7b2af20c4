// Made from src/pliant/methods/elastic/studio/wire.py by `python web/scripts/messages.py`; do not edit.

/**
 * A painted region that is stiffer or softer than the rest.
 *
 * stiffness: 1 is as the rest; where the region fades, so does its logarithm
 */
export interface StiffPatch {
  id: number;
  name: string;
  region: string;
  stiffness: number;
}

/** What Elastic IK keeps in a document: the painted patches. */
export interface ElasticSlice {
  patches: StiffPatch[];
}

/** The vertices of a material or a group, in runs [first, count, first, count, …]. */
export interface NamedVertices {
  name: string;
  runs: number[];
}

/** What the page is told about a rig: materials and groups, which can be stiffened at once. */
export interface ElasticView {
  named: NamedVertices[];
}

declare module '../../wire/messages' {
  interface Slices {
    elastic: ElasticSlice;
  }
  interface Views {
    elastic: ElasticView;
  }
}
