/** Joints as sliders: each free motion is set by pulling, or by typing degrees or a length. */

import { el } from '../../panels/dom';
import type { State } from '../../state/state';
import type { Bench } from '../../tools/gesture';
import { jointName, limitOf, limitText, motionWords, reachOf } from './mechanism';
import type { MotionView } from './messages';

/** Steps of a slider from its lowest to its highest. */
const STEPS = 360;

export interface Drive {
  /** The joint, by its place in the list. */
  readonly joint: number;
  readonly element: HTMLElement;
  /** settings: of the pose that is shown. */
  readonly show: (settings: ArrayLike<number> | null) => void;
}

export function drivesOf(bench: Bench, { rig, model }: Readonly<State>, joint: number): Drive[] {
  const mechanism = rig!.mechanism!, { motions } = mechanism.joints[joint];
  return motions.flatMap((motion, i) => {
    if (motion.value === null) return [];
    const words = `${motionWords(motions, i)} of ${jointName(mechanism, mechanism.joints[joint])}`;
    return [{ joint, ...drive(bench, motion, motion.value, words, model?.diagonal ?? 1) }];
  });
}

function drive({ studio: { store, editor } }: Bench, motion: MotionView, place: number, words: string, diagonal: number): Omit<Drive, 'joint'> {
  const [low, high] = reachOf(motion, diagonal);
  /** All values of the rig, with another one at this place. */
  const after = (value: number): { weights: number[] } => {
    const { document: { weights }, pose } = store.state;
    return { weights: [...(weights ?? pose?.settings ?? [])].map((old, i) => (i === place ? Math.min(high, Math.max(low, value)) : old)) };
  };
  const slider = el('input', { label: words, attributes: { type: 'range', min: String(low), max: String(high), step: String((high - low) / STEPS) }, on: {
    input: () => { editor.gesture(words, after(slider.valueAsNumber)); },
    change: () => { editor.end(); },
  } });
  const field = el('input', { class: 'number', label: `${words}, ${motion.turns ? 'in degrees' : 'as a length'}`, title: motion.turns ? 'Degrees' : 'Length', attributes: { type: 'text', inputmode: 'decimal' }, on: {
    change: () => {
      const value = limitOf(motion, field.value);
      if (typeof value === 'number') editor.edit(words, after(value));
      else show(store.state.pose?.settings ?? null);
    },
    keydown: (event) => { if (event.key === 'Enter' || event.key === 'Escape') field.blur(); },
  } });
  const show = (settings: ArrayLike<number> | null): void => {
    // What is asked for comes before what was answered: a slider that is pulled never goes back.
    const value = store.state.document.weights?.[place] ?? settings?.[place] ?? 0, share = (100 * (value - low)) / (high - low), zero = (100 * (Math.min(high, Math.max(low, 0)) - low)) / (high - low);
    if (document.activeElement !== slider || Math.abs(slider.valueAsNumber - value) > (high - low) / STEPS) slider.value = String(value);
    slider.style.setProperty('--from', `${Math.min(share, zero)}%`);
    slider.style.setProperty('--to', `${Math.max(share, zero)}%`);
    if (document.activeElement !== field) field.value = String(Number(Number(limitText(motion, Math.abs(value) < 1e-6 * (high - low) ? 0 : value)).toPrecision(4)));
  };
  return { element: el('div', { class: 'drive' }, slider, field, el('span', { class: 'unit' }, motion.turns ? '°' : '')), show };
}
