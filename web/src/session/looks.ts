/** How a session is looked at: told to the server as it changes, and put back when the session comes again. */

import type { State } from '../state/state';
import type { Bench } from '../tools/gesture';
import type { Gaze } from '../view/camera';
import type { ExportMotion, Look } from '../wire/messages';
import { leave } from './leaving';

/** How a session is looked at, as it is kept. */
export type Looked = Omit<Look, 'type'>;

/** Long work for a session: frames that are solved ahead, and a file that is made. */
export interface UnderWay {
  readonly baking: boolean;
  readonly task: Omit<ExportMotion, 'type'> | null;
}

/** Milliseconds after a change until it is told: a turn of the view is one message, and a kill loses less than a blink. */
const SETTLE = 150;

/** What the server is at for the page; before: what it was at when the page lost it, to be asked for again. */
export function underWay({ baking, exporting }: Pick<State, 'baking' | 'exporting'>, before: UnderWay | null): UnderWay {
  return { baking: (before?.baking ?? false) || (baking !== null && baking.done < baking.total), task: exporting ?? before?.task ?? null };
}

export function lookOf(state: Readonly<State>, before: UnderWay | null, { at, azimuth, elevation, distance }: Gaze): Looked {
  const { perspective, up, selection, partSelection, tab, panels, timelineOpen, wire, graph, trails, autoKey, seen, pose, playing } = state;
  return {
    at: [...at], azimuth, elevation, distance, perspective, up, selection: [...selection], parts: [...partSelection], tab, panels, timeline: timelineOpen, wire,
    ...underWay(state, before), curves: graph, trails, auto_key: autoKey, seen, energy: playing ? 0 : (pose?.energy ?? 0),
  };
}

/** The part of the state that a look holds; handles that are gone are not selected. */
export function lookState(look: Looked, ids: ReadonlySet<number>): Partial<State> {
  const { perspective, up, selection, parts, tab, panels, timeline, wire, curves, trails, auto_key, seen } = look;
  return { perspective, up, selection: selection.filter((id) => ids.has(id)), partSelection: parts, tab, panels, timelineOpen: timeline, wire, graph: curves ?? false, trails: trails ?? false, autoKey: auto_key ?? false, ...(seen ? { seen } : {}) };
}

/** Tell the server how the session is looked at, now and after every change. */
export function followLooks({ studio, stage }: Bench): void {
  const { store, socket } = studio;
  let told = '', timer = 0;
  const tell = (): void => {
    clearTimeout(timer);
    timer = 0;
    const { model, session, connection } = store.state;
    if (!model || !session || connection !== 'open') return;
    const look = lookOf(store.state, studio.interrupted, stage.camera.gaze);
    const text = `${session.id} ${JSON.stringify(look)}`;
    if (text !== told && socket.send({ type: 'Look', ...look })) told = text;
  };
  const soon = (): void => { timer ||= window.setTimeout(tell, SETTLE); };
  store.watch(['model', 'session', 'connection', 'selection', 'partSelection', 'tab', 'panels', 'timelineOpen', 'wire', 'perspective', 'up', 'baking', 'exporting', 'graph', 'trails', 'autoKey', 'seen', 'pose'], soon);
  let gaze = stage.camera.gaze;
  stage.onFrame(() => {
    // A camera that goes around by itself is where it is when it stops.
    if (stage.camera.gaze === gaze || store.state.turntable) return;
    gaze = stage.camera.gaze;
    soon();
  });
  window.addEventListener('pagehide', () => {
    // A drag ends here: what the server has of it may be older than what is seen.
    studio.editor.end();
    tell();
    const { session, model } = store.state;
    if (session && model) leave({ id: session.id, look: lookOf(store.state, studio.interrupted, stage.camera.gaze), steps: studio.commits.waiting });
  });
}
