/** The fields of the selected joint: its kind, where it is, how far it goes. */

import { button, el } from '../../panels/dom';
import type { Vector } from '../../state/vectors';
import type { Bench } from '../../tools/gesture';
import { corrected, edit, frameRow, jointName, KINDS, limitOf, limitText, motionWords, type JointKind } from './mechanism';
import type { JointView, MechanismEdit, MechanismView } from './messages';

/** Figures of a coordinate that a field shows. */
const FIGURES = 4;

export function fields(bench: Bench, mechanism: MechanismView, index: number): HTMLElement {
  const joint = mechanism.joints[index], name = jointName(mechanism, joint);
  const correct = (label: string, next: MechanismEdit): void => {
    bench.studio.editor.edit(`${label} of ${name}`, corrected(bench.studio.store.state.document, next));
  };
  const axis = frameRow(joint, 0);
  const flip = button('Flip the axis', () => { correct('Flip the axis', edit('axis', { joint: index, axis: [-axis[0], -axis[1], -axis[2]] })); }, 'small');
  const remove = button('Remove', () => {
    bench.studio.store.set({ jointSelection: null });
    bench.studio.editor.edit(`Remove the joint ${name}`, corrected(bench.studio.store.state.document, edit('remove', { joint: index })));
  }, 'small');
  flip.title = 'Turn the axis round: what was forward is backward';
  return el('div', { class: 'joint-fields' },
    el('span', {}, 'Kind'), kinds(joint, (kind) => { correct('Change the kind', edit('kind', { joint: index, kind })); }),
    ...(joint.motions.length ? vector('Axis', axis, (value) => { correct('Set the axis', edit('axis', { joint: index, axis: value })); }) : []),
    ...(joint.motions.length ? vector('Origin', joint.origin, (value) => { correct('Set the origin', edit('origin', { joint: index, origin: value })); }) : []),
    ...limits(joint, (ranges) => { correct('Set the limits', edit('ranges', { joint: index, ranges })); }),
    el('div', { class: 'row' }, ...(joint.motions.length ? [flip] : []), remove));
}

function kinds(joint: JointView, chosen: (kind: JointKind) => void): HTMLElement {
  const list = el('select', { class: 'number wide', label: 'Kind of the joint', on: { change: () => { chosen(list.value as JointKind); } } },
    ...KINDS.map(([kind, words]) => el('option', { attributes: { value: kind } }, words)));
  list.value = joint.kind;
  return list;
}

/** Three fields that are kept together. */
function vector(words: string, value: readonly number[], changed: (value: Vector) => void): HTMLElement[] {
  const shown = value.map((one) => String(Number(one.toFixed(FIGURES))));
  const inputs = ['x', 'y', 'z'].map((letter, i) => number(`${words} ${letter}`, shown[i], (input) => {
    const typed = inputs.map((field, j) => (field.value === shown[j] ? value[j] : Number(field.value)));
    if (typed.every(Number.isFinite) && input.value.trim()) changed([typed[0], typed[1], typed[2]]);
    else input.value = shown[i];
  }));
  return [el('span', {}, words), ...inputs];
}

/** Lowest and highest of each free motion; an empty field lets it go on. */
function limits(joint: JointView, changed: (ranges: [number | null, number | null][]) => void): HTMLElement[] {
  return joint.motions.flatMap((motion, i) => {
    const words = motionWords(joint.motions, i);
    const field = (side: 'low' | 'high', title: string): HTMLInputElement => number(`${title} of ${words.toLowerCase()}`, limitText(motion, motion[side]), (input) => {
      const value = limitOf(motion, input.value);
      const ranges = joint.motions.map(({ low, high }, j): [number | null, number | null] => (
        j !== i ? [low, high] : side === 'low' ? [value ?? null, high] : [low, value ?? null]));
      const [low, high] = ranges[i];
      if (value === undefined || (low !== null && high !== null && low > high)) input.value = limitText(motion, motion[side]);
      else changed(ranges);
    }, side === 'low' ? '−∞' : '∞');
    return [el('span', {}, words), field('low', 'Lowest'), field('high', 'Highest'), el('span', { class: 'unit' }, motion.turns ? 'degrees' : 'length')];
  });
}

function number(label: string, value: string, changed: (input: HTMLInputElement) => void, placeholder = ''): HTMLInputElement {
  const input = el('input', { class: 'number', label, attributes: { type: 'text', inputmode: 'decimal', value, placeholder }, on: {
    change: () => { changed(input); },
    keydown: (event) => { if (event.key === 'Enter' || event.key === 'Escape') input.blur(); },
  } });
  return input;
}
