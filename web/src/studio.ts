/** What the server's answers do to the state, and what the user asks of the server. */

import { Answers } from './answers';
import { NOTHING, WITHOUT_MODEL } from './methods/start';
import { keyOf, leftSlices, ownState, rigKey, rigOptions, viewOf } from './methods/views';
import { Commits, type Kind } from './session/commits';
import type { UnderWay } from './session/looks';
import { PropShapes } from './session/propshapes';
import { wayBack } from './state/choices';
import { Editor } from './state/editor';
import type { Change } from './state/history';
import { mirrorOf, type Mirror } from './state/mirror';
import { Poser } from './state/poser';
import { awaitsPictures, fitOf, type Floats, type Marked, type StudioStore } from './state/state';
import { asKeyed } from './state/timeline';
import { autoKey } from './timeline/autokey';
import { Motion } from './timeline/motion';
import { VERSION, type Document, type KeepShape, type Mirror as MirrorTold, type SessionCard, type Timeline } from './wire/messages';
import type { Given } from './wire/dropped';
import { Socket, upload } from './wire/socket';
import type { Gaze } from './view/camera';

/** How long a message stays, in milliseconds, and for each letter that is to be read; trouble stays twice as long. */
const TOAST_TIME = 5000, LETTER_TIME = 80;

/** Where the browser's tab remembers its session, over a reload. */
const SESSION = 'pliant.session';

/** A pose that is longer in coming than this, in milliseconds, is told to be awaited. */
const PATIENCE = 500;

export class Studio {
  readonly socket: Socket;
  readonly poser: Poser;
  readonly editor: Editor;
  readonly motion = new Motion(this);
  /** The timeline whose keys the handles were last put to. */
  timeline: Timeline = NOTHING.timeline;
  /** The document as the keys had it last. */
  keyed: Document | null = null;
  /** The document whose pose came last. */
  posed: Document | null = null;
  /** The rig that the server was last asked for, by its key. */
  asked: string | null = null;
  readonly commits: Commits;
  readonly props: PropShapes;
  /** Takes a picture of the session for the list; and the camera, to be read and put back. Set by the view. */
  takePicture: (() => void) | null = null;
  camera: { gaze(): Gaze; restore(gaze: Gaze): void } | null = null;
  /** What the session was at when the server went away, to be asked for again with the first pose. */
  interrupted: UnderWay | null = null;
  /** Whether the last step waits to be finished before it is kept. */
  private withheld = false;
  /** Whether the next model is one that was just asked for, and not the one that was there. */
  fresh = true;
  /** Draws the thumbnail of an example; set by the view. */
  thumbnail: ((V: Floats) => string) | null = null;
  /** The message that a session is kept, which only the start page needs. */
  farewell = 0;
  private toasts = 0;
  /** Runs while an answer is awaited; 0 while none is. */
  private awaiting = 0;
  /** What goes on once the mirror plane is there, or a shape of a name. */
  private mirroring: ((mirror: Mirror) => void) | null = null;
  private readonly shaping = new Map<string, ((V: Floats) => void)[]>();

  constructor(
    readonly store: StudioStore,
    readonly token: string,
  ) {
    const answers = new Answers(this);
    this.poser = new Poser((solve) => this.socket.send({ ...solve, beside: this.besideReady() }), (on) => { this.wait(on); });
    this.socket = new Socket(token, {
      opened: () => { this.socket.send({ type: 'Hello', version: VERSION, session: this.store.state.session?.id ?? sessionStorage.getItem(SESSION) }); },
      lost: (refused) => { answers.lost(refused); },
      received: (message, arrays) => { answers.take(message, arrays); },
    });
    this.commits = new Commits(store, (message) => this.socket.send(message));
    this.props = new PropShapes(store, (message) => this.socket.send(message));
    store.watch(['document', 'connection'], () => { this.props.follow(); });
    this.editor = new Editor(store, {
      changed: (document) => { this.follow(document); },
      committed: (label, document, kind, change) => { this.committed(label, document, kind, change); },
    });
  }

