/** The server's messages, one by one. */

import { WITHOUT_MODEL } from './methods/start';
import { keyOf, overlayLook, poseArrays, rigKey, viewOf, VIEWS } from './methods/views';
import { kept } from './state/blend';
import { comeBack } from './session/leaving';
import { lookOf, lookState, underWay, type Looked } from './session/looks';
import { historyOf, unfinished } from './session/returning';
import { doubted, firstChoices } from './state/choices';
import { retargeted } from './state/timeline';
import { fitOf, type Floats, type RigState, type State } from './state/state';
import type { Studio } from './studio';
import { floats, indices, type Arrays } from './wire/arrays';
import { surfaceOf } from './wire/surface';
import { VERSION, type Example, type File, type FromServer, type Kept, type Model, type Overlay, type Picture, type Posed, type Progress, type Ready, type SessionState, type Trouble, type Welcome } from './wire/messages';

/** The statuses of poses that go on to others, asked for again; the server's words. */
const UNFINISHED: readonly string[] = ['on its way', 'out of time'];
/** Why a file did not come: nobody is there. */
const AWAY = 'away';
/** Milliseconds that the browser gets to begin saving a file. */
const SAVED = 60_000;
/** The one of poses that are good enough while the hand moves. */
const UNPOLISHED = 'out of time';

type Returns = Pick<State, 'document' | 'history' | 'dragged' | 'regions' | 'told'>;

export class Answers {
  constructor(private readonly studio: Studio) {}

  lost(refused: boolean): void {
    const { store, poser } = this.studio;
    poser.reset();
    this.studio.interrupted = underWay(store.state, this.studio.interrupted);
    this.studio.motion.playback.stop();
    this.studio.motion.frames.forget();
    this.studio.forgetAwaited();
    if (store.state.connection !== 'old') store.set({ connection: refused ? 'refused' : 'lost', progress: null });
  }

  take(message: FromServer, arrays: Arrays): void {
    switch (message.type) {
      case 'Welcome': this.welcome(message); break;
      case 'Model': this.model(message, arrays); break;
      case 'Picture': void this.picture(message, arrays); break;
      case 'Ready': this.ready(message, arrays); break;
      case 'Posed': this.posed(message, arrays); break;
      case 'Example': this.example(message, arrays); break;
      case 'Mirror': this.studio.mirrored(message, arrays.partner as Uint32Array); break;
      case 'Shape': this.studio.shaped(message.name, arrays.V as Floats); break;
      case 'PropTold': this.studio.props.told(message.name, { title: message.title, V: arrays.V as Floats, F: arrays.F as Uint32Array<ArrayBuffer> }); break;
      case 'Overlay': this.overlay(message, arrays); break;
      case 'Progress': this.progress(message); break;
      case 'File': void this.file(message); break;
      case 'Kept': this.kept(message); break;
      case 'Sessions': this.studio.store.set({ sessions: message.cards }); break;
      case 'SessionNamed': this.studio.has(message.id, message.title); break;
      case 'Unbuilt': this.studio.store.set({ unbuilt: message.method }); break;
      case 'Trouble': this.trouble(message); break;
      case 'Baking': this.studio.motion.frames.baked(message); break;
      case 'Frame': this.studio.motion.frames.take(message, arrays); break;
      case 'TrackTaken': this.studio.motion.takeTrack(message); break;
      case 'ClipTaken': this.studio.motion.takeClip(message); break;
      default: for (const view of VIEWS) view.take?.(this.studio, message, arrays);
    }
  }

  private welcome(message: Welcome): void {
    const { store, socket } = this.studio;
    if (message.version !== VERSION) {
      store.set({ connection: 'old' });
      return;
    }
    store.set({ connection: 'open', welcome: message });
    if (message.open !== null) {
      if (!store.state.model) store.set({ progress: { share: 0, what: `Opening ${message.open}`, over: false } });
      return;
    }
    // A restarted server may not have what this page shows: its journal was removed.
    if (store.state.model) this.studio.say('The server no longer has this session. Open the model again.', true);
    this.studio.forget();
    socket.send({ type: 'WantSessions' });
  }

