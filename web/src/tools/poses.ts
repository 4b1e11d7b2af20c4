/** What the user does with whole poses: keep, take, blend, mirror, reset, copy and paste. Every edit is a step of the history. */

import { leftSlices, rigKey, viewOf } from '../methods/views';
import { kept, only } from '../state/blend';
import { settled, type SurfacePoint } from '../state/document';
import { mirroredPoints, type Mirror } from '../state/mirror';
import { freshName, joined, led, mirroredShape, mixed, onShape, replaced, shapeOf, twinned, withPose, type Pose, type Stance } from '../state/poses';
import { poseOfText, poseText, type PoseText } from '../state/posetext';
import type { Floats, Opened, State } from '../state/state';
import { keyed, rowOf } from '../state/timeline';
import { cross, dot, row, type Vector } from '../state/vectors';
import type { Document, Handle, KeptPose } from '../wire/messages';
import type { Bench } from './gesture';

/** Milliseconds until it is looked again whether the pose has come. */
const SOON = 50;
const ASYMMETRIC = 'The points that carry the model are not symmetric, so that this pose cannot be mirrored.';

/** Where taking a pose begins: all that is shown. V: flat (n, 3). */
export interface Start {
  readonly state: Readonly<State> & { readonly model: Opened };
  readonly V: Floats;
}

export function startOf({ studio, stage }: Bench): Start | null {
  const { state } = studio.store, V = stage.positions();
  return state.model && V && state.rig && !state.clip ? { state: { ...state, model: state.model }, V: Float32Array.from(V) } : null;
}

/** What is shown, as a pose. */
function shown({ state }: Start): Stance {
  const { document, pose, rig } = state;
  const points = Array.from(viewOf(document.method).points?.shown(state) ?? []);
  const handles = settled(document, pose?.reached ?? null, rig?.pins);
  return { rig: rigKey(document), handles, weights: points.length ? [] : document.weights, points };
}

/** What changes of the document a share of the way to a pose: of all, or of what is selected. */
export function toward({ state, V }: Start, { stance, shape }: Pose, share: number): Partial<Document> {
  const { model, pose, selection, poseScope } = state;
  const document = { ...state.document, slices: leftSlices(state.document.slices) };
  const whole = poseScope === 'whole', same = stance.rig === rigKey(document), { slices } = document;
  const handles = settled(state.document, pose?.reached ?? null, state.rig?.pins);
  const own = viewOf(document.method).points, at = own?.shown(state);
  if (own && at && same && at.length === stance.points.length && (whole || own.selected(state).length)) {
    return own.moved(document, mixed(at, stance.points, share, whole ? null : new Set(own.selected(state))));
  }
  if (!whole) return { slices, weights: null, handles: led(handles, new Set(selection), shape, share) };
  const blend = blended(state, same ? stance.weights : null, share);
  if (blend) return { slices, weights: blend, handles: share === 1 ? replaced(document, stance.handles, shape, model) : document.handles };
  const wanted = same && !stance.weights ? stance.handles : onShape(first(stance.handles, handles, [...model.start.handles, ...model.start.suggested]), shape);
  const held = share === 1 ? replaced({ ...document, handles }, wanted, shape, model) : led(joined(handles, onShape(wanted, shapeOf(model, V)), model), null, shape, share);
  return { slices, weights: null, handles: held };
}

/** The first list that has entries. */
function first(...lists: readonly (readonly Handle[])[]): readonly Handle[] {
  return lists.find((list) => list.length) ?? [];
}

/** Weights between those that are shown and others; null where the rig has others, or where handles decide. */
function blended({ document, pose }: Pick<State, 'document' | 'pose'>, weights: readonly number[] | null, share: number): number[] | null {
  if (!weights?.length || weights.length !== pose?.weights.length) return null;
  const from = document.weights ?? (document.handles.length ? null : pose.weights);
  return share === 1 ? [...weights] : from && mixed(from, weights, share);
}

/** Let a pose be taken: a step of its own, or one of a gesture. */
function change({ studio }: Bench, label: string, after: Partial<Document>, live = false): void {
  const { document } = studio.store.state, whole = { ...after, ...rekeyed(document, after) };
  if (whole.timeline) studio.timeline = whole.timeline;
  studio.motion.playback.stop();
  if (live) studio.editor.gesture(label, whole);
  else studio.editor.edit(label, whole);
  studio.store.set({ dragged: true });
}

