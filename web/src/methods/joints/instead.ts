/** What a doubtful joint could be instead: each is shown moving while it is pointed at, and taken by a click. */

import { button, count, el } from '../../panels/dom';
import type { Floats, PoseState, State } from '../../state/state';
import type { Studio } from '../../studio';
import type { Bench } from '../../tools/gesture';
import type { FromServer } from '../../wire/messages';
import { corrected, edit, jointName, kindWords, valueWords } from './mechanism';
import type { JointView, MechanismView } from './messages';
import { shownReach, swinging, swung, valueAt, type Shown } from './swing';

const MILLI = 1000;
/** A reading that explains this share of a contact is said to do so for all of it. */
const ALL = 0.995;

/** The alternatives of the selected joint; null where nobody doubts it. */
export function instead(bench: Bench, index: number): HTMLElement | null {
  const { store } = bench.studio, { rig, instead: known } = store.state;
  const mechanism = rig?.mechanism;
  if (!mechanism || mechanism.joints[index].confidence >= mechanism.doubtful) return null;
  const box = el('div', { class: 'instead' });
  const others = known?.mechanism === mechanism && known.joint === index ? known.others : null;
  if (others === null) box.append(el('p', { class: 'quiet' }, 'Looking for what else it could be…'));
  else if (others.length === 0) box.append(el('p', { class: 'quiet' }, 'Its contact tells nothing else. Choose the kind below.'));
  else box.append(...others.map((other) => offer(bench, mechanism, index, other)));
  return box;
}

/** Ask what else the selected joint could be, once, if it is doubtful. */
export function asking({ studio: { store, socket } }: Bench, off: (() => void)[]): void {
  off.push(store.watch(['rig', 'jointSelection', 'document', 'followedEdits'], ({ rig, jointSelection: joint, instead: known, document, followedEdits }) => {
    const mechanism = rig?.mechanism;
    // The rig of before an edit knows other joints than the server by now.
    if (!mechanism || joint === null || document.slices.joints.edits !== followedEdits) return;
    if ((mechanism.joints.at(joint)?.confidence ?? 1) >= mechanism.doubtful || (known?.mechanism === mechanism && known.joint === joint)) return;
    if (socket.send({ type: 'WantAlternatives', joint })) store.set({ instead: { mechanism, joint, others: null } });
  }));
}

export function take({ store }: Studio, message: FromServer): void {
  const { instead: known } = store.state;
  if (message.type === 'Alternatives' && known?.joint === message.joint) store.set({ instead: { ...known, others: message.others } });
}

function offer(bench: Bench, mechanism: MechanismView, index: number, other: JointView): HTMLElement {
  const { editor, store } = bench.studio, name = jointName(mechanism, other), kind = kindWords(other.kind);
  const same = other.kind === mechanism.joints[index].kind;
  const words = same ? `${kind} about another axis?` : `${kind} instead?`;
  const preview = new Preview(bench, index, other);
  const one = button(words, () => {
    preview.stop();
    const ranges = other.motions.map(({ low, high }): [number | null, number | null] => [low, high]);
    editor.edit(`Make ${name} a ${kind.toLowerCase()}`, corrected(store.state.document, edit('replace', { joint: index, kind: other.kind, origin: other.origin, frame: [...other.frame], ranges })));
  }, 'small');
  const begin = (): void => { preview.start(); }, end = (): void => { preview.stop(); };
  for (const event of ['pointerenter', 'focus'] as const) one.addEventListener(event, begin);
  for (const event of ['pointerleave', 'blur'] as const) one.addEventListener(event, end);
  const why = reason(other, store.state.model?.diagonal ?? 1);
  one.title = why;
  return el('div', { class: 'row' }, one, el('small', { class: 'quiet' }, why));
}

/** "turns by 130° · 78% of the contact slides so" */
function reason({ kind, motions, confidence }: JointView, diagonal: number): string {
  if (kind === 'fixed') return 'nothing moves';
  const known = motions.filter(({ low, high }) => low !== null && high !== null);
  const moves = known.length < motions.length ? 'no limit is known' : motions.length > 1 ? count(motions.length, 'free motion', 'free motions')
    : `${motions[0].turns ? 'turns' : 'slides'} by ${valueWords(motions[0], (motions[0].high ?? 0) - (motions[0].low ?? 0), diagonal)}`;
  return `${moves} · ${confidence >= ALL ? 'all' : `${Math.round(100 * confidence)}%`} of the contact slides so`;
}

/** A joint that swings through its range until it is stopped, or anything else is done. */
class Preview {
  private frame = 0;
  private off: (() => void) | null = null;

  constructor(
    private readonly bench: Bench,
    private readonly index: number,
    private readonly joint: JointView,
  ) {}

  start(): void {
    const { studio: { store }, stage } = this.bench;
    const { pose, rig, model } = store.state, V = stage.positions()?.slice();
    if (this.off || !pose || !V || !rig?.mechanism || !rig.component || store.state.exploded) return;
    const { component } = rig, diagonal = model?.diagonal ?? 1, side = swinging(rig.mechanism, this.index, component);
    const still = this.joint.motions.length === 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    let began: number | null = null;
    const draw = (now: number): void => {
      began ??= now;
      const at = still ? farthest(this.joint, diagonal) : valueAt(this.joint.motions, (now - began) / MILLI, diagonal);
      const moved = at ? swung(V, component, side, this.joint, at, pose.palette) : V;
      store.set({ peek: told(pose, moved), tried: this.joint });
      if (!still) this.frame = requestAnimationFrame(draw);
    };
    // The pose that swings is not there any more, once there is another one.
    this.off = later(store, ['document', 'rig', 'pose', 'beside', 'exploded'], () => { this.stop(); });
    this.frame = requestAnimationFrame(draw);
  }

  stop(): void {
    if (!this.off) return;
    this.off();
    this.off = null;
    cancelAnimationFrame(this.frame);
    this.bench.studio.store.set({ peek: null, tried: null });
  }
}

/** Watch slices from their next change on. */
export function later(store: Studio['store'], names: readonly (keyof State)[], change: () => void): () => void {
  let first = true;
  return store.watch(names, () => {
    if (!first) change();
    first = false;
  });
}

function farthest({ motions }: JointView, diagonal: number): Shown | null {
  const motion = motions.at(0);
  return motion ? { motion, value: shownReach(motion, diagonal)[1] } : null;
}

/** A pose whose vertices are told themselves. */
export function told(pose: PoseState, V: Floats): PoseState {
  return { ...pose, palette: null, points: null, V };
}
