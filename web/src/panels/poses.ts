/** The library of poses: keep and mirror what is shown, and take rest, examples and kept poses, whole or in part. */

import { viewOf } from '../methods/views';
import { kept } from '../state/blend';
import type { Pose } from '../state/poses';
import type { Floats, State } from '../state/state';
import { copyShown, pasteShown } from '../tools/clipboard';
import type { Bench } from '../tools/gesture';
import { blendTo, exportPose, importPoses, keep, mirrorKept, mirrorShown, remove, rename, restPose, startOf, take, withExample, withKept, type Start } from '../tools/poses';
import type { KeptPose } from '../wire/messages';
import { button, count, el, iconButton, refill } from './dom';
import { group } from './sections';

/** Entries of the list from which on it can be searched. */
const MANY = 6;

/** A pose of the list. */
interface Entry {
  readonly key: string;
  readonly name: string;
  readonly pose: KeptPose | null;
  /** Whether it is one of the model's examples. */
  readonly example: boolean;
  /** Its picture, or the vertices that one is drawn of; null until they come. */
  picture(state: Readonly<State>): string | Floats | null;
  readonly with: (then: (pose: Pose) => void) => void;
}

export function poseLibrary(bench: Bench): HTMLElement {
  return el('div', { class: 'sections poses' }, shown(bench), mirroring(bench), ...library(bench));
}

function shown(bench: Bench): HTMLElement {
  const files = el('input', { label: 'Files of poses', attributes: { type: 'file', accept: '.json', multiple: '' }, on: { change: () => {
    void importPoses(bench, [...(files.files ?? [])]).then(() => { files.value = ''; });
  } } });
  files.hidden = true;
  const keeping = button('Keep pose', () => { keep(bench); }, 'primary');
  keeping.title = 'Keep what is shown in the library below (Shift-K)';
  const copy = button('Copy', () => { copyShown(bench); }), paste = button('Paste', () => { pasteShown(bench); });
  copy.title = 'Copy the pose, for this model in any tab (Ctrl-C)';
  paste.title = 'Take the pose that was copied (Ctrl-V)';
  const open = iconButton('open', 'Open poses of files (.pose.json)', null, () => { files.click(); });
  bench.studio.store.watch(['rig', 'clip'], ({ rig, clip }) => { for (const each of [keeping, copy, paste]) each.disabled = rig === null || clip !== null; });
  return group('This pose', el('div', { class: 'row' }, keeping, copy, paste, open), files);
}

function mirroring(bench: Bench): HTMLElement {
  const { studio } = bench;
  const flip = button('Flip', () => { mirrorShown(bench, null); });
  flip.title = 'Left and right change places (Shift-X)';
  const copies = (['left', 'right'] as const).map((from) => {
    const to = from === 'left' ? 'right' : 'left', made = button(`${from === 'left' ? 'Left' : 'Right'} → ${to}`, () => { mirrorShown(bench, from); });
    made.title = `What the model’s own ${from} does, its ${to} does too`;
    return made;
  });
  const why = el('p', { class: 'quiet' });
  studio.store.watch(['asymmetric', 'rig', 'clip'], ({ asymmetric, rig, clip }) => {
    for (const each of [flip, ...copies]) each.disabled = asymmetric !== null || rig === null || clip !== null;
    why.textContent = asymmetric;
    why.hidden = asymmetric === null;
  });
  return group('Left and right', el('div', { class: 'row' }, flip, ...copies), why);
}

