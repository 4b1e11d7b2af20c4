/** Joint IK: the joints, the parts, and what is shown of them. */

import { el, refill } from '../../panels/dom';
import { facts, group, overlays } from '../../panels/sections';
import type { State } from '../../state/state';
import type { Bench } from '../../tools/gesture';
import { drivesOf, type Drive } from './drives';
import { fields } from './fields';
import { asking, instead } from './instead';
import { watchMechanism } from './watch';
import { jointName, kindWords, valueWords } from './mechanism';
import { parts, splitting } from './parts';
import { running } from './running';

type Shown = 'partColours' | 'showJoints' | 'showCells' | 'exploded';

/** A confidence from which on nothing is said of it. */
const WHOLLY = 0.995;

const SHOWN: readonly (readonly [Shown, string])[] = [
  ['partColours', 'Parts in colours'], ['showJoints', 'Joints'], ['showCells', 'Cells of soft parts'], ['exploded', 'Exploded view'],
];

export function panel(bench: Bench): { element: HTMLElement; dispose: () => void } {
  const off: (() => void)[] = [];
  const element = el('div', { class: 'sections' },
    joints(bench, off), parts(bench, off), splitting(bench, off), running(bench, off), shown(bench, off), facts(bench, off));
  return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
}

function joints(bench: Bench, off: (() => void)[]): HTMLElement {
  const { store } = bench.studio;
  const list = el('ul', { class: 'joints' });
  const empty = el('p', { class: 'quiet' }, 'No joints. Select two parts below, and join them.');
  let values: HTMLElement[] = [], drives: Drive[] = [];
  const measure = ({ rig, pose, model }: Readonly<State>): void => {
    for (const { show } of drives) show(pose?.settings ?? null);
    rig?.mechanism?.joints.forEach((joint, i) => {
      const words = joint.motions.map((motion, k) => valueWords(motion, pose?.values?.[3 * i + k] ?? 0, model?.diagonal ?? 1)).join(' · ');
      if (values[i] && values[i].textContent !== words) values[i].textContent = words;
    });
  };
  const fill = (state: Readonly<State>): void => {
    const count = state.rig?.mechanism?.joints.length ?? 0;
    values = Array.from({ length: count }, () => el('span', { class: 'figure' }));
    drives = values.flatMap((_, i) => drivesOf(bench, state, i));
    refill(list, ...values.map((value, i) => item(bench, state, i, value, drives.filter(({ joint }) => joint === i))));
    empty.hidden = count > 0 || !state.rig;
    measure(state);
    // A joint that was picked in the viewport may be far down the list.
    if (state.jointSelection !== null) list.children.item(state.jointSelection)?.scrollIntoView({ block: 'nearest' });
  };
  asking(bench, off);
  watchMechanism(bench, ['jointSelection', 'instead'], fill, off);
  off.push(store.watch(['pose'], measure));
  return group('Joints', empty, list);
}

function item(bench: Bench, { rig, jointSelection }: Readonly<State>, index: number, value: HTMLElement, drives: readonly Drive[]): HTMLElement {
  const mechanism = rig!.mechanism!, joint = mechanism.joints[index];
  const on = index === jointSelection, name = jointName(mechanism, joint);
  const sure = joint.confidence < WHOLLY ? ` · ${Math.round(100 * joint.confidence)}% sure` : '';
  const pick = el('button', { class: 'pick', attributes: { type: 'button', 'aria-expanded': String(on) }, on: { click: () => {
    bench.studio.store.set({ jointSelection: on ? null : index, partSelection: [] });
  } } }, el('span', { class: 'unseen' }, 'Joint '), el('span', { class: 'name', title: name }, name), value, el('small', {}, `${kindWords(joint.kind)}${sure}`));
  value.hidden = drives.length > 0;
  return el('li', { class: on ? 'on' : '' }, pick, ...drives.map(({ element }) => element), on ? instead(bench, index) : null, on ? fields(bench, mechanism, index) : null);
}

function shown(bench: Bench, off: (() => void)[]): HTMLElement {
  const { store } = bench.studio;
  const switches = SHOWN.map(([name, words]) => {
    const box = el('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => { store.set({ [name]: box.checked }); } } });
    const label = el('label', { class: 'switch' }, el('span', {}, words), box);
    off.push(store.watch([name, 'rig'], (state) => {
      box.checked = state[name];
      label.hidden = name === 'showCells' && !state.rig?.cells;
    }));
    return label;
  });
  return group('Show', ...switches, overlays(bench, [['deformation', 'Stretch']], off));
}
