// Made from src/pliant/methods/cage/studio/wire.py by `python web/scripts/messages.py`; do not edit.

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
 * What Cage IK keeps in a document. With weights () the cage decides alone, and no handle pulls.
 *
 * cage:        its name, as CageTaken gave it; None for the one that is made at first
 * coordinates: how it carries the mesh
 * at:          x, y, z of each of its vertices where it was moved by hand; handles and pins pull from there.
 *              None: at rest
 * frame:       the pose of the model whose cage, with the edits, takes the place of `at`; None for none
 * edits:       of the sequence, at most one for each frame
 * pins:        vertices that are held together with the handles
 */
export interface CageSlice {
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

declare module '../../wire/messages' {
  interface Slices {
    cage: CageSlice;
  }
  interface Views {
    cage: CageView;
  }
  interface PageMessages {
    MakeCage: MakeCage;
    LoadCage: LoadCage;
    RecoverCages: RecoverCages;
  }
  interface ServerMessages {
    CageTaken: CageTaken;
    CagesRecovered: CagesRecovered;
  }
}
