/** The mechanism left to its weight: asked of a simulator, told in words, and played in the view. */

import { button, el, iconButton } from '../../panels/dom';
import { group } from '../../panels/sections';
import type { Floats } from '../../state/state';
import type { Studio } from '../../studio';
import type { Bench } from '../../tools/gesture';
import { floats, type Arrays } from '../../wire/arrays';
import type { FromServer } from '../../wire/messages';
import { later, told } from './instead';
import type { Ran } from './state';

const MILLI = 1000;
const SECONDS = [2, 5, 10];
/** Metres in the units that models have. */
const UNITS: readonly (readonly [string, number])[] = [['m', 1], ['cm', 0.01], ['mm', 0.001], ['inch', 0.0254]];
const USUAL = '5';

export function running(bench: Bench, off: (() => void)[]): HTMLElement {
  const { store, socket } = bench.studio;
  const time = choice('Seconds to simulate', SECONDS.map((value) => [`${value} s`, String(value)]), USUAL);
  const unit = choice('Unit of the model', UNITS.map(([words, metres]) => [`in ${words}`, String(metres)]), '1');
  const missing = el('p', { class: 'quiet' });
  const run = button('Simulate', () => {
    store.set({ ran: null });
    if (socket.send({ type: 'RunMechanism', seconds: Number(time.value), metres: Number(unit.value), up: store.state.up })) store.set({ progress: { share: 0, what: 'Simulating', over: false } });
  });
  run.title = 'Leave it to its weight in MuJoCo, from its rest pose, and see whether it holds';
  const words = el('div', { class: 'verdict', attributes: { role: 'status' } });
  const player = new Player(bench);
  off.push(store.watch(['rig', 'progress', 'ran'], ({ rig, progress, ran }) => {
    const lacks = rig?.mechanism?.missing ?? '';
    missing.textContent = lacks;
    missing.hidden = lacks === '';
    run.disabled = lacks !== '' || progress !== null || !rig?.mechanism;
    // Of a mechanism that was corrected since, it says nothing.
    const valid = ran !== null && ran.mechanism === rig?.mechanism ? ran : null;
    words.replaceChildren(...(valid?.words ?? []).map((line, i) => el('p', { class: i === 0 ? (valid?.passed ? 'good' : 'bad') : 'quiet' }, line)));
    player.show(valid);
  }));
  off.push(() => { player.dispose(); });
  return group('Simulate', el('div', { class: 'row simulate' }, run, time, unit), missing, words, player.element);
}

/** A simulation came: it is played at once. */
export function takeRun({ store }: Studio, message: FromServer, arrays: Arrays): void {
  const { rig } = store.state, motions = floats(arrays, 'motions');
  if (message.type === 'MechanismRan' && rig?.mechanism && motions) store.set({ ran: { ...message, motions, mechanism: rig.mechanism }, ranFrame: null });
}

function choice(label: string, options: readonly (readonly [string, string])[], value: string): HTMLSelectElement {
  const list = el('select', { class: 'number', label }, ...options.map(([words, one]) => el('option', { attributes: { value: one } }, words)));
  list.value = value;
  return list;
}

/** Positions, flat (n, 3), in a frame of a simulation. */
export function ranPositions(V: ArrayLike<number>, component: ArrayLike<number>, motions: ArrayLike<number>, frame: number, parts: number): Floats {
  const next = new Float32Array(V.length);
  for (let i = 0; i < component.length; i++) {
    const at = 12 * (frame * parts + component[i]), k = 3 * i;
    for (let row = 0; row < 3; row++) {
      const m = at + 4 * row;
      next[k + row] = motions[m] * V[k] + motions[m + 1] * V[k + 1] + motions[m + 2] * V[k + 2] + motions[m + 3];
    }
  }
  return next;
}

/** Plays the frames in the view, in place of the pose, until anything else is done. */
class Player {
  readonly element = el('div', { class: 'row player' });
  private readonly toggle = iconButton('play', 'Play the simulation', null, () => { if (this.request) this.pause(); else this.play(); });
  private readonly slider = el('input', { label: 'Frame of the simulation', attributes: { type: 'range', min: '0', step: '1' }, on: { input: () => { this.pause(); this.seek(this.slider.valueAsNumber); } } });
  private readonly back = button('Back to the pose', () => { this.leave(); }, 'small');
  private ran: Ran | null = null;
  private request = 0;
  private off: (() => void) | null = null;

  constructor(private readonly bench: Bench) {
    this.element.append(this.toggle, this.slider, this.back);
  }

  show(ran: Ran | null): void {
    this.element.hidden = ran === null;
    if (ran === this.ran) return;
    this.leave();
    this.ran = ran;
    this.slider.max = String(Math.max(0, (ran?.frames ?? 1) - 1));
    if (ran) this.play();
  }

  dispose(): void {
    this.leave();
  }

  private play(): void {
    if (!this.ran) return;
    const { fps, frames } = this.ran, { ranFrame } = this.bench.studio.store.state;
    const from = ranFrame === null || ranFrame >= frames - 1 ? 0 : ranFrame;
    let began: number | null = null;
    const tick = (now: number): void => {
      began ??= now;
      const frame = Math.min(frames - 1, from + Math.floor(((now - began) / MILLI) * fps));
      this.request = requestAnimationFrame(tick);
      this.seek(frame);
      if (frame === frames - 1) this.pause();
    };
    this.request = requestAnimationFrame(tick);
    this.toggle.setAttribute('aria-pressed', 'true');
  }

  private pause(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.toggle.setAttribute('aria-pressed', 'false');
  }

  private seek(frame: number): void {
    const { store } = this.bench.studio, { model, rig, pose, ranFrame, exploded } = store.state;
    if (!this.ran || !model || !rig?.component || !pose) return;
    // Parts that stand apart come together to be seen moving.
    if (exploded) store.set({ exploded: false });
    this.off ??= this.watch();
    if (frame !== ranFrame) store.set({ ranFrame: frame, peek: told(pose, ranPositions(model.V, rig.component, this.ran.motions, frame, this.ran.mechanism.components.length)) });
    this.slider.value = String(frame);
    this.back.disabled = false;
  }

  /** Whatever is done to the model goes back to its pose. */
  private watch(): () => void {
    return later(this.bench.studio.store, ['document', 'rig', 'pose', 'beside', 'exploded', 'tool', 'tried'], () => { this.leave(); });
  }

  private leave(): void {
    this.pause();
    this.back.disabled = true;
    if (!this.off) return;
    this.off();
    this.off = null;
    const { tried } = this.bench.studio.store.state;
    this.bench.studio.store.set(tried ? { ranFrame: null } : { ranFrame: null, peek: null });
    this.slider.value = '0';
  }
}
