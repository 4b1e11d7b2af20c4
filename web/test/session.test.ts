import { afterEach, describe, expect, it, vi } from 'vitest';
import { Answers } from '../src/answers';
import { START } from '../src/methods/start';
import { safety } from '../src/panels/heading';
import { ago } from '../src/panels/sessions';
import { Commits } from '../src/session/commits';
import { underWay } from '../src/session/looks';
import { historyOf, unfinished, withFields } from '../src/session/returning';
import { change, stepBack, stepForward } from '../src/state/history';
import type { Opened, State } from '../src/state/state';
import { Store } from '../src/state/store';
import { asKeyed } from '../src/state/timeline';
import type { Vector } from '../src/state/vectors';
import { Studio } from '../src/studio';
import type { Commit, Document, FromPage, Look, Model, Undoable, Welcome } from '../src/wire/messages';

const BASE: Document = { ...START.document, weights: [1, 0] };
const step = (label: string, names: string[], after: Record<string, unknown>, before: Record<string, unknown> = {}): Undoable => ({ label, names, before, after });

describe('a history that comes back', () => {
  const told = historyOf({ base: BASE, done: [step('Blend', ['weights'], { weights: [0, 1] }), step('Move', ['frozen', 'frame'], { frozen: 'a' }, { frame: 7 })], undone: [step('Thaw', ['frozen'], { frozen: null })] });
  const now = { ...BASE, weights: [0, 1], frame: 7, frozen: 'a' };

  it('is undone step by step to where it began, moves in time included', () => {
    const [first, before] = stepBack(told, now)!;
    expect(before).toEqual({ ...now, frozen: null, frame: 7 });
    const [, begin] = stepBack(first, before)!;
    expect(begin).toEqual({ ...BASE, frame: 7 });
  });

  it('redoes what was undone before the page came', () => {
    expect(stepForward(told, now)![1]).toEqual({ ...now, frozen: null });
    expect(told.undone.map(({ label }) => label)).toEqual(['Thaw']);
  });

  it('takes slices that are gone away, and keeps the others', () => {
    const slices = { one: { a: 1 }, two: { b: 2 } } as unknown as Document['slices'];
    expect(withFields({ ...BASE, slices }, { slices: { one: null, three: {} } }).slices).toEqual({ two: { b: 2 }, three: {} });
  });

  it('has an entry for the change in whose middle the page went away', () => {
    expect(unfinished(now, { frozen: null }).revert(now)).toEqual({ ...now, frozen: null });
  });
});

describe('steps on their way to the disk', () => {
  const made = (): { commits: Commits; store: Store<State>; sent: Commit[] } => {
    const store = new Store<State>(START), sent: Commit[] = [];
    return { store, sent, commits: new Commits(store, (message: FromPage) => sent.push(message as Commit) > 0) };
  };
  const moved: Document = { ...BASE, frame: 2 };

  it('are numbered, and tell what they changed', () => {
    const { commits, sent } = made();
    commits.begin({ number: 4 }, false);
    commits.commit('step', 'Go', moved, change('Go', BASE, { frame: 2 }));
    expect(sent.map(({ number, before, names }) => [number, before, names])).toEqual([[5, BASE, ['frame']]]);
  });

  it('are sent again after a lost connection where they are not on disk', () => {
    const { commits, sent, store } = made();
    for (const label of ['one', 'two', 'three']) commits.commit('step', label, moved, null);
    commits.kept({ type: 'Kept', number: 1, failure: null });
    expect(store.state.kept).toEqual({ sent: 3, safe: 1, failure: null });
    commits.begin({ number: 2 }, true);
    expect(sent.slice(3).map(({ label }) => label)).toEqual(['three']);
    commits.commit('step', 'four', moved, null);
    expect(sent.at(-1)!.number).toBe(4);
  });

  it('are told as safe, on their way, or not to be written', () => {
    const model = {} as Opened;
    const words = (sent: number, safe: number, failure: string | null, connection: State['connection'] = 'open'): string => safety({ kept: { sent, safe, failure }, connection, model })[0];
    expect([words(0, 0, null), words(2, 2, null), words(2, 1, null), words(2, 1, 'full'), words(2, 1, null, 'lost')]).toEqual(['', 'Saved', 'Saving', 'Not on disk', 'Not on disk yet']);
  });
});