  private model(message: Model, arrays: Arrays): void {
    const { store, poser, camera } = this.studio;
    const V = arrays.V as Floats;
    const F = arrays.F as Uint32Array<ArrayBuffer>;
    const before = store.state, { model } = before;
    const { session, ...opened } = message;
    const told = session!;
    const same = model !== null && before.session?.id === told.id && model.V.length === V.length;
    const left = same ? null : comeBack(told.id);
    const look = same && camera ? lookOf(before, this.studio.interrupted, camera.gaze()) : (left?.look ?? told.look);
    const kept = same ? pick(before) : comingBack(message, told);
    poser.reset();
    this.studio.forgetAwaited();
    this.studio.motion.frames.forget();
    this.studio.asked = rigKey(message.document);
    const timelineOpen = kept.document.timeline.rows.length > 0;
    for (const picture of before.pictures.values()) picture?.close();
    store.set({ ...WITHOUT_MODEL, model: { ...opened, V, F, sides: (arrays.sides as Uint32Array | undefined) ?? null, surface: surfaceOf(message.surface, arrays) }, ...kept, timelineOpen, progress: null });
    this.studio.has(told.id, told.title);
    this.studio.hush(this.studio.farewell);
    if (look) store.set(lookState(look, new Set(kept.document.handles.map(({ id }) => id))));
    if (look) camera?.restore(look);
    if (this.studio.fresh && !same && !look) store.set({ choices: firstChoices(message, store.state.up) });
    this.studio.fresh = false;
    if (message.surface?.words && !same) this.studio.say(message.surface.words);
    // A pull that is not keyed stays; else the pose is the one that the keys give.
    this.studio.timeline = kept.document.timeline;
    if (!same) this.studio.keyed = told.told.length ? { ...kept.document, weights: null, handles: retargeted(kept.document.handles, told.told) } : null;
    this.goOn(told, look, same || (left?.steps.length ?? 0) > 0);
    if (!left || !this.studio.commits.takeOver(left.steps)) return;
    // With these steps the session is another one than it was told: it is told again.
    this.studio.socket.send({ type: 'OpenSession', id: told.id });
    store.set({ session: null });
  }

  /** What a session was at, and what of it the server has not; same: whether this page, or the one before its reload, has that. */
  private goOn(told: SessionState, look: Looked | null, same: boolean): void {
    const { store, commits, editor } = this.studio;
    this.studio.interrupted = look && { baking: look.baking ?? false, task: told.making ? null : (look.task ?? null) };
    if (told.making) store.set({ exporting: look?.task ?? null });
    if (told.words && !same) this.studio.say(told.words, true);
    commits.begin(told, same);
    if (!same && told.unfinished) editor.keep();
  }

