import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Answers } from '../src/answers';
import { NOTHING, START } from '../src/methods/start';
import { rigKey } from '../src/methods/views';
import { Store } from '../src/state/store';
import type { RigState, State } from '../src/state/state';
import { keyed } from '../src/state/timeline';
import { Studio } from '../src/studio';
import type { ClipTaken, FromPage, Handle, Posed, Solve } from '../src/wire/messages';

const CLIP: ClipTaken = { type: 'ClipTaken', number: 1, name: 'walk', first: 1, count: 12, fps: 24 };
const POSED: Posed = { type: 'Posed', turn: 1, method: NOTHING.method, weights: [], status: 'converged', iterations: 1, energy: 0, solve_ms: 1, targets: null, numbers: null };
const arrays = (x: number): { V: Float32Array<ArrayBuffer> } => ({ V: new Float32Array([x, 0, 0]) });

/** A page that is connected, what it sends, and what a server can answer. */
function page(): { studio: Studio; sent: FromPage[]; frame: (number: number, frame: number, weights?: number[] | null) => void; answers: Answers; x: () => number | undefined } {
  const studio = new Studio(new Store<State>({ ...START, connection: 'open' }), 'token');
  const sent: FromPage[] = [];
  vi.spyOn(studio.socket, 'send').mockImplementation((message) => { sent.push(message); return true; });
  const answers = new Answers(studio);
  const frame = (number: number, at: number, weights: number[] | null = []): void => {
    answers.take({ type: 'Frame', number, frame: at, weights }, weights ? arrays(at) : {});
  };
  return { studio, sent, frame, answers, x: () => studio.store.state.pose?.V?.[0] };
}

describe('a frame of a clip', () => {
  beforeEach(() => {
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
  });
  afterEach(() => { vi.unstubAllGlobals(); });

  it('is awaited until it is there, or is said to be gone', () => {
    const { studio, sent, frame, x } = page();
    studio.motion.takeClip(CLIP);
    studio.motion.goTo(9);
    expect(sent).toEqual([{ type: 'WantFrame', number: 1, frame: 1 }, { type: 'WantFrame', number: 1, frame: 9 }]);
    frame(1, 1);
    expect(studio.busy).toBe(true);
    expect(x()).toBeUndefined();
    frame(1, 9);
    expect(studio.busy).toBe(false);
    expect(x()).toBe(9);
    studio.motion.goTo(3);
    expect(studio.busy).toBe(true);
    frame(1, 3, null);
    expect(studio.busy).toBe(false);
    expect(x()).toBe(9);
  });

  it('stays when a pose of the document comes late; closing the clip asks for that pose again', () => {
    const { studio, sent, frame, answers, x } = page();
    studio.poser.want(NOTHING);
    studio.motion.takeClip(CLIP);
    frame(1, 1);
    answers.take(POSED, arrays(-1));
    expect(x()).toBe(1);
    studio.motion.closeClip();
    expect(sent.at(-1)).toMatchObject({ type: 'Solve', turn: 2 });
    answers.take({ ...POSED, turn: 2 }, arrays(-2));
    expect(x()).toBe(-2);
  });

  it('of the clip before is not shown in the next one', () => {
    const { studio, frame, x } = page();
    studio.motion.takeClip(CLIP);
    studio.motion.takeClip({ ...CLIP, number: 2 });
    frame(1, 1);
    expect(x()).toBeUndefined();
    frame(2, 1);
    expect(x()).toBe(1);
  });
});

describe('a pull on a keyed frame', () => {
  beforeEach(() => { vi.stubGlobal('window', globalThis); });
  afterEach(() => { vi.unstubAllGlobals(); });
  const HANDLE = { id: 0, face: 0, barycentric: [1, 0, 0], target: [0, 0, 0], pinned: false } as unknown as Handle;
  const pulled = (y: number): Handle[] => [{ ...HANDLE, target: [0, y, 0] }];

  it('that is taken back leaves the pose that the keys give, and so do other steps', () => {
    const { studio, sent, answers } = page();
    const timeline = keyed({ ...NOTHING, handles: [HANDLE] }, [0]);
    studio.store.set({ document: { ...NOTHING, handles: [HANDLE] }, rig: { method: NOTHING.method } as RigState });
    studio.asked = rigKey(NOTHING);
    const asked = (): unknown => (sent.filter(({ type }) => type === 'Solve').at(-1) as Solve).keyed;
    const answered = (turn: number, targets: Posed['targets']): void => { answers.take({ ...POSED, turn, targets }, arrays(0)); };
    studio.editor.edit('Key', { timeline });
    answered(1, [[0, 0, 0]]);
    expect(asked()).toBe(true);
    studio.editor.edit('Pull', { handles: pulled(1) });
    answered(2, null);
    expect(asked()).toBe(false);
    studio.editor.undo();
    answered(3, [[0, 0, 0]]);
    expect(asked()).toBe(true);
    studio.editor.edit('Freeze', { slices: { ...NOTHING.slices } });
    answered(4, [[0, 0, 0]]);
    expect(asked()).toBe(true);
    studio.editor.edit('Pull', { handles: pulled(2), frame: 5 });
    answered(5, null);
    studio.editor.edit('Pull back', { handles: [HANDLE] });
    expect(asked()).toBe(false);
  });
});
