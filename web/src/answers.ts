/** The server's messages, one by one. */

import { WITHOUT_MODEL } from './methods/start';
import { keyOf, overlayLook, poseArrays, rigKey, viewOf, VIEWS } from './methods/views';
import { kept } from './state/blend';
import { firstChoices } from './state/choices';
import { EMPTY } from './state/history';
import type { Floats, RigState } from './state/state';
import type { Studio } from './studio';
import { floats, indices, type Arrays } from './wire/arrays';
import { surfaceOf } from './wire/surface';
import { VERSION, type Example, type FromServer, type Model, type Overlay, type Picture, type Posed, type Progress, type Ready, type Trouble, type Welcome } from './wire/messages';

/** The statuses of poses that go on to others, asked for again; the server's words. */
const UNFINISHED: readonly string[] = ['on its way', 'out of time'];

export class Answers {
  constructor(private readonly studio: Studio) {}

  lost(refused: boolean): void {
    const { store, poser } = this.studio;
    poser.reset();
    this.studio.motion.playback.stop();
    this.studio.motion.frames.forget();
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
      case 'Mirror': this.studio.partnered(arrays.partner as Uint32Array); break;
      case 'Overlay': this.overlay(message, arrays); break;
      case 'Progress': this.progress(message); break;
      case 'File': download(message.ticket, message.name, this.studio.token); break;
      case 'Trouble': this.trouble(message); break;
      case 'Baking': this.studio.motion.frames.baked(message); break;
      case 'Frame': this.studio.motion.frames.take(message, arrays); break;
      case 'TrackTaken': this.studio.motion.takeTrack(message); break;
      case 'ClipTaken': this.studio.motion.takeClip(message); break;
      default: for (const view of VIEWS) view.take?.(this.studio, message);
    }
  }

  private welcome(message: Welcome): void {
    const { store, socket } = this.studio;
    if (message.version !== VERSION) {
      store.set({ connection: 'old' });
      return;
    }
    const { model } = store.state;
    const mine = model !== null && message.found?.model === model.name;
    store.set({ connection: 'open', welcome: mine ? { ...message, found: null } : message });
    // A restarted server holds in its journal what this page still shows: no need to ask.
    if (mine) socket.send({ type: 'Recover', accept: true });
  }

  private model(message: Model, arrays: Arrays): void {
    const { store, poser, socket } = this.studio;
    const V = arrays.V as Floats;
    const F = arrays.F as Uint32Array<ArrayBuffer>;
    const { model, history, document, dragged, regions } = store.state;
    const sent = new Map(message.regions.map(({ name, runs, levels }) => [name, { runs, levels }]));
    const same = model?.name === message.name && model.V.length === V.length && history.done.length > 0;
    const kept = same ? { document, history, dragged, regions } : { document: message.document, history: EMPTY, regions: sent };
    poser.reset();
    this.studio.forgetPartner();
    this.studio.motion.frames.forget();
    this.studio.asked = rigKey(message.document);
    const timelineOpen = kept.document.timeline.rows.length > 0;
    for (const picture of store.state.pictures.values()) picture?.close();
    store.set({ ...WITHOUT_MODEL, model: { ...message, V, F, surface: surfaceOf(message.surface, arrays) }, ...kept, timelineOpen });
    if (this.studio.fresh && !same) store.set({ choices: firstChoices(message, store.state.up) });
    this.studio.fresh = false;
    if (message.surface?.words && !same) this.studio.say(message.surface.words);
    // What was done while the server was away is not in its journal yet.
    if (same) socket.send({ type: 'Commit', label: 'Go on after a lost connection', document });
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
    else store.set({ rig, overlay: null, overlayWanted: null });
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
      if (UNFINISHED.includes(message.status)) poser.goOn(document);
      return;
    }
    poser.answered(message.turn);
    for (const view of VIEWS) view.posed?.(this.studio, document);
    if (store.state.playing) return;
    if (UNFINISHED.includes(message.status)) poser.goOn(document);
    // A clip is shown in place of the document, whose pose is asked for again when the clip is closed.
    if (!store.state.clip) store.set({ pose });
    this.studio.posed = message.targets ? this.studio.motion.moved(document, message.targets) : document;
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
    store.set({ overlay: { ...message, rgb: arrays.rgb as Uint8Array<ArrayBuffer>, dots: floats(arrays, 'dots') } });
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
    const { overlayWanted, overlay } = store.state;
    store.set({ progress: null, overlayWanted: overlay ? overlayWanted : null });
    this.fallBack();
  }

  private progress(message: Progress): void {
    this.studio.store.set({ progress: message.over ? null : message });
    if (message.over && message.what === 'cancelled') this.fallBack();
  }

  /** What was asked for is not to be had: go back to the method that is there, or to the start page. */
  private fallBack(): void {
    const { store, editor } = this.studio;
    const { rig, model, beside, welcome } = store.state;
    if (!model && welcome) store.set({ welcome: { ...welcome, open: null } });
    if (beside && !beside.rig) store.set({ beside: null });
    if (!rig) this.studio.asked = null;
    while (rig && keyOf(rig) !== rigKey(store.state.document) && store.state.history.done.length > 0) editor.undo();
  }
}

function download(ticket: string, name: string, token: string): void {
  const link = document.createElement('a');
  link.href = `./download/${encodeURIComponent(ticket)}?token=${encodeURIComponent(token)}`;
  link.download = name;
  link.click();
}