  /** An image of the model's surface, which the browser decodes as it is stored: alpha and colours untouched. */
  private async picture({ index, kind }: Picture, arrays: Arrays): Promise<void> {
    const { store } = this.studio;
    const { model } = store.state;
    const file = new Blob([arrays.data], { type: kind });
    const found = await createImageBitmap(file, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' }).catch(() => null);
    if (store.state.model !== model) {
      found?.close();
      return;
    }
    if (!found) this.studio.say('An image of the model cannot be read; its texture is left out.', true);
    store.set({ pictures: new Map(store.state.pictures).set(index, found) });
  }

  private ready(message: Ready, arrays: Arrays): void {
    const { store } = this.studio;
    const n = (store.state.model?.V.length ?? 0) / 3;
    const rig: RigState = { ...message, n, influences: indices(arrays, 'influences'), blend: floats(arrays, 'weights'), carry: floats(arrays, 'carry'), ...viewOf(message.method).rig?.(message, arrays) };
    const { beside, document } = store.state;
    if (message.method === beside?.method && message.method !== document.method) store.set({ beside: { ...beside, rig } });
    else store.set({ rig, overlay: null, overlayWanted: null, unbuilt: null });
    const doubt = viewOf(rig.method).doubt?.(rig), model = store.state.model;
    if (doubt && model) store.set({ choices: doubted(store.state.choices, fitOf(model, rig.method)?.title ?? rig.method, doubt) });
    // The rig of a session that was taken back may be another one than the document's: it is asked for again.
    if (rig.method === document.method) this.studio.asked = keyOf(rig);
    this.studio.follow(document);
    if (viewOf(document.method).blends) this.studio.wantThumbnails();
  }

  private posed(message: Posed, arrays: Arrays): void {
    const { store, poser, editor, socket } = this.studio;
    const document = poser.about(message.turn);
    if (!document) return;
    const pose = { ...message, ...poseArrays(message.method, arrays, document, null) };
    const { beside } = store.state;
    if (message.method !== document.method) {
      if (beside?.method === message.method) store.set({ beside: { ...beside, pose } });
      if (UNFINISHED.includes(message.status)) poser.goOn(document, message.status === UNPOLISHED);
      return;
    }
    poser.answered(message.turn);
    for (const view of VIEWS) view.posed?.(this.studio, document);
    if (store.state.playing) return;
    if (this.studio.interrupted) this.studio.goOn();
    if (UNFINISHED.includes(message.status)) poser.goOn(document, message.status === UNPOLISHED);
    // A clip is shown in place of the document, whose pose is asked for again when the clip is closed.
    if (!store.state.clip) store.set({ pose });
    this.studio.posed = message.targets ? this.studio.motion.moved(document, message.targets, message.numbers) : document;
    this.studio.settle();
    const wanted = store.state.overlayWanted;
    if (wanted === null) return;
    const look = overlayLook(document.method, wanted);
    if (look.unblended && document.weights) this.studio.show(null);
    else if (look.moves && !poser.busy && !editor.inGesture) socket.send({ type: 'WantOverlay', kind: wanted });
  }

  private example(message: Example, arrays: Arrays): void {
    const { store, socket, thumbnail } = this.studio;
    const { model, rig, thumbnails, document } = store.state;
    const V = arrays.V as Floats;
    if (!model || !thumbnail || V.length !== model.V.length) return;
    const view = viewOf(document.method);
    if (view.pictured) {
      view.pictured(this.studio, message.index, thumbnail(V));
      return;
    }
    store.set({ thumbnails: new Map(thumbnails).set(message.index, thumbnail(V)) });
    const next = kept(model, rig).find((index) => index > message.index);
    if (next !== undefined) socket.send({ type: 'WantExample', index: next });
  }

  private overlay(message: Overlay, arrays: Arrays): void {
    const { store } = this.studio;
    if (message.kind !== store.state.overlayWanted) return;
    store.set({ overlay: { ...message, rgb: arrays.rgb as Uint8Array<ArrayBuffer>, dots: floats(arrays, 'dots'), parts: indices(arrays, 'parts') } });
  }

  /** A file is ready. What moves is asked for again where the server went away before it was here. */
  private async file({ ticket, name, words }: File): Promise<void> {
    const { store, token } = this.studio, { exporting } = store.state;
    const why = await download(ticket, name, token);
    if (why === AWAY && exporting) return;
    if (store.state.exporting === exporting) store.set({ exporting: null });
    if (why !== null) this.studio.say(why === AWAY ? `${name} got lost with the server. Export it again.` : why, true);
    else if (words) this.studio.say(words);
  }

  /** What is safe on disk; that nothing is any more, and that all is again, is said once. */
  private kept(message: Kept): void {
    const { failure } = this.studio.store.state.kept;
    this.studio.commits.kept(message);
    if (message.failure !== null && failure === null) this.studio.say(message.failure, true);
    if (message.failure === null && failure !== null) this.studio.say('Everything is on disk again. Nothing was lost.');
  }

  private trouble(message: Trouble): void {
    const { store, poser } = this.studio;
    this.studio.say(message.words, true);
    if (message.turn !== null) {
      const refused = poser.answered(message.turn);
      if (!refused) return;
      const view = viewOf(refused.method);
      if (view.unfinished?.(refused)) this.studio.keep(store.state.document);
      view.refused?.(this.studio, refused);
      return;
    }
    this.studio.motion.frames.failed();
    this.studio.forgetAwaited();
    const { overlayWanted, overlay } = store.state;
    store.set({ progress: null, exporting: null, overlayWanted: overlay ? overlayWanted : null });
    this.fallBack();
  }

  private progress(message: Progress): void {
    const cancelled = message.over && message.what === 'cancelled';
    this.studio.store.set({ progress: message.over ? null : message, ...(cancelled ? { exporting: null } : {}) });
    if (cancelled) this.fallBack();
  }

  /** What was asked for is not to be had: go back to the method that is there, or to the start page. */
  private fallBack(): void {
    const { store, editor } = this.studio;
    const { rig, model, beside, welcome } = store.state;
    if (!model && welcome) {
      store.set({ welcome: { ...welcome, open: null } });
      this.studio.socket.send({ type: 'WantSessions' });
    }
    if (beside && !beside.rig) store.set({ beside: null });
    if (!rig) this.studio.asked = null;
    if (model && !rig) store.set({ unbuilt: store.state.document.method });
    while (rig && keyOf(rig) !== rigKey(store.state.document) && store.state.history.done.length > 0) editor.undo();
  }
}

/** What a page keeps that shows this session already. */
function pick({ document, history, dragged, regions, told }: Readonly<State>): Returns {
  return { document, history, dragged, regions, told };
}

/** What a page takes from the server that has not shown this session, or was reloaded. */
function comingBack({ document, regions }: Model, { history, unfinished: before, told }: SessionState): Returns {
  const steps = historyOf(history);
  return {
    document,
    history: before ? { done: [...steps.done, unfinished(document, before)], undone: [] } : steps,
    dragged: steps.done.length > 0,
    regions: new Map(regions.map(({ name, runs, levels }) => [name, { runs, levels }])),
    told: new Map(told.map((target, i) => [document.handles[i].id, target])),
  };
}

/** Fetch a file whole, and hand it to the browser; gives why that did not work, or null. */
async function download(ticket: string, name: string, token: string): Promise<string | null> {
  try {
    const answer = await fetch(`./download/${encodeURIComponent(ticket)}?token=${encodeURIComponent(token)}`);
    if (!answer.ok) return await answer.text();
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name;
    link.click();
    setTimeout(() => { URL.revokeObjectURL(link.href); }, SAVED);
    return null;
  } catch {
    return AWAY;
  }
}