/** Handles with a key at the frame that is shown have it where they are taken to. */
function rekeyed(document: Document, { handles }: Partial<Document>): Partial<Document> {
  const ids = (handles ?? []).map(({ id }) => id).filter((id) => rowOf(document.timeline, id)?.keys.some(({ at }) => at === document.frame));
  return handles && ids.length ? { timeline: keyed({ ...document, handles }, ids) } : {};
}

/** Whether there is something that a pose could be taken for; it is said where there is not. */
function chosen({ studio }: Bench): boolean {
  const { state } = studio.store;
  if (state.poseScope === 'whole' || state.selection.length || viewOf(state.document.method).points?.selected(state).length) return true;
  studio.say('Nothing is selected. Click a handle first, or take whole poses.');
  return false;
}

export function take(bench: Bench, pose: Pose): void {
  const start = startOf(bench);
  if (start && chosen(bench)) change(bench, `Take ${pose.name}`, toward(start, pose, 1));
}

/** A share of the way from where a slider began. */
export function blendTo(bench: Bench, start: Start, pose: Pose, share: number): void {
  if (chosen(bench)) change(bench, `Blend to ${pose.name}`, toward(start, pose, share), true);
}

/** The pose at rest. */
export function restPose({ state }: Start): Pose {
  const { model, document } = state, shape = shapeOf(model, model.V);
  const points = Array.from(viewOf(document.method).points?.rest(state) ?? []);
  return { name: 'rest', shape, stance: { rig: rigKey(document), handles: onShape(document.handles, shape), weights: null, points } };
}

export function reset(bench: Bench): void {
  const start = startOf(bench);
  if (start) take(bench, restPose(start));
}

/** An example of the rig, by its number among the model's. */
export function withExample(bench: Bench, index: number, then: (pose: Pose) => void): void {
  const { studio } = bench;
  studio.withShape(`example ${index}`, (V) => {
    const { model, rig, document } = studio.store.state;
    if (!model) return;
    const shape = shapeOf(model, V), mixes = kept(model, rig);
    const weights = viewOf(document.method).blends && mixes.includes(index) ? only(mixes.length, mixes.indexOf(index)) : null;
    then({ name: model.examples[index], shape, stance: { rig: rigKey(document), handles: onShape(document.handles, shape), weights, points: [] } });
  }, index);
}

export function withKept({ studio }: Bench, pose: KeptPose, then: (pose: Pose) => void): void {
  studio.withShape(pose.shape, (V) => {
    const { model } = studio.store.state;
    if (model) then({ name: pose.name, shape: shapeOf(model, V), stance: pose });
  });
}

/** Keep what is shown in the library, once it has come. */
export function keep(bench: Bench): void {
  const { studio } = bench;
  if (studio.poser.busy) {
    setTimeout(() => { keep(bench); }, SOON);
    return;
  }
  const start = startOf(bench);
  if (!start) return;
  const stance = shown(start);
  studio.keepShape({}, (shape) => { add(bench, 'Keep', { ...stance, name: freshName(studio.store.state.document.poses), shape }); });
}

function add({ studio }: Bench, verb: string, pose: Omit<KeptPose, 'id'>): void {
  studio.editor.edit(`${verb} ${pose.name}`, { poses: withPose(studio.store.state.document.poses, pose) });
}

export function rename({ studio }: Bench, pose: KeptPose, name: string): void {
  const { poses } = studio.store.state.document;
  if (name && name !== pose.name) studio.editor.edit(`Name ${name}`, { poses: poses.map((one) => (one.id === pose.id ? { ...one, name } : one)) });
}

export function remove({ studio }: Bench, pose: KeptPose): void {
  studio.editor.edit(`Remove ${pose.name}`, { poses: studio.store.state.document.poses.filter(({ id }) => id !== pose.id) });
}

/** Keep the mirror image of a pose of the library. */
export function mirrorKept(bench: Bench, pose: KeptPose): void {
  const { studio } = bench;
  studio.withMirror((mirror) => {
    const { state } = studio.store;
    const stance = mirroredStance(state, pose, mirror);
    if (stance) studio.keepShape({ of: pose.shape, mirrored: true }, (shape) => { add(bench, 'Keep', { ...stance, name: `${pose.name}, mirrored`, shape }); });
    else studio.say(ASYMMETRIC);
  });
}

function mirroredStance(state: Readonly<State>, stance: Stance, mirror: Mirror): Stance | null {
  const points = stance.points.length ? otherPoints(state, stance.points, mirror) : [];
  return points && { rig: stance.rig, handles: stance.handles.flatMap((handle) => mirror.handle(handle) ?? []), weights: stance.points.length ? stance.weights : null, points };
}