  /** Keep a step. An unfinished one is kept with what it becomes; until then the journal has what was asked for. */
  private committed(label: string, document: Document, kind: Kind, change: Change | null): void {
    const waits = kind === 'step' && viewOf(document.method).unfinished?.(document) === true;
    if (!waits) this.commits.commit(this.withheld && kind === 'amend' ? 'step' : kind, label, document, change);
    this.withheld = waits;
    if (kind === 'step' && !waits) autoKey(this, change);
    this.settle();
  }

  /** A pose is awaited, or came: a long wait is told, once nothing is dragged. */
  private wait(on: boolean): void {
    if (on === (this.awaiting !== 0)) return;
    clearTimeout(this.awaiting);
    this.awaiting = on ? window.setTimeout(() => { this.tellWait(); }, PATIENCE) : 0;
    if (!on && this.store.state.awaited) this.store.set({ awaited: null });
  }

  private tellWait(): void {
    const { state } = this.store;
    if (this.editor.inGesture) this.awaiting = window.setTimeout(() => { this.tellWait(); }, PATIENCE);
    else this.store.set({ awaited: viewOf(state.document.method).awaited?.(state) ?? 'Finding the pose' });
  }

  /** Whether an answer of the server is still awaited. */
  get busy(): boolean {
    const { connection, progress, overlayWanted, overlay } = this.store.state;
    return awaitsPictures(this.store.state) || this.mirroring !== null || this.shaping.size > 0 || this.props.busy || connection !== 'open' || this.poser.busy || this.motion.frames.busy || progress !== null || overlayWanted !== (overlay?.kind ?? null);
  }

  openSample(name: string): void {
    this.fresh = true;
    this.socket.send({ type: 'OpenSample', name });
    this.store.set({ progress: { share: 0, what: `Opening ${name}`, over: false } });
  }

  openRecent(index: number, name: string): void {
    this.fresh = true;
    this.socket.send({ type: 'OpenRecent', index });
    this.store.set({ progress: { share: 0, what: `Opening ${name}`, over: false } });
  }

  async openFiles(files: readonly Given[]): Promise<void> {
    if (files.length) await this.sent(files, (uploads) => {
      this.fresh = true;
      this.socket.send({ type: 'OpenUpload', uploads });
    });
  }

  /** Back to the start page; the session stays and is the first in the list there. */
  close(): void {
    const { model, session } = this.store.state;
    this.editor.end();
    this.takePicture?.();
    this.socket.send({ type: 'Leave' });
    this.forget();
    if (model) this.farewell = this.say(`${session?.title ? session.title : model.name} is kept. Its picture on this page brings it back.`);
  }

  /** Show the start page. */
  forget(): void {
    this.motion.playback.stop();
    this.poser.reset();
    this.asked = null;
    sessionStorage.removeItem(SESSION);
    const { welcome } = this.store.state;
    this.store.set({ ...WITHOUT_MODEL, progress: null, exporting: null, welcome: welcome && { ...welcome, open: null } });
  }

  /** Go on with the session that the server offers. */
  recover(): void {
    const { welcome } = this.store.state;
    if (!welcome?.found) return;
    this.store.set({ welcome: { ...welcome, found: null }, progress: { share: 0, what: `Opening ${welcome.found.model}`, over: false } });
    this.socket.send({ type: 'Recover', accept: true });
  }

  /** Go on with a session of the list. */
  openSession({ id, title }: Pick<SessionCard, 'id' | 'title'>): void {
    if (this.socket.send({ type: 'OpenSession', id })) this.store.set({ progress: { share: 0, what: `Opening ${title}`, over: false } });
  }

  /** This page has a session, also after a reload. */
  has(id: string, title: string): void {
    sessionStorage.setItem(SESSION, id);
    this.store.set({ session: { id, title } });
  }

  /** Ask again for what the server was at when it was killed. */
  goOn(): void {
    const { interrupted } = this;
    this.interrupted = null;
    if (interrupted?.baking) this.motion.frames.bake();
    if (interrupted?.task) this.motion.ask(interrupted.task);
  }

  /** Make the rig of the document's method, which was cancelled or failed. */
  make(): void {
    this.asked = null;
    this.store.set({ unbuilt: null });
    this.follow(this.store.state.document);
  }

