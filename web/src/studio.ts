/** What the server's answers do to the state, and what the user asks of the server. */

import { Answers } from './answers';
import { cagePoints, kept, keyOf, pulls, recaged, rigKey, rigOptions } from './state/cage';
import { NOTHING, regionOf } from './state/document';
import { Editor } from './state/editor';
import { EMPTY } from './state/history';
import { Poser } from './state/poser';
import { fitting, type ExportKind, type Floats, type OverlayKind, type Marked, type State, type StudioStore } from './state/state';
import { Motion } from './timeline/motion';
import { VERSION, type CageTaken, type Document, type Method, type Sculpture, type Timeline } from './wire/messages';
import type { Given } from './wire/dropped';
import { Socket, upload } from './wire/socket';

/** How long a message stays, in milliseconds; trouble stays twice as long. */
const TOAST_TIME = 5000;

/** A pose that is longer in coming than this, in milliseconds, is told to be awaited. */
const PATIENCE = 500;

/** A pull that moves no vertex of the cage farther than this share of the model is no edit: the wire carries 24 bits. */
const NOTHING_MOVED = 1e-6;

/** What belongs to one model and goes with it. */
export const WITHOUT_MODEL: Partial<State> = {
  model: null,
  rig: null,
  pose: null,
  thumbnails: new Map(),
  overlay: null,
  overlayWanted: null,
  regions: new Map(),
  partner: null,
  mirror: false,
  shelf: new Map(),
  painting: null,
  beside: null,
  document: NOTHING,
  history: EMPTY,
  selection: [],
  partSelection: [],
  jointSelection: null,
  jointDraft: null,
  exploded: false,
  cageSelection: [],
  cageNear: null,
  recovered: null,
  keySelection: [],
  timelineOpen: false,
  playing: false,
  playhead: null,
  baking: null,
  clip: null,
  ghosts: [],
  told: new Map(),
  tool: 'pose',
  gesture: null,
  dragged: false,
};

export class Studio {
  readonly socket: Socket;
  readonly poser: Poser;
  readonly editor: Editor;
  readonly motion = new Motion(this);
  /** The timeline whose keys the handles were last put to. */
  timeline: Timeline = NOTHING.timeline;
  /** The edits of a mechanism that the server could follow last. */
  followed: Document['edits'] = [];
  /** The document whose pose came last. */
  posed: Document | null = null;
  /** The rig that the server was last asked for, by its key. */
  asked: string | null = null;
  /** Draws the thumbnail of an example; set by the view. */
  thumbnail: ((V: Floats) => string) | null = null;
  private toasts = 0;
  /** Runs while an answer is awaited; 0 while none is. */
  private awaiting = 0;
  /** What goes on once the partners across the mirror plane are there. */
  private partnering: (() => void) | null = null;
  /** The sculpture whose picture was asked for last. */
  private pictured: Sculpture | null = null;

  constructor(
    readonly store: StudioStore,
    readonly token: string,
  ) {
    const answers = new Answers(this);
    this.poser = new Poser((solve) => this.socket.send({ ...solve, beside: this.besideReady() }), (on) => { this.wait(on); });
    this.socket = new Socket(token, {
      opened: () => { this.socket.send({ type: 'Hello', version: VERSION }); },
      lost: (refused) => { answers.lost(refused); },
      received: (message, arrays) => { answers.take(message, arrays); },
    });
    this.editor = new Editor(store, {
      changed: (document) => { this.follow(document); },
      committed: (label, document) => {
        // A pull on a frame is kept with the edit that it becomes; until then the journal has the pull itself.
        if (!pulls(document)) this.socket.send({ type: 'Commit', label, document });
        this.settle();
      },
    });
  }

  /** A pose is awaited, or came: a long wait is told, once nothing is dragged. */
  private wait(on: boolean): void {
    if (on === (this.awaiting !== 0)) return;
    clearTimeout(this.awaiting);
    this.awaiting = on ? window.setTimeout(() => { this.tellWait(); }, PATIENCE) : 0;
    if (!on && this.store.state.awaited) this.store.set({ awaited: null });
  }