function library(bench: Bench): HTMLElement[] {
  const { store } = bench.studio;
  const search = el('input', { class: 'search', label: 'Search poses', attributes: { type: 'search', placeholder: 'Search poses' }, on: { input: () => { fill(store.state); } } });
  const lists = [el('div', { class: 'examples' }), el('div', { class: 'examples' })];
  const examples = group('Examples', lists[1]);
  const draw = pictures(bench);
  const rows = new Map<string, { entry: Entry; row: HTMLElement }>();
  let found: readonly Entry[] = [];
  const fill = (state: Readonly<State>): void => {
    const all = entries(bench, state), word = search.value.trim().toLowerCase();
    search.hidden = all.length <= MANY;
    found = search.hidden ? all : all.filter(({ name }) => name.toLowerCase().includes(word));
    const now = found.map((entry) => {
      const before = rows.get(entry.key);
      const made = before?.entry.pose === entry.pose && before.entry.name === entry.name ? before : { entry, row: rowOf(bench, entry) };
      rows.set(entry.key, made);
      draw(entry, made.row, state);
      return made;
    });
    lists.forEach((list, i) => {
      const wanted = now.filter(({ entry }) => entry.example === (i === 1)).map(({ row }) => row);
      if (wanted.length !== list.children.length || wanted.some((row, k) => row !== list.children[k])) refill(list, ...wanted);
    });
    examples.hidden = lists[1].childElementCount === 0;
  };
  store.watch(['document', 'model', 'rig', 'tab', 'shapes', 'thumbnails', 'up', 'clay', 'pictures'], (state) => { if (state.model && state.tab === 'poses') fill(state); });
  return [group('Library', scope(bench), search, lists[0], ofExamples(bench, () => found.flatMap(({ pose }) => pose ?? []), search)), examples];
}

/** Rest, the examples that the rig mixes, and what was kept. */
function entries(bench: Bench, { model, rig, document }: Readonly<State>): Entry[] {
  const rest: Entry = { key: 'rest', name: 'Rest', pose: null, example: false, picture: (state) => state.model?.V ?? null, with: (then) => {
    const start = startOf(bench);
    if (start) then(restPose(start));
  } };
  const numbers = viewOf(document.method).blends ? kept(model, rig).slice(1) : [];
  const examples = numbers.map((index): Entry => ({ key: `example ${index}`, name: model?.examples[index] ?? '', pose: null, example: true, picture: ({ thumbnails }) => thumbnails.get(index) ?? null, with: (then) => { withExample(bench, index, then); } }));
  const own = document.poses.map((pose): Entry => ({ key: `pose ${pose.id}`, name: pose.name, pose, example: false, picture: ({ shapes }) => shapes.get(pose.shape) ?? null, with: (then) => { withKept(bench, pose, then); } }));
  return [rest, ...own.reverse(), ...examples];
}

function scope({ studio: { store } }: Bench): HTMLElement {
  const choices = ([['whole', 'Whole pose', 'A pose is taken for the whole model'], ['selected', 'Selected', 'A pose is taken for the selected handles or points only']] as const).map(([name, words, title]) => {
    const choice = el('button', { title, attributes: { type: 'button', role: 'radio' }, on: { click: () => { store.set({ poseScope: name }); } } }, words);
    store.watch(['poseScope'], ({ poseScope }) => {
      choice.classList.toggle('on', poseScope === name);
      choice.setAttribute('aria-checked', String(poseScope === name));
    });
    return choice;
  });
  return el('div', { class: 'segments', label: 'What is taken of a pose', attributes: { role: 'radiogroup' } }, ...choices);
}

function rowOf(bench: Bench, entry: Entry): HTMLElement {
  const { name, pose } = entry;
  const picture = el('img', { class: 'empty', attributes: { alt: '', width: '56', height: '42' } });
  const taking = el('button', { class: 'thumbnail', label: `Take ${name}`, title: `Take ${name}`, attributes: { type: 'button' }, on: { click: () => { entry.with((found) => { take(bench, found); }); } } }, picture);
  const head = pose ? [nameField(bench, pose), ...tools(bench, pose)] : [el('span', { class: 'name' }, name)];
  return el('div', { class: 'example kept' }, taking, el('div', { class: 'example-text' }, el('div', { class: 'example-head' }, ...head), slider(bench, entry)));
}