  choose(method: string): void {
    const { document, model, rig } = this.store.state;
    const fit = fitOf(model, method);
    if (!fit?.fits) return;
    if (method === document.method) {
      // Its building was cancelled: build it after all.
      if (this.asked === null) this.follow(document);
      return;
    }
    const [before, after] = [viewOf(document.method), viewOf(method)];
    const frozen = after.freezes ? document.frozen : null;
    // Of very many examples every method keeps its own.
    const weights = before.blends && after.blends && !rig?.kept.length ? document.weights : null;
    // What is selected and shown of parts belongs to one method.
    this.store.set({ partSelection: [], ...ownState('method', 'selection') });
    // A method that pulls no points leaves none behind; the next one begins as the model stands.
    const handles = document.handles.length === 0 && model ? { handles: model.start.handles } : {};
    this.editor.edit(`Switch to ${fit.title}`, { method, frozen, weights, slices: leftSlices(document.slices), ...handles });
    const left = fitOf(model, document.method);
    if (left) this.store.set({ choices: [wayBack(fit.title, left)] });
    if (this.store.state.beside?.method === method) this.compare(document.method);
  }

  /** Build the rig of the document's method again, with other options; what: that in words. */
  rebuild(options: Record<string, unknown>, what: string): void {
    const { method } = this.store.state.document;
    this.asked = rigKey(this.store.state.document);
    this.socket.send({ type: 'Choose', method, options });
    this.store.set({ progress: { share: 0, what, over: false } });
  }

  /** A name that nobody else gives. */
  freshName(): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  /** Keep a region of vertices; gives its name, or undefined where no server hears of it. */
  mark(region: Marked): string | undefined {
    const name = this.freshName(), { runs, levels } = region;
    if (!this.socket.send({ type: 'Mark', region: { name, runs: [...runs], levels: [...levels] } })) return undefined;
    this.store.set({ regions: new Map(this.store.state.regions).set(name, region) });
    return name;
  }

  /** Ask for the pictures of the model's examples, one after another, unless they are there. */
  wantThumbnails(): void {
    const { thumbnails, model } = this.store.state;
    if (thumbnails.size === 0 && model?.examples.length) this.socket.send({ type: 'WantExample', index: 0 });
  }

  /** Go on with the mirror plane and the partners of the vertices across it, which come from the server at the first time. */
  withMirror(then: (mirror: Mirror) => void): void {
    const mirror = mirrorOf(this.store.state), { asymmetric } = this.store.state;
    if (mirror) then(mirror);
    else if (asymmetric !== null) this.say(asymmetric);
    else {
      this.mirroring = then;
      this.socket.send({ type: 'WantMirror' });
    }
  }

  /** The mirror plane came, or the word that there is none. */
  mirrored({ normal, offset, why }: MirrorTold, partner: Uint32Array): void {
    const then = this.mirroring;
    this.mirroring = null;
    if (why) {
      this.store.set({ asymmetric: why, mirror: false });
      this.say(why);
    } else {
      this.store.set({ plane: { normal, offset }, partner });
      then?.(mirrorOf(this.store.state)!);
    }
  }

  /** Another model came, or something failed: what waits for an answer must not be done to it. */
  forgetAwaited(): void {
    this.mirroring = null;
    this.shaping.clear();
    this.props.forget();
  }

  /** Pull and paint on both sides of the model at once, or on one. */
  setMirror(mirror: boolean): void {
    this.store.set({ mirror: mirror && this.store.state.asymmetric === null });
    if (mirror) this.withMirror(() => undefined);
  }

  /** Go on with where every vertex is in a pose of the library, or in an example of the method. */
  withShape(name: string, then: (V: Floats) => void, example: number | null = null): void {
    const V = this.store.state.shapes.get(name);
    if (V) {
      then(V);
      return;
    }
    this.awaitShape(name, then);
    this.socket.send({ type: 'WantShape', name, example });
  }

  /** Ask for a shape, unless it was asked for. */
  wantShape(name: string): void {
    if (!this.shaping.has(name)) this.withShape(name, () => undefined);
  }