/** Points of the method's own as the other side has them; null where they are not symmetric. */
function otherPoints(state: Readonly<State>, points: ArrayLike<number>, mirror: Mirror): number[] | null {
  const rest = viewOf(state.document.method).points?.rest(state);
  return rest?.length === points.length ? mirroredPoints(mirror, rest, points, state.model?.diagonal ?? 0) : null;
}

export type Side = 'left' | 'right';

/** Exchange the sides of the pose; from: that side is copied onto the other one instead. */
export function mirrorShown(bench: Bench, from: Side | null): void {
  const { studio } = bench;
  studio.withMirror((mirror) => {
    const start = startOf(bench);
    if (!start) return;
    const label = from === null ? 'Flip the pose' : `Mirror from ${from} to ${from === 'left' ? 'right' : 'left'}`;
    const after = mirroredPose(start, mirror, from);
    if (after) change(bench, label, after);
    else studio.say(ASYMMETRIC);
  });
}

/** What changes when sides are exchanged or copied; null where points of the method's own have no partners. */
function mirroredPose({ state, V }: Start, mirror: Mirror, from: Side | null): Partial<Document> | null {
  const { model, pose, rig } = state, document = { ...state.document, slices: leftSlices(state.document.slices) };
  const sign = from === null ? 0 : sideOf(model, mirror, from);
  const own = viewOf(document.method).points, at = own?.shown(state), rest = own?.rest(state);
  if (own && at && rest) {
    const points = otherPoints(state, at, mirror);
    const there = new Set(Array.from({ length: rest.length / 3 }, (_, i) => i).filter((i) => sign === 0 || mirror.side(row(rest, i)) === -sign));
    return points && own.moved(document, mixed(at, points, 1, there));
  }
  const current = shapeOf(model, V), held = settled(state.document, pose?.reached ?? null, rig?.pins);
  const handles = held.length ? held : onShape([...model.start.handles, ...model.start.suggested], current);
  const side = (handle: SurfacePoint): number => mirror.side(shapeOf(model, model.V).place(handle)!);
  const all = twinned(handles, handles.filter((handle) => sign === 0 || side(handle) === sign), mirror, model, current);
  const going = new Set(all.filter((handle) => sign === 0 || side(handle) === -sign).map(({ id }) => id));
  return { slices: document.slices, weights: null, handles: led(all, going, mirroredShape(current, mirror), 1) };
}

/** On which side of the plane the model's own left or right is: 1 where the normal points. */
function sideOf({ start: { up, azimuth } }: Opened, mirror: Mirror, side: Side): 1 | -1 {
  const [sine, cosine] = [Math.sin(azimuth), Math.cos(azimuth)];
  const front: Vector = up === 'y' ? [sine, 0, cosine] : [sine, -cosine, 0];
  const left = cross(up === 'y' ? [0, 1, 0] : [0, 0, 1], front);
  return dot(mirror.plane.normal, left) >= 0 === (side === 'left') ? 1 : -1;
}

/** The pose that is shown as text. */
export function copied(bench: Bench): string | null {
  const start = startOf(bench);
  return start && poseText({ name: start.state.model.name, stance: shown(start), V: start.V });
}

/** A pose of the library as a file. */
export function exportPose({ studio }: Bench, pose: KeptPose): void {
  studio.withShape(pose.shape, (V) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([poseText({ name: pose.name, stance: pose, V })], { type: 'application/json' }));
    link.download = `${pose.name.replace(/[^\w.-]+/g, '-')}.pose.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

/** Take a pose that was copied; says whether the text was one. */
export function paste(bench: Bench, text: string): boolean {
  const found = readPose(bench, text);
  if (found) take(bench, { name: 'the copied pose', shape: shapeOf(bench.studio.store.state.model!, found.V), stance: found.stance });
  return found !== null;
}

/** Put poses of files into the library. */
export async function importPoses(bench: Bench, files: readonly File[]): Promise<void> {
  const { studio } = bench;
  for (const file of files) {
    const found = readPose(bench, await file.text());
    if (!found) {
      studio.say(`${file.name} is no pose of this model. Export one from the library of poses.`, true);
      continue;
    }
    await studio.sent([{ file, name: 'pose.json' }], ([upload]) => {
      studio.store.set({ progress: null });
      studio.keepShape({ upload }, (shape) => { add(bench, 'Open', { name: found.name, ...found.stance, shape }); });
    });
  }
}

/** The pose of a text; null where it is none, and it is said where it is one of another model. */
function readPose({ studio }: Bench, text: string): PoseText | null {
  const { model } = studio.store.state, found = model && poseOfText(text, model);
  if (typeof found === 'string') studio.say(found, true);
  return typeof found === 'string' ? null : found;
}