  private tellWait(): void {
    const { document } = this.store.state;
    if (this.editor.inGesture) this.awaiting = window.setTimeout(() => { this.tellWait(); }, PATIENCE);
    else this.store.set({ awaited: this.followed === document.edits ? 'Finding the pose' : 'Making the parts anew' });
  }

  /** Whether an answer of the server is still awaited. */
  get busy(): boolean {
    const { connection, progress, overlayWanted, overlay } = this.store.state;
    return connection !== 'open' || this.poser.busy || progress !== null || overlayWanted !== (overlay?.kind ?? null);
  }

  openSample(name: string): void {
    this.socket.send({ type: 'OpenSample', name });
    this.store.set({ progress: { share: 0, what: `Opening ${name}`, over: false } });
  }

  openRecent(index: number, name: string): void {
    this.socket.send({ type: 'OpenRecent', index });
    this.store.set({ progress: { share: 0, what: `Opening ${name}`, over: false } });
  }

  async openFiles(files: readonly Given[]): Promise<void> {
    if (files.length) await this.sent(files, (uploads) => { this.socket.send({ type: 'OpenUpload', uploads }); });
  }

  /** Back to the samples and the drop area. */
  close(): void {
    this.motion.playback.stop();
    this.poser.reset();
    this.asked = null;
    const { welcome } = this.store.state;
    this.store.set({ ...WITHOUT_MODEL, welcome: welcome && { ...welcome, open: null } });
  }

  recover(accept: boolean): void {
    const { welcome } = this.store.state;
    if (!welcome) return;
    this.store.set({ welcome: { ...welcome, found: null } });
    this.socket.send({ type: 'Recover', accept });
  }

  choose(method: Method): void {
    const { document, model, methods } = { ...this.store.state, methods: this.store.state.model?.methods ?? [] };
    const title = methods.find((fit) => fit.method === method)?.title ?? method;
    if (!fitting(model, method)) return;
    if (method === document.method) {
      // Its building was cancelled: build it after all.
      if (this.asked === null) this.follow(document);
      return;
    }
    // Only MeshIK has single vertices that could be frozen; examples and sculptures have weights of their own.
    const frozen = method === 'meshik' ? document.frozen : null;
    const mixes = ['meshik', 'reduced'].includes(method) && ['meshik', 'reduced'].includes(document.method);
    const weights = mixes ? document.weights : null;
    // What is selected and shown of parts belongs to one method.
    this.store.set({ partSelection: [], jointSelection: null, cageSelection: [], exploded: false });
    // Handles that another method moves must not pull on a frame of the cage.
    this.editor.edit(`Switch to ${title}`, { method, frozen, weights, sculpting: null, painted: null, caged: { ...document.caged, frame: null } });
    if (this.store.state.beside?.method === method) this.compare(document.method);
  }

  /** Learn the rig of the document's method again, with other options. */
  learn(options: Record<string, unknown>): void {
    const { method } = this.store.state.document;
    this.asked = rigKey(this.store.state.document);
    this.socket.send({ type: 'Choose', method, options });
    this.store.set({ progress: { share: 0, what: 'Learning', over: false } });
  }

  /** Keep a region of vertices; gives its name, or undefined where no server hears of it. */
  mark(region: Marked): string | undefined {
    const name = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const { runs, levels } = region;
    if (!this.socket.send({ type: 'Mark', region: { name, runs: [...runs], levels: [...levels] } })) return undefined;
    this.store.set({ regions: new Map(this.store.state.regions).set(name, region) });
    return name;
  }

  /** Keep a mask of levels as a region, and go on with its name. */
  paintPart(levels: Uint8Array, then: (region: string) => void): void {
    const region = regionOf(levels);
    const name = region.runs.length ? this.mark(region) : undefined;
    if (name === undefined) this.say('The other side has no vertices of its own, or the server is away.', true);
    else then(name);
  }

  /** Ask for the picture of a sculpture; one question at a time. */
  wantPicture(index: number, sculpture: Sculpture): void {
    if (this.pictured === sculpture) return;
    this.pictured = sculpture;
    this.socket.send({ type: 'WantExample', index });
  }

  /** Ask for the partners of the vertices across the mirror plane, and go on when they are there. */
  withPartner(then: () => void): void {
    this.partnering = then;
    this.socket.send({ type: 'WantMirror' });
  }

