/** A picture behind the model, to pose after: dropped or chosen, kept in this browser for its session. */

import type { Bench } from '../tools/gesture';
import { el } from './dom';

/** Where the last picture is kept, with its session. */
const KEPT = 'pliant.reference';
/** Pixels of its longer side, and how well it is kept: about 200 KB. */
const LONGEST = 1280, QUALITY = 0.85;
const OPACITY = 0.6;

/** The element behind the canvas. */
export function reference({ studio: { store } }: Bench): HTMLElement {
  const picture = el('img', { class: 'reference', attributes: { alt: '' } });
  store.watch(['reference'], ({ reference: shown }) => {
    picture.hidden = shown === null;
    if (!shown) return;
    if (picture.src !== shown.url) picture.src = shown.url;
    picture.style.opacity = String(shown.opacity);
  });
  // A session that comes back has its picture again.
  store.watch(['session'], ({ session, reference: shown }) => {
    const kept = session && !shown ? read() : null;
    if (kept && kept.session === session?.id) store.set({ reference: { url: kept.url, opacity: kept.opacity } });
  });
  store.watch(['reference'], ({ reference: shown, session }) => { if (shown && session) write({ session: session.id, ...shown }); });
  return picture;
}

interface Kept {
  readonly session: string;
  readonly url: string;
  readonly opacity: number;
}

function read(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // The browser keeps no more: the picture is there until the page is left.
  }
}

export function isPicture(file: File | undefined): file is File {
  return file?.type.startsWith('image/') ?? false;
}

export async function showReference({ studio }: Bench, file: File): Promise<void> {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) {
    studio.say(`${file.name} is no picture that this browser can read.`, true);
    return;
  }
  const scale = Math.min(1, LONGEST / Math.max(image.width, image.height)), canvas = document.createElement('canvas');
  canvas.width = Math.round(scale * image.width);
  canvas.height = Math.round(scale * image.height);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  studio.store.set({ reference: { url: canvas.toDataURL('image/webp', QUALITY), opacity: studio.store.state.reference?.opacity ?? OPACITY } });
}

export function chooseReference(bench: Bench): void {
  const input = el('input', { label: 'Choose a picture', attributes: { type: 'file', accept: 'image/*' }, on: { change: () => {
    const file = input.files?.[0];
    if (file) void showReference(bench, file);
  } } });
  input.click();
}

export function removeReference({ studio: { store } }: Bench): void {
  localStorage.removeItem(KEPT);
  store.set({ reference: null });
}
