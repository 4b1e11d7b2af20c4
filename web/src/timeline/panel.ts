/** The timeline below the viewport: one line until the first key, then rows of keys. */

import './timeline.css';
import { actionButton, tipped } from '../panels/actionbutton';
import { button, el, helped, iconButton, type Icon } from '../panels/dom';
import { keysOf, rowsOf, type Beyond, type Ease } from '../state/timeline';
import type { State } from '../state/state';
import type { Bench } from '../tools/gesture';
import { chosen, MOTIONS, SUFFIXES } from '../wire/dropped';
import type { Pointer } from '../tools/pointer';
import { ease, goBeyond, setKey, setTimeline, weigh } from './editing';
import { followThrough, onion } from './settings';
import { Sheet } from './sheet';
import { strip } from './strip';

const EASES: readonly (readonly [Ease, string, string])[] = [
  ['step', 'Step', 'Wait, then jump to the next key'],
  ['linear', 'Linear', 'Straight to the next key'],
  ['smooth', 'Smooth', 'Without a jolt, and never beyond the keys'],
  ['bezier', 'Bezier', 'Along a curve with its usual handles'],
];
const BEYONDS: readonly (readonly [Beyond, string])[] = [['hold', 'Hold'], ['loop', 'Loop'], ['ping-pong', 'Ping-pong'], ['offset', 'Go on']];
/** The longest range and the fastest rate. */
const MOST_FRAMES = 100_000, FASTEST = 240;

export function timeline(bench: Bench, pointer: Pointer): HTMLElement {
  const { store } = bench.studio;
  const sheet = new Sheet(bench);
  const head = el('div', { class: 'time-head' }, transport(bench, pointer), el('div', { class: 'time-middle' }, strip(bench), picked(bench), clipBar(bench)), numbers(bench), tail(bench));
  const panel = el('section', { class: 'timeline', label: 'Timeline' }, head, sheet.element);
  store.watch(['timelineOpen', 'model', 'panels', 'graph'], ({ timelineOpen, model, panels, graph }) => {
    panel.classList.toggle('open', timelineOpen);
    panel.classList.toggle('curves', timelineOpen && graph);
    panel.hidden = model === null || !panels;
  });
  bench.stage.canvas.addEventListener('pointerdown', (event) => { halt(bench, event); }, { capture: true });
  // A number that is entered is done with: keys mean the model again.
  panel.addEventListener('keydown', (event) => { if (event.key === 'Enter' && event.target instanceof HTMLInputElement) bench.stage.canvas.focus({ preventScroll: true }); });
  // What is pressed by the mouse gives the keys back to the viewport.
  panel.addEventListener('click', (event) => { if (event.detail > 0 && (event.target as Element).closest('.time-head > .transport button, .time-tail > button')) bench.stage.canvas.focus({ preventScroll: true }); });
  return panel;
}

/** A press on the moving mesh stops it; what is to be pulled must stand still first. */
function halt({ studio: { store, motion }, stage }: Bench, event: PointerEvent): void {
  const { left, top } = stage.canvas.getBoundingClientRect();
  const at = { x: event.clientX - left, y: event.clientY - top, pane: 0 };
  if (!store.state.playing || event.button !== 0 || event.altKey || !stage.pick(at)) return;
  event.stopImmediatePropagation();
  motion.playback.stop();
}