describe('work that was under way', () => {
  afterEach(() => { vi.unstubAllGlobals(); });
  const TASK = { kind: 'npz' } as unknown as NonNullable<Look['task']>;

  function back(making: boolean, document: Document = START.document, told: Vector[] = []): Studio {
    vi.stubGlobal('sessionStorage', { setItem: () => undefined, getItem: () => null, removeItem: () => undefined });
    const studio = new Studio(new Store<State>({ ...START, connection: 'open' }), 'token');
    const look = { selection: [], parts: [], task: TASK, baking: true } as unknown as Look;
    const session = { id: 'one', title: '', history: { base: START.document, done: [], undone: [] }, unfinished: null, told, look, number: 0, making, words: '' };
    const model = { type: 'Model', name: 'bar', words: '', diagonal: 1, examples: [], methods: [], document, regions: [], surface: null, session } as unknown as Model;
    new Answers(studio).take(model, { V: new Float32Array(9), F: new Uint32Array(3) });
    return studio;
  }

  it('leaves a pull that is not keyed, and else the pose that the keys give, also where the pull is taken back later', () => {
    const handle = { id: 0, target: [0, 1, 0] } as unknown as Document['handles'][number];
    const document = { ...START.document, handles: [handle] };
    const { keyed } = back(false, document, [[0, 2, 0]]);
    expect(asKeyed(document, keyed)).toBe(false);
    expect(asKeyed({ ...document, handles: [{ ...handle, target: [0, 2, 0] }] }, keyed)).toBe(true);
    expect(asKeyed(document, back(false, document, [[0, 1, 0]]).keyed)).toBe(true);
    expect(back(false).keyed).toBeNull();
  });

  it('is asked for again, but for a file that is still being made', () => {
    expect(back(false).interrupted).toEqual({ baking: true, task: TASK });
    const studio = back(true);
    expect([studio.interrupted, studio.store.state.exporting]).toEqual([{ baking: true, task: null }, TASK]);
  });

  it('is remembered until it has been asked for', () => {
    const { store, interrupted } = back(false);
    expect(underWay(store.state, interrupted)).toEqual({ baking: true, task: TASK });
  });

  it('that cannot be opened leads to the start page and its list of sessions', () => {
    const studio = new Studio(new Store<State>({ ...START, connection: 'open', welcome: { open: 'bar' } as unknown as Welcome }), 'token');
    const send = vi.spyOn(studio.socket, 'send').mockReturnValue(true);
    vi.stubGlobal('setTimeout', () => 0);
    new Answers(studio).take({ type: 'Trouble', words: 'gone', turn: null }, {});
    expect([studio.store.state.welcome?.open, send.mock.lastCall]).toEqual([null, [{ type: 'WantSessions' }]]);
  });

  it('outlives a lost connection', () => {
    const studio = new Studio(new Store<State>({ ...START, baking: { number: 1, done: 2, total: 9 } }), 'token');
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    new Answers(studio).lost(false);
    expect([studio.store.state.baking, studio.interrupted]).toEqual([null, { baking: true, task: null }]);
  });
});

it('dates are told as people do', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  expect(['2026-11-18T11:59:40Z', '2026-11-18T11:58:00Z', '2026-11-18T11:00:00Z', '2026-11-16T11:00:00Z', '2026-01-02T00:00:00Z'].map((when) => ago(when, now))).toEqual(['just now', '2 minutes ago', '1 hour ago', '2 days ago', '2026-01-02']);
});
