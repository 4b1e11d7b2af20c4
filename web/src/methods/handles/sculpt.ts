/** Sculpting with the pointer and the keys: selected parts are moved, turned and scaled as one step of a pose. */

import { partWords, sculptable, stepped } from '../../state/sculpture';
import type { Vector } from '../../state/vectors';
import type { At, Bench, Gesture } from '../../tools/gesture';
import type { Place } from '../../tools/lens';
import type { Pointer } from '../../tools/pointer';
import { SLACK } from '../../tools/pull';
import { typedKey, UNTYPED, type Typed } from '../../tools/typed';
import type { Hit } from '../../view/picking';
import type { Document, Part } from '../../wire/messages';
import { partAt } from './painted';
import { stepOf, stepWords, sweptAbout, turnAxis, type Kind, type Pull } from './steps';

const VERBS: Readonly<Record<Kind, string>> = { move: 'Move', turn: 'Turn', scale: 'Scale' };
/** A pose is at rest if nothing is farther from there than this share of the model: the wire carries 24 bits. */
const AT_REST = 1e-6;

/** What a gesture may begin with. */
export interface Beginning {
  readonly typed?: Typed;
  /** The point that stays under the pointer in a move; the pivot if not given. */
  readonly grip?: Vector;
  /** How far the pointer turns, in radians, from one place to another; around the pivot on the screen if not given. */
  readonly turned?: (from: Place, to: Place) => number;
}

/** One step of the pose that is worked on, replaced until the pointer or the keys have found it. */
export class Sculpting implements Gesture {
  private typed: Typed;
  private last: At;
  private angle = 0;
  private readonly document: Document;

  /** parts: their ids; pivot: the posed centre of the first of them. */
  constructor(
    private readonly bench: Bench,
    private readonly kind: Kind,
    private readonly parts: readonly number[],
    private readonly pivot: Vector,
    private readonly from: At,
    private readonly beginning: Beginning = {},
  ) {
    const { store } = bench.studio;
    this.document = store.state.document;
    this.typed = beginning.typed ?? UNTYPED;
    this.last = from;
    store.set({ gesture: stepWords(kind, this.pull()) });
  }

  move(at: At): void {
    // Turns add up, so that more than half a round can be gone.
    this.angle += this.sweep(this.last, at);
    this.last = at;
    this.update();
  }

  key(key: string): boolean {
    const next = typedKey(this.typed, key);
    if (!next) return false;
    this.typed = next;
    this.angle = this.sweep(this.from, this.last);
    this.update();
    return true;
  }

  finish(): void {
    this.bench.studio.editor.end();
    this.bench.studio.store.set({ gesture: null, dragged: true });
  }

  cancel(): void {
    this.bench.studio.editor.drop();
    this.bench.studio.store.set({ gesture: null });
  }

  private update(): void {
    const { editor, store } = this.bench.studio;
    const pull = this.pull();
    editor.gesture(`${VERBS[this.kind]} ${partWords(this.document, this.parts)}`, stepped(this.document, stepOf(this.kind, pull)));
    store.set({ gesture: stepWords(this.kind, pull) });
  }

  private pull(): Pull {
    const { parts, pivot, from, typed, angle } = this;
    return { lens: this.bench.stage.lens, parts, pivot, grip: this.beginning.grip ?? pivot, from, at: this.last, typed, angle };
  }

  private sweep(from: Place, to: Place): number {
    const { lens } = this.bench.stage;
    return this.beginning.turned?.(from, to) ?? sweptAbout(lens, this.pivot, turnAxis(lens, this.typed), from, to);
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
  const parts = partSelection.filter((id) => document.parts.some((part) => part.id === id));
  const pivot = parts.length ? pose?.centres.get(parts[0]) : undefined;
  return pivot ? { parts, pivot } : null;
}

/** A gesture on the selected parts, or null after a word on why there is none. */
export function sculpt(bench: Bench, kind: Kind, from: At, beginning: Beginning = {}): Sculpting | null {
  const { studio } = bench;
  const { document, partSelection } = studio.store.state;
  if (partSelection.length === 0) studio.say('No part is selected. Click a painted part first.');
  else if (document.sculpting === null && !atRest(bench)) studio.say('This is a mixture of poses. Choose one of them on the shelf, or a new one, and sculpt that.');
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

class PressPart implements Gesture {
  private moving: Sculpting | null = null;
  private refused = false;
  /** Whether the part was selected, among others maybe, before it was pressed. */
  private readonly before: boolean;

  constructor(
    private readonly bench: Bench,
    private readonly part: Part,
    private readonly hit: Hit,
    private readonly from: At,
  ) {
    const { store } = bench.studio;
    const { partSelection } = store.state;
    this.before = partSelection.includes(part.id);
    if (from.shiftKey) store.set({ partSelection: this.before ? partSelection.filter((id) => id !== part.id) : [...partSelection, part.id] });
    else if (!this.before) store.set({ partSelection: [part.id] });
  }

  move(at: At): void {
    const near = Math.hypot(at.x - this.from.x, at.y - this.from.y) < SLACK;
    const selected = this.bench.studio.store.state.partSelection.includes(this.part.id);
    if (this.refused || !selected || (!this.moving && near)) return;
    this.moving ??= sculpt(this.bench, 'move', this.from, { grip: this.hit.at });
    this.refused = this.moving === null;
    this.moving?.move(at);
  }

  key(key: string): boolean {
    return this.moving?.key(key) ?? false;
  }

  finish(): void {
    if (this.moving) this.moving.finish();
    // A plain click on one of several selected parts means this one alone.
    else if (this.before && !this.from.shiftKey) this.bench.studio.store.set({ partSelection: [this.part.id] });
  }

  cancel(): void {
    this.moving?.cancel();
  }
}