function transport(bench: Bench, pointer: Pointer): HTMLElement {
  const step = ([picture, words]: readonly [Icon, string]): HTMLElement => helped('Frames', actionButton(bench, pointer, picture, words));
  const { studio: { store, motion } } = bench;
  const play = helped('Play', tipped(bench, iconButton('play', 'Play', null, () => { motion.playback.toggle(); }), 'Play or pause', 'Play'));
  const pause = helped('Play', tipped(bench, iconButton('pause', 'Pause', null, () => { motion.playback.stop(); }), 'Play or pause', 'Pause'));
  const frame = helped('Current frame', el('input', { class: 'number frame', label: 'Current frame', attributes: { type: 'number', step: '1' }, on: { change: () => { if (Number.isFinite(frame.valueAsNumber)) motion.goTo(frame.valueAsNumber); } } }));
  const key = tipped(bench, button('Key', () => { setKey(bench); }, 'small'), 'Key what is selected, or has moved');
  helped('Key', key).dataset.tour = 'key';
  const auto = helped('Auto-key', iconButton('record', 'Auto-key: what is moved is keyed at once', null, () => { store.set({ autoKey: !store.state.autoKey }); }));
  auto.classList.add('auto-key');
  store.watch(['autoKey'], ({ autoKey }) => { auto.setAttribute('aria-pressed', String(autoKey)); });
  store.watch(['playing'], ({ playing }) => { play.hidden = playing; pause.hidden = !playing; });
  store.watch(['document', 'playhead', 'clip'], ({ clip }) => {
    frame.value = String(motion.shownFrame);
    key.disabled = clip !== null;
  });
  return el('div', { class: 'transport' },
    ...([['first', 'First frame'], ['stepBack', 'One frame back']] as const).map(step), play, pause, ...([['stepOn', 'One frame on'], ['last', 'Last frame']] as const).map(step), frame, key, auto);
}

/** How the selected keys go on, hold, and what happens beyond them. */
function picked(bench: Bench): HTMLElement {
  const { store, editor } = bench.studio;
  const hint = el('span', { class: 'quiet time-hint' }, 'Drag in the ruler to scrub. Pull a handle and press K to key it.');
  const choices = EASES.map(([name, words, title]) => el('button', { title, attributes: { type: 'button', role: 'radio', 'data-ease': name }, on: { click: () => { ease(bench, name); } } }, words));
  const hold = el('input', { label: 'How firmly the keys hold', attributes: { type: 'range', min: '0', max: '1', step: '0.05' }, on: { input: () => { weigh(bench, hold.valueAsNumber); }, change: () => { editor.end(); } } });
  const held = el('span', { class: 'quiet held' });
  const ways = (['before', 'after'] as const).map((side) => {
    const list = el('select', { class: 'select', label: side === 'before' ? 'Before the first key' : 'After the last key', title: side === 'before' ? 'Before the first key' : 'After the last key', on: { change: () => { goBeyond(bench, { [side]: list.value as Beyond }); } } },
      ...BEYONDS.map(([value, words]) => el('option', { attributes: { value } }, words)));
    return { side, list };
  });
  const firmness = helped('Held or let go', el('label', { class: 'row weight', title: 'Held where it is keyed, or let go' }, held, hold));
  const controls = el('div', { class: 'picked' }, helped('Ease', el('div', { class: 'segments', label: 'Ease', attributes: { role: 'radiogroup' } }, ...choices)), firmness, helped('Before and after', el('span', { class: 'row beyonds' }, el('span', { class: 'quiet' }, 'Before'), ways[0].list, el('span', { class: 'quiet' }, 'after'), ways[1].list)));
  const whole = el('div', { class: 'picked-holder' }, hint, controls);
  store.watch(['document', 'keySelection', 'timelineOpen', 'clip'], ({ document: { timeline: keys }, keySelection, timelineOpen, clip }) => {
    const some = keysOf(keys, keySelection), rows = rowsOf(keys, keySelection);
    whole.hidden = !timelineOpen || clip !== null;
    controls.hidden = some.length === 0;
    hint.hidden = some.length > 0;
    firmness.hidden = rows.every(({ numbers }) => numbers !== null);
    if (some.length === 0) return;
    for (const choice of choices) {
      const on = some.every((key) => key.ease === choice.dataset.ease);
      choice.className = on ? 'on' : '';
      choice.setAttribute('aria-checked', String(on));
    }
    hold.value = String(some[0].weight);
    hold.style.setProperty('--from', '0%');
    hold.style.setProperty('--to', `${100 * some[0].weight}%`);
    held.textContent = some[0].weight === 1 ? 'Held' : some[0].weight === 0 ? 'Let go' : `Held ${Math.round(100 * some[0].weight)}%`;
    for (const { side, list } of ways) list.value = rows.every((row) => row[side] === rows[0][side]) ? rows[0][side] : '';
  });
  return whole;
}

