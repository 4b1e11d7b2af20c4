/** The view of a method that has none of its own here: what the server tells of it, and a form of its options. */

import { button, el } from '../panels/dom';
import { examples } from '../panels/examples';
import { facts, group, overlays } from '../panels/sections';
import { kept } from '../state/blend';
import { fitOf } from '../state/state';
import type { Bench } from '../tools/gesture';
import type { Fit, OptionField } from '../wire/messages';
import type { MethodView } from './contract';

export const plain: MethodView = {
  paint: 'There is nothing to paint with this method. Freezing needs one that moves single vertices.',
  panel(bench) {
    const off: (() => void)[] = [];
    const { model, document } = bench.studio.store.state;
    const fit = fitOf(model, document.method);
    const element = el('div', { class: 'sections' },
      group('About this method', el('p', { class: 'quiet' }, fit?.summary ?? '')),
      group('Show', overlays(bench, [['deformation', 'Stretch']], off)),
      weighed(bench, off),
      ...(fit?.options.length ? [form(bench, fit, off)] : []),
      facts(bench, off));
    return { element, dispose: () => { off.forEach((stop) => { stop(); }); } };
  },
};

/** The examples, where the rig weighs them. */
function weighed(bench: Bench, off: (() => void)[]): HTMLElement {
  const { studio } = bench;
  const section = examples(bench, off);
  let asked = false;
  off.push(studio.store.watch(['pose', 'model', 'rig'], ({ pose, model, rig, document }) => {
    const own = pose?.method === document.method ? pose.weights.length : 0;
    section.hidden = own === 0 || own !== kept(model, rig).length;
    if (section.hidden || asked) return;
    asked = true;
    studio.wantThumbnails();
  }));
  return section;
}

/** A field for each option, and a button that builds the rig with them. */
export function form(bench: Bench, { title, options }: Fit, off: (() => void)[]): HTMLElement {
  const { studio } = bench;
  const build = (): void => {
    studio.rebuild(Object.fromEntries(fields.flatMap(({ name, value }) => (value() === undefined ? [] : [[name, value()]]))), `Building ${title}`);
  };
  const fields = options.map((option) => field(option, build));
  const apply = button('Apply', build);
  off.push(studio.store.watch(['progress'], ({ progress }) => { apply.disabled = progress !== null; }));
  return group('Options', ...fields.map(({ element }) => element), el('div', { class: 'row' }, apply));
}

/** What a person says in a field; undefined where nothing is said, which leaves it to the method. */
interface Field {
  readonly name: string;
  readonly element: HTMLElement;
  readonly value: () => unknown;
}

function field(option: OptionField, build: () => void): Field {
  const { name, title, words, kind } = option;
  const { input, value } = kind === 'truth' ? toggle(option) : kind === 'choice' ? choice(option) : isRange(option) ? slider(option, build) : number(option);
  const element = el('label', { class: kind === 'truth' ? 'switch' : 'row spread', title: words }, el('span', {}, title), input);
  return { name, element, value };
}

type Entry = Pick<Field, 'value'> & { readonly input: HTMLElement };

function toggle(option: OptionField): Entry {
  const input = el('input', { attributes: { type: 'checkbox', role: 'switch' } });
  input.checked = option.default === true;
  return { input, value: () => input.checked };
}

function choice(option: OptionField): Entry {
  const input = el('select', { class: 'number option' }, ...option.choices.map((one) => el('option', { attributes: { value: one } }, one)));
  input.value = typeof option.default === 'string' ? option.default : '';
  return { input, value: () => input.value || undefined };
}

/** Whether a number has two ends, between which a slider goes. */
function isRange({ kind, low, high }: OptionField): boolean {
  return kind === 'number' && low !== null && high !== null;
}

/** A number between two ends; let go, it is applied. */
function slider({ title, low, high, ...option }: OptionField, build: () => void): Entry {
  const ends = [low ?? 0, high ?? 1];
  const input = el('input', { label: title, attributes: { type: 'range', min: String(ends[0]), max: String(ends[1]), step: 'any' }, on: { input: () => { fill(); }, change: build } });
  const said = el('output', { class: 'figure quiet' });
  const fill = (): void => {
    input.style.setProperty('--from', '0%');
    input.style.setProperty('--to', `${100 * (input.valueAsNumber - ends[0]) / (ends[1] - ends[0])}%`);
    said.textContent = String(Number(input.valueAsNumber.toPrecision(2)));
  };
  input.value = String(typeof option.default === 'number' ? option.default : ends[0]);
  fill();
  return { input: el('span', { class: 'row' }, input, said), value: () => input.valueAsNumber };
}

/** A number within its range; an empty field is left to the method. */
function number({ kind, low, high, ...option }: OptionField): Entry {
  const range = { ...(low === null ? {} : { min: String(low) }), ...(high === null ? {} : { max: String(high) }) };
  const input = el('input', { class: 'number option', attributes: { type: 'number', step: kind === 'whole' ? '1' : 'any', placeholder: 'auto', ...range } });
  input.value = typeof option.default === 'number' ? String(option.default) : '';
  const value = (): number | undefined => (Number.isFinite(input.valueAsNumber) ? within(input.valueAsNumber) : undefined);
  const within = (wanted: number): number => Math.max(low ?? -Infinity, Math.min(high ?? Infinity, kind === 'whole' ? Math.round(wanted) : wanted));
  input.addEventListener('change', () => { input.value = value() === undefined ? '' : String(value()); });
  return { input, value };
}
