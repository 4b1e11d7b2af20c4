/** Joints over the viewport, to be clicked, and the cells of soft parts. */

import './joints.css';
import { svg } from '../../panels/dom';
import type { State } from '../../state/state';
import { row } from '../../state/vectors';
import type { Bench } from '../../tools/gesture';
import { project, type Lens } from '../../tools/lens';
import { handleAt } from '../../tools/pull';
import { drafted } from './gizmo';
import { glyph, path } from './glyphs';
import { carried, jointName, kindWords } from './mechanism';

/** How visible a joint is that nobody is sure of; one that is sure is wholly so. */
const FAINTEST = 0.3;
/** The edges of a cell between its corners, whose numbers count up in z, then y, then x. */
const EDGES = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]] as const;

/** One joint. */
class Mark {
  readonly element = svg('g', { class: 'joint', role: 'button' });
  private readonly title = svg('title', {});
  private readonly lines = { halo: svg('path', { class: 'halo' }), limits: svg('path', { class: 'limits' }), axis: svg('path', { class: 'axis' }), value: svg('path', { class: 'value' }) };
  private readonly spot = svg('circle', { class: 'spot', r: 4 });
  private readonly reach = svg('circle', { class: 'reach', r: 9 });

  constructor(pressed: (event: PointerEvent) => void) {
    this.element.append(this.title, ...Object.values(this.lines), this.spot, this.reach);
    this.reach.addEventListener('pointerdown', pressed);
  }

  place(lens: Lens, state: Readonly<State>, index: number): void {
    const { rig, pose, jointSelection } = state;
    const on = index === jointSelection;
    const mechanism = rig!.mechanism!, joint = (on ? state.tried : null) ?? drafted(state, index);
    const values = Array.from({ length: 3 }, (_, i) => pose?.values?.[3 * index + i] ?? 0);
    const drawn = glyph(lens, joint, pose?.palette ?? null, values, on);
    this.element.toggleAttribute('hidden', Math.abs(drawn.depth) >= 1);
    this.element.classList.toggle('on', on);
    this.element.classList.toggle('fixed', joint.kind === 'fixed');
    this.element.style.opacity = String(on ? 1 : FAINTEST + (1 - FAINTEST) * joint.confidence);
    const name = `${kindWords(joint.kind)}: ${jointName(mechanism, joint)}`;
    if (this.title.textContent !== name) this.title.textContent = name;
    this.element.setAttribute('aria-label', name);
    this.lines.halo.setAttribute('d', drawn.axis + drawn.limits);
    this.lines.limits.setAttribute('d', drawn.limits);
    this.lines.axis.setAttribute('d', drawn.axis);
    this.lines.value.setAttribute('d', drawn.value);
    for (const circle of [this.spot, this.reach]) circle.setAttribute('transform', `translate(${drawn.at.x.toFixed(1)} ${drawn.at.y.toFixed(1)})`);
  }
}

export function overlay(bench: Bench): SVGSVGElement {
  const { studio, stage } = bench;
  const picture = svg('svg', { class: 'joint-marks', role: 'group', 'aria-label': 'Joints' });
  const cells = svg('path', { class: 'cells' });
  let marks: Mark[] = [];
  const place = (lens: Lens): void => {
    const { state } = studio.store;
    const { document, rig, pose, peek, tried, showJoints, showCells, exploded, gesture, beside } = state;
    const joints = rig?.method === 'joints' && document.method === 'joints' && !exploded && !beside && (!peek || tried) ? (rig.mechanism?.joints ?? []) : [];
    // A frame whose soft parts swing tells vertices alone: where its joints are is not known.
    const shown = showJoints && (!pose?.V || pose.palette) ? joints : [];
    if (marks.length !== shown.length) {
      marks = shown.map((_, i) => new Mark((event) => { press(bench, i, event); }));
      picture.replaceChildren(cells, ...marks.map(({ element }) => element));
    }
    picture.classList.toggle('asleep', gesture !== null);
    marks.forEach((mark, i) => { mark.place(lens, state, i); });
    const boxes = showCells && joints === rig?.mechanism?.joints ? (rig.cells ?? null) : null;
    cells.setAttribute('d', boxes ? cellPath(lens, boxes, rig!.cellBody!, pose?.palette ?? null) : '');
  };
  stage.onFrame(place);
  studio.store.watch(['document', 'rig', 'pose', 'peek', 'tried', 'jointSelection', 'jointDraft', 'showJoints', 'showCells', 'exploded', 'gesture', 'beside'], () => { place(stage.lens); });
  picture.addEventListener('wheel', (event) => { pass(bench, event, new WheelEvent('wheel', event)); }, { passive: false });
  return picture;
}

/** A press on a joint selects it; what means the camera or a handle goes on to the canvas below. */
function press(bench: Bench, index: number, event: PointerEvent): void {
  const { studio, stage } = bench;
  const { left, top } = stage.canvas.getBoundingClientRect();
  const handle = handleAt(studio.store.state, stage.lens, { x: event.clientX - left, y: event.clientY - top });
  if (event.button !== 0 || event.altKey || handle || studio.store.state.tool !== 'pose') {
    pass(bench, event, new PointerEvent('pointerdown', event));
    return;
  }
  event.preventDefault();
  const { jointSelection } = studio.store.state;
  studio.store.set({ jointSelection: jointSelection === index ? null : index, partSelection: [], tab: 'method' });
}

function pass({ stage }: Bench, event: Event, copy: Event): void {
  event.preventDefault();
  stage.canvas.dispatchEvent(copy);
}

/** The edges of all cells where the pose has them; corners flat (k, 8, 3). */
function cellPath(lens: Lens, corners: Float32Array, bodies: Uint16Array, palette: Float32Array | null): string {
  const lines: string[] = [];
  bodies.forEach((body, cell) => {
    const seen = Array.from({ length: 8 }, (_, i) => project(lens, carried(palette, body, row(corners, 8 * cell + i))));
    for (const [a, b] of EDGES) lines.push(path([seen[a], seen[b]]));
  });
  return lines.join('');
}