/** What is shown while a clip takes the place of the timeline. */
function clipBar(bench: Bench): HTMLElement {
  const { store, motion } = bench.studio;
  const words = el('span', { class: 'quiet' });
  const bar = el('div', { class: 'clip-bar' }, words, button('Close the clip', () => { motion.closeClip(); }, 'small'));
  store.watch(['clip'], ({ clip }) => {
    bar.hidden = clip === null;
    if (clip) words.textContent = `${clip.name}: ${clip.count} frames at ${clip.fps} a second, as they are in the file`;
  });
  return bar;
}

/** Range and rate, as numbers; how far the frames are baked. */
function numbers(bench: Bench): HTMLElement {
  const { store } = bench.studio;
  const field = (label: string, width: string, read: (state: Readonly<State>) => number, write: (value: number) => void): HTMLInputElement => {
    const input = el('input', { class: `number ${width}`, label, title: label, attributes: { type: 'number' }, on: { change: () => {
      if (Number.isFinite(input.valueAsNumber)) write(input.valueAsNumber);
      input.value = String(read(store.state));
    } } });
    store.watch(['document', 'clip'], (state) => {
      input.value = String(read(state));
      input.disabled = state.clip !== null;
    });
    return input;
  };
  const whole = (value: number): number => Math.round(Math.min(MOST_FRAMES, Math.max(-MOST_FRAMES, value)));
  const first = field('First frame of the range', 'short', () => bench.studio.motion.range.first, (value) => { setTimeline(bench, 'First frame', { first: Math.min(whole(value), store.state.document.timeline.last) }); });
  const last = field('Last frame of the range', 'short', () => bench.studio.motion.range.last, (value) => { setTimeline(bench, 'Last frame', { last: Math.max(whole(value), store.state.document.timeline.first) }); });
  const fps = field('Frames per second', 'short', () => bench.studio.motion.range.fps, (value) => { setTimeline(bench, 'Frame rate', { fps: Math.min(FASTEST, Math.max(1, value)) }); });
  const status = el('span', { class: 'baking quiet', attributes: { role: 'status' } });
  store.watch(['baking', 'document', 'playing', 'onion'], ({ baking }) => {
    const going = baking !== null && bench.studio.motion.frames.fresh && baking.done < baking.total;
    status.textContent = going ? `baking ${baking.done} of ${baking.total}` : '';
  });
  return helped('Range and rate', el('div', { class: 'time-numbers' }, status, first, el('span', { class: 'quiet' }, '–'), last, el('span', { class: 'quiet' }, 'at'), fps, el('span', { class: 'quiet' }, 'fps')));
}

function tail(bench: Bench): HTMLElement {
  const { studio } = bench, { store } = studio;
  const loop = helped('Loop', iconButton('loop', 'Play over and over', null, () => { store.set({ looping: !store.state.looping }); }));
  const file = el('input', { label: 'Choose a track or a clip', attributes: { type: 'file', multiple: '', accept: [...MOTIONS, ...SUFFIXES].join() }, on: { change: () => {
    const files = chosen(file.files ?? []);
    file.value = '';
    if (files.length) void studio.motion.load(files);
  } } });
  const load = helped('Track or clip', iconButton('open', 'Open a track or a clip of this model', null, () => { file.click(); }));
  const fold = helped('Timeline', iconButton('fold', 'Fold the timeline', null, () => { store.set({ timelineOpen: false }); }));
  const unfold = helped('Timeline', iconButton('unfold', 'Open the timeline', null, () => { store.set({ timelineOpen: true }); }));
  const trails = helped('Motion trails', iconButton('trail', 'Motion trails of what is selected', null, () => { store.set({ trails: !store.state.trails }); }));
  store.watch(['trails'], (state) => { trails.setAttribute('aria-pressed', String(state.trails)); });
  store.watch(['looping'], ({ looping }) => { loop.setAttribute('aria-pressed', String(looping)); });
  store.watch(['timelineOpen'], ({ timelineOpen }) => { fold.hidden = !timelineOpen; unfold.hidden = timelineOpen; });
  return el('div', { class: 'time-tail' }, loop, trails, onion(bench), followThrough(bench), load, fold, unfold);
}
