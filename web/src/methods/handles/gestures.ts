/** Sculpting with the pointer and the keys: selected parts are moved, turned and scaled as one step of a pose. */

import type { Vector } from '../../state/vectors';
import type { At, Bench, Gesture } from '../../tools/gesture';
import type { Pointer } from '../../tools/pointer';
import { Press } from '../../tools/press';
import { StepGesture, type Beginning } from '../../tools/stepgesture';
import type { Kind, Step } from '../../tools/steps';
import type { Hit } from '../../view/picking';
import type { Document } from '../../wire/messages';
import type { Part } from './messages';
import { partAt } from './owners';
import { partWords, sculptable, stepped } from './sculpture';

/** A pose is at rest if nothing is farther from there than this share of the model: the wire carries 24 bits. */
const AT_REST = 1e-6;

/** One step of the pose that is worked on, replaced until the pointer or the keys have found it. */
export class Sculpting extends StepGesture {
  protected readonly subject: string;
  private readonly document: Document;

  /** parts: their ids; pivot: the posed centre of the first of them. */
  constructor(bench: Bench, kind: Kind, private readonly parts: readonly number[], pivot: Vector, from: At, beginning: Beginning = {}) {
    super(bench, kind, pivot, from, beginning);
    this.document = bench.studio.store.state.document;
    this.subject = partWords(this.document.slices.handles, parts);
  }

  protected after(step: Step): Partial<Document> {
    return stepped(this.document, { ...step, parts: [...this.parts] });
  }
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