  /** Another model came: what waited for the partners of the one before must not be done to it. */
  forgetPartner(): void {
    this.partnering = null;
  }

  /** The partners came. */
  partnered(partner: Uint32Array): void {
    const then = this.partnering;
    this.partnering = null;
    this.store.set({ partner });
    then?.();
  }

  /** Paint both sides of the model at once, or one; the partners come from the server at the first time. */
  setMirror(mirror: boolean): void {
    this.store.set({ mirror });
    if (mirror && !this.store.state.partner) this.socket.send({ type: 'WantMirror' });
  }

  /** Pose by a second method as well, or no longer. */
  compare(method: Method | null): void {
    this.store.set({ beside: method && { method, rig: null, pose: null } });
    if (method) this.socket.send({ type: 'Choose', method, options: {} });
  }

  makeCage(vertices: number, symmetric: boolean | null): void {
    this.socket.send({ type: 'MakeCage', vertices, symmetric, coordinates: this.store.state.document.caged.coordinates });
    this.store.set({ progress: { share: 0, what: 'Making a cage', over: false } });
  }

  /** Take a file as the cage. */
  async loadCage(file: File): Promise<void> {
    this.store.set({ progress: { share: 0, what: `Reading ${file.name}`, over: false } });
    try {
      const number = await upload(this.token, { file, name: file.name });
      this.socket.send({ type: 'LoadCage', upload: number, coordinates: this.store.state.document.caged.coordinates });
    } catch (error) {
      this.store.set({ progress: null });
      this.say(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** A cage was made or loaded: the document has it. */
  takeCage({ name, words }: CageTaken): void {
    const { document, model } = this.store.state;
    if (!model || document.method !== 'cage') return;
    this.store.set({ cageSelection: [] });
    this.editor.edit(words.startsWith('made') ? `Make a cage of ${words.replace(/\D+/g, '')} vertices` : `Load the cage ${words.split(':')[0]}`, recaged(document, name, model));
  }

  /** A pull on a frame that rests, and whose pose is there, becomes an edit of the sequence: a part of the same step. */
  settle(): void {
    const { document, pose, model, rig, cageReach } = this.store.state;
    if (!pulls(document) || this.posed !== document || this.editor.inGesture || !pose?.points || !pose.base || !model) return;
    const points = cagePoints(rig, pose);
    if (!points || points.length !== pose.base.length) return;
    const frame = (document.caged.frame ?? 0) + 1;
    this.editor.amend((last) => (last ? `${last} in frame ${frame}` : `Edit frame ${frame}`), kept(document.caged, points, pose.base, cageReach, NOTHING_MOVED * model.diagonal));
  }

  /** Keep a document as the last step left it. */
  keep(document: Document): void {
    this.socket.send({ type: 'Commit', label: this.store.state.history.done.at(-1)?.label ?? '', document });
  }

  recoverCages(): void {
    this.socket.send({ type: 'RecoverCages' });
    this.store.set({ progress: { share: 0, what: 'Finding the cages', over: false } });
  }

  cancel(): void {
    this.socket.send({ type: 'Cancel' });
  }

  show(kind: OverlayKind | null): void {
    this.store.set({ overlayWanted: kind, overlay: null });
    if (kind) this.socket.send({ type: 'WantOverlay', kind });
  }

  export(kind: ExportKind): void {
    this.socket.send({ type: 'Export', kind });
  }

  private besideReady(): Method | null {
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
      const keyed = document.timeline !== this.timeline && document.timeline.rows.length > 0;
      this.poser.want(document, keyed);
    }
    this.timeline = document.timeline;
  }

  say(words: string, bad = false): void {
    this.toasts += 1;
    const id = this.toasts;
    const { toasts } = this.store.state;
    if (toasts.some((toast) => toast.words === words)) return;
    this.store.set({ toasts: [...toasts, { id, words, bad }] });
    setTimeout(() => { this.hush(id); }, bad ? 2 * TOAST_TIME : TOAST_TIME);
  }

  hush(id: number): void {
    this.store.set({ toasts: this.store.state.toasts.filter((toast) => toast.id !== id) });
  }
}
