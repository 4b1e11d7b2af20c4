/** What is taken hold of at a selected part: arrows move it, rings turn it, the disc drags it, "Centre" moves what it turns about. */

import { svg } from '../../panels/dom';
import type { PoseState } from '../../state/state';
import type { Vector } from '../../state/vectors';
import type { At, Bench, Gesture } from '../../tools/gesture';
import { Arrow, gizmoPicture, GizmoPart, Hoop, Knob, NAMES, RING, shift } from '../../tools/gizmo';
import { inScreenPlane, project, type Lens } from '../../tools/lens';
import { ringTurn } from '../../tools/rings';
import { UNTYPED } from '../../tools/typed';
import { atRest, held, sculpt } from './gestures';
import type { Part } from './messages';
import { parted } from './paint';
import { sculptable } from './sculpture';

/** Where the handle of the centre sits, in pixels from the middle: outside arrows and rings in every view. */
const CENTRE_AT = 66;

class Centre extends GizmoPart {
  constructor(private readonly resting: () => boolean) {
    super('Centre: drag to move what the part turns about', 'centre', (bench, at, middle) => {
      if (resting()) return new MoveCentre(bench, bench.studio.store.state.partSelection[0], middle, at);
      bench.studio.say('A centre belongs to the rest pose. Show the rest pose, then move it.');
      return null;
    });
    const text = svg('text', { x: 12, dy: '0.35em' });
    text.textContent = 'Centre';
    this.element.append(svg('circle', { r: 6.5 }), svg('path', { d: 'M-2.5 0H2.500M0-2.500V2.500' }), text);
  }

  place(lens: Lens, middle: Vector): void {
    const { x, y } = project(lens, middle);
    shift(this.element, { x: x + CENTRE_AT, y: y + CENTRE_AT });
    this.element.classList.toggle('away', !this.resting());
  }
}

/** Moves what a part turns about, in the plane of the screen. */
class MoveCentre implements Gesture {
  private readonly parts: readonly Part[];

  constructor(
    private readonly bench: Bench,
    private readonly id: number,
    private readonly start: Vector,
    private readonly from: At,
  ) {
    this.parts = bench.studio.store.state.document.slices.handles.parts;
  }

  move(at: At): void {
    const { studio, stage } = this.bench;
    const centre = inScreenPlane(stage.lens, this.start, at.x - this.from.x, at.y - this.from.y);
    const parts = this.parts.map((part) => (part.id === this.id ? { ...part, centre } : part));
    const name = this.parts.find((part) => part.id === this.id)?.name ?? '';
    studio.editor.gesture(`Move the centre of ${name}`, parted(studio.store.state.document, parts));
    studio.store.set({ gesture: `Centre of ${name} · Esc: cancel` });
  }

  finish(): void {
    this.bench.studio.editor.end();
    this.bench.studio.store.set({ gesture: null });
  }

  cancel(): void {
    this.bench.studio.editor.drop();
    this.bench.studio.store.set({ gesture: null });
  }
}

export function gizmo(bench: Bench): SVGSVGElement {
  const { studio } = bench;
  const resting = remembered(() => studio.store.state.pose, () => atRest(bench));
  const parts = [
    ...NAMES.map((axis) => new Hoop(axis, (_, at, middle) => sculpt(bench, 'turn', at, { typed: { ...UNTYPED, axis }, turned: ringTurn(bench.stage.lens, middle, axis, RING) }))),
    ...NAMES.map((axis) => new Arrow(axis, (_, at) => sculpt(bench, 'move', at, { typed: { ...UNTYPED, axis } }))),
    new Centre(resting),
    new Knob((_, at) => sculpt(bench, 'move', at)),
  ];
  const middle = (): Vector | undefined => {
    const { document, partSelection, selection, tool, rig } = studio.store.state;
    const ready = document.method === 'handles' && rig?.method === 'handles' && tool === 'pose' && partSelection.length > 0;
    return ready && (sculptable(document) || (selection.length === 0 && resting())) ? held(bench)?.pivot : undefined;
  };
  return gizmoPicture(bench, { label: 'Move and turn the selected part', parts, middle, slices: ['document', 'partSelection', 'selection', 'tool', 'rig', 'pose'] });
}

/** `make` of what `cause` gives, made again only when that is another one. */
function remembered<T>(cause: () => PoseState | null, make: () => T): () => T {
  let last: { readonly cause: PoseState | null; readonly made: T } | null = null;
  return () => {
    const now = cause();
    if (last?.cause !== now) last = { cause: now, made: make() };
    return last.made;
  };
}