/** How far to go from what is shown to a pose; let go, it is at nothing again, for that is shown now. */
function slider(bench: Bench, { name, with: get }: Entry): HTMLElement {
  const { editor } = bench.studio;
  let start: Start | null = null, pose: Pose | null = null;
  const input = el('input', { label: `Blend to ${name}`, title: `Blend to ${name}`, attributes: { type: 'range', min: '0', max: '1', step: '0.01' }, on: {
    input: () => {
      start ??= startOf(bench);
      get((found) => { pose = found; });
      if (start && pose) blendTo(bench, start, pose, input.valueAsNumber);
      fillUp();
    },
    change: () => {
      editor.end();
      start = pose = null;
      input.valueAsNumber = 0;
      fillUp();
    },
  } });
  const fillUp = (): void => {
    input.style.setProperty('--from', '0%');
    input.style.setProperty('--to', `${100 * input.valueAsNumber}%`);
  };
  input.valueAsNumber = 0;
  fillUp();
  return input;
}

function nameField(bench: Bench, pose: KeptPose): HTMLElement {
  const field = el('input', { class: 'plain name', label: `Name of ${pose.name}`, attributes: { type: 'text', value: pose.name, maxlength: '80' }, on: {
    change: () => { rename(bench, pose, field.value.trim()); },
    keydown: (event) => { if (event.key === 'Enter' || event.key === 'Escape') field.blur(); },
  } });
  return field;
}

function tools(bench: Bench, pose: KeptPose): HTMLElement[] {
  return [
    iconButton('mirror', `Keep the mirror image of ${pose.name}`, null, () => { mirrorKept(bench, pose); }),
    iconButton('export', `Export ${pose.name}`, null, () => { exportPose(bench, pose); }),
    iconButton('remove', `Remove ${pose.name}`, null, () => { remove(bench, pose); }),
  ];
}

/** Shows the pictures of entries; those of kept poses are drawn here, once for each way that the model looks. */
function pictures(bench: Bench): (entry: Entry, row: HTMLElement, state: Readonly<State>) => void {
  const { studio } = bench;
  let drawn = new WeakMap<Floats, string>(), look = '';
  return (entry, row, state) => {
    const now = `${state.up} ${state.clay} ${state.pictures.size}`;
    if (now !== look) [drawn, look] = [new WeakMap(), now];
    const found = entry.picture(state);
    if (found === null && entry.pose && state.rig) studio.wantShape(entry.pose.shape);
    if (found !== null && typeof found !== 'string' && !drawn.has(found) && studio.thumbnail) drawn.set(found, studio.thumbnail(found));
    const picture = typeof found === 'string' || found === null ? found : (drawn.get(found) ?? null);
    const image = row.querySelector('img')!;
    if (picture && image.src !== picture) image.src = picture;
    image.classList.toggle('empty', !picture);
  };
}

/** The kept poses that are listed become examples, beside those that the model has. */
function ofExamples(bench: Bench, listed: () => readonly KeptPose[], search: HTMLElement): HTMLElement {
  const { studio } = bench;
  const images = el('input', { attributes: { type: 'checkbox', role: 'switch' } });
  const open = button('', () => { studio.openExamples(listed().map(({ id }) => id), images.checked); });
  const words = el('p', { class: 'quiet' }, 'The kept poses that are listed become examples of how this model moves; three are enough to begin. The rig opens as a session of its own.');
  const section = el('div', { class: 'as-examples' }, words, el('label', { class: 'switch', title: 'Each of them is an example a second time, with left and right exchanged' }, el('span', {}, 'With mirror images'), images), open);
  const refresh = (): void => {
    const { document, asymmetric, progress, model } = studio.store.state, chosen = listed().length, own = model?.examples.length ?? 0;
    section.hidden = document.poses.length === 0;
    open.textContent = own > 1 ? `Pose from ${count(chosen, 'more example', 'more examples')}` : `Pose from ${chosen === 1 ? 'this example' : `these ${chosen} examples`}`;
    open.disabled = chosen === 0 || progress !== null;
    images.disabled = asymmetric !== null;
    if (images.disabled) images.checked = false;
  };
  search.addEventListener('input', refresh);
  studio.store.watch(['document', 'model', 'tab', 'asymmetric', 'progress'], refresh);
  return section;
}