  /** Open the model with kept poses as examples, as a session of its own. */
  openExamples(poses: number[], mirrored: boolean): void {
    this.editor.end();
    this.takePicture?.();
    this.fresh = true;
    if (this.socket.send({ type: 'OpenExamples', poses, mirrored })) this.store.set({ progress: { share: 0, what: 'Making an example rig', over: false } });
  }

  /** Keep a shape under a new name, and go on when the server has it. */
  keepShape(source: Partial<Pick<KeepShape, 'of' | 'mirrored' | 'upload'>>, then: (name: string) => void): void {
    const name = this.freshName();
    this.awaitShape(name, () => { then(name); });
    this.socket.send({ type: 'KeepShape', name, of: null, mirrored: false, upload: null, ...source });
  }

  private awaitShape(name: string, then: (V: Floats) => void): void {
    this.shaping.set(name, [...(this.shaping.get(name) ?? []), then]);
  }

  /** A shape came. */
  shaped(name: string, V: Floats): void {
    const waiting = this.shaping.get(name) ?? [];
    this.shaping.delete(name);
    this.store.set({ shapes: new Map(this.store.state.shapes).set(name, V) });
    for (const then of waiting) then(V);
  }

  /** Pose by a second method as well, or no longer. */
  compare(method: string | null): void {
    this.store.set({ beside: method === null ? null : { method, rig: null, pose: null } });
    if (method !== null) this.socket.send({ type: 'Choose', method, options: {} });
  }

  /** The document rests, or its pose came. */
  settle(): void {
    viewOf(this.store.state.document.method).settle?.(this);
  }

  /** Keep a document as the last step left it. */
  keep(document: Document): void {
    const { history } = this.store.state, last = history.done.at(-1) ?? null;
    this.commits.commit(this.withheld ? 'step' : 'amend', last?.label ?? '', document, last);
    this.withheld = false;
  }

  cancel(): void {
    this.socket.send({ type: 'Cancel' });
  }

  show(kind: string | null): void {
    this.store.set({ overlayWanted: kind, overlay: null });
    if (kind) this.socket.send({ type: 'WantOverlay', kind });
  }

  export(kind: string): void {
    this.socket.send({ type: 'Export', kind });
  }

  private besideReady(): string | null {
    const { beside } = this.store.state;
    return beside?.rig ? beside.method : null;
  }

  /** Send files, and go on with their numbers. */
  async sent(files: readonly Given[], then: (uploads: string[]) => void): Promise<void> {
    try {
      const uploads: string[] = [];
      for (const [index, given] of files.entries()) {
        this.store.set({ progress: { share: index / files.length, what: `Reading ${given.name}`, over: false } });
        uploads.push(await upload(this.token, given));
      }
      then(uploads);
    } catch (error) {
      this.store.set({ progress: null });
      this.say(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** Let the method and the pose follow the document. */
  follow(document: Document): void {
    const { rig } = this.store.state;
    const wanted = rigKey(document);
    if (wanted !== this.asked) {
      this.asked = wanted;
      this.poser.reset();
      this.socket.send({ type: 'Choose', method: document.method, options: rigOptions(document) });
    } else if (rig && keyOf(rig) === wanted) {
      const undone = !this.editor.inGesture && asKeyed(document, this.keyed);
      this.poser.want(document, document.timeline.rows.length > 0 && (document.timeline !== this.timeline || undone));
    }
    this.timeline = document.timeline;
  }

  /** Show a message, unless it is shown already; gives its number. */
  say(words: string, bad = false): number {
    const { toasts } = this.store.state, shown = toasts.find((toast) => toast.words === words);
    if (shown) return shown.id;
    this.toasts += 1;
    const id = this.toasts;
    this.store.set({ toasts: [...toasts, { id, words, bad }] });
    setTimeout(() => { this.hush(id); }, Math.max(bad ? 2 * TOAST_TIME : TOAST_TIME, LETTER_TIME * words.length));
    return id;
  }

  hush(id: number): void {
    this.store.set({ toasts: this.store.state.toasts.filter((toast) => toast.id !== id) });
  }
}
