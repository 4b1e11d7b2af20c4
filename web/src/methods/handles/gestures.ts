/** Sculpting with the pointer and the keys: selected parts, with what hangs on them, are moved, turned and scaled. */

import { mask } from '../../state/document';
import { centre, row, type Vector } from '../../state/vectors';
import type { At, Bench, Gesture } from '../../tools/gesture';
import type { Pointer } from '../../tools/pointer';
import { Press } from '../../tools/press';
import { StepGesture, type Beginning } from '../../tools/stepgesture';
import type { Kind, Step } from '../../tools/steps';
import type { Hit } from '../../view/picking';
import type { Document } from '../../wire/messages';
import { limbSteps, tops, type Joint, type Limbs, type Tree } from './limbs';
import type { Part } from './messages';
import { partAt } from './owners';
import { partWords, sculptable, stepped } from './sculpture';

/** A pose is at rest if nothing is farther from there than this share of the model: the wire carries 24 bits. */
const AT_REST = 1e-6;

/** What a gesture makes of the pose that is worked on, replaced until the pointer or the keys have found it. */
export class Sculpting extends StepGesture {
  protected readonly subject: string;
  private readonly document: Document;
  /** Null while parts are moved alone: by the switch in the panel, or with Ctrl. */
  private readonly limbs: Limbs | null;

  /** parts: their ids; pivot: the posed centre of the first of them. */
  constructor(bench: Bench, kind: Kind, private readonly parts: readonly number[], pivot: Vector, from: At, beginning: Beginning = {}) {
    super(bench, kind, pivot, from, beginning);
    const { document, partsFree } = bench.studio.store.state;
    this.document = document;
    this.subject = partWords(document.slices.handles, parts);
    this.limbs = partsFree || from.ctrlKey ? null : limbsNow(bench, parts, beginning.grip);
  }

  protected after(step: Step): Partial<Document> {
    const steps = this.limbs ? limbSteps(this.limbs, this.parts, step) : [{ ...step, parts: [...this.parts], links: [], level: false }];
    return stepped(this.document, ...steps);
  }
}

/** The limbs as they are shown now; grip: the point under the pointer, on one of the parts. */
function limbsNow({ studio, stage }: Bench, parts: readonly number[], grip?: Vector): Limbs {
  const { document, pose, regions, model } = studio.store.state;
  const { parts: painted } = document.slices.handles;
  const tree: Tree = pose?.tree ?? new Map<number, Joint>(), centres = pose?.centres ?? new Map<number, Vector>();
  const V = stage.positions(), only = tops(tree, parts).length === 1;
  const middle = (id: number): Vector => {
    const region = painted.find((part) => part.id === id)?.region ?? '';
    const own = [...mask(regions.get(region) ?? null, (model?.V.length ?? 0) / 3).entries()].filter(([, level]) => level > 0);
    return V && own.length ? centre(own.map(([vertex]) => row(V, vertex))) : (centres.get(id) ?? [0, 0, 0]);
  };
  const grips = new Map(parts.map((id) => [id, only && grip ? grip : middle(id)]));
  return { tree, centres, pinned: new Set(painted.filter(({ pinned }) => pinned).map(({ id }) => id)), grip: (id) => grips.get(id) ?? middle(id) };
}

/** Whether the mesh is shown as it was opened. */
export function atRest({ studio, stage }: Bench): boolean {
  const { model } = studio.store.state;
  const shown = stage.positions();
  if (!model || !shown) return false;
  const slack = AT_REST * model.diagonal;
  return model.V.every((value, i) => Math.abs(value - shown[i]) <= slack);
}

/** The selected parts, the first of them leading, and where its centre is now; null where nothing can be sculpted. */
export function held({ studio }: Bench): { readonly parts: readonly number[]; readonly pivot: Vector } | null {
  const { document, partSelection, pose } = studio.store.state;
  const parts = partSelection.filter((id) => document.slices.handles.parts.some((part) => part.id === id));
  const pivot = parts.length ? pose?.centres?.get(parts[0]) : undefined;
  return pivot ? { parts, pivot } : null;
}

/** A gesture on the selected parts, or null after a word on why there is none. */
export function sculpt(bench: Bench, kind: Kind, from: At, beginning: Beginning = {}): Sculpting | null {
  const { studio } = bench;
  const { document, partSelection } = studio.store.state;
  if (partSelection.length === 0) studio.say('No part is selected. Click a painted part first.');
  else if (document.slices.handles.sculpting === null && !atRest(bench)) studio.say('This is a mixture of poses. Choose one of them on the shelf, or a new one, and sculpt that.');
  else {
    const found = held(bench);
    if (found) return new Sculpting(bench, kind, found.parts, found.pivot, from, beginning);
    studio.say('The parts are not ready yet. Wait a moment, and try again.');
  }
  return null;
}

/** G, R and S, unless they mean handles that pull. */
export function transform(bench: Bench, pointer: Pointer, kind: Kind): boolean {
  const { document, selection, partSelection } = bench.studio.store.state;
  if (document.method !== 'handles') return false;
  if (!sculptable(document) && (selection.length > 0 || partSelection.length === 0)) return false;
  const gesture = sculpt(bench, kind, pointer.at);
  if (gesture) pointer.begin(gesture);
  return true;
}

/** A press while a pose is worked on: on a part it selects, and moves when dragged; elsewhere it is the camera's. */
export function press(bench: Bench, at: At, hit: Hit | null): Gesture | null | undefined {
  const { state } = bench.studio.store;
  if (!sculptable(state.document)) return undefined;
  const part = hit && partAt(state, hit);
  return part ? new PressPart(bench, part, hit, at) : null;
}

class PressPart extends Press {
  /** Whether the part was selected, among others maybe, before it was pressed. */
  private readonly before: boolean;

  constructor(
    bench: Bench,
    private readonly part: Part,
    private readonly hit: Hit,
    from: At,
  ) {
    super(bench, from);
    const { store } = bench.studio;
    const { partSelection } = store.state;
    this.before = partSelection.includes(part.id);
    if (from.shiftKey) store.set({ partSelection: this.before ? partSelection.filter((id) => id !== part.id) : [...partSelection, part.id] });
    else if (!this.before) store.set({ partSelection: [part.id] });
  }

  protected begin(): Sculpting | null {
    const selected = this.bench.studio.store.state.partSelection.includes(this.part.id);
    return selected ? sculpt(this.bench, 'move', this.from, { grip: this.hit.at }) : null;
  }

  protected override clicked(): void {
    // A plain click on one of several selected parts means this one alone.
    if (this.before && !this.from.shiftKey) this.bench.studio.store.set({ partSelection: [this.part.id] });
  }
}
