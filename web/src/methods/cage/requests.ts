/** What Cage IK asks of the server, and what it does with the answers. */

import type { Studio } from '../../studio';
import { upload } from '../../wire/socket';
import type { FromServer } from '../../wire/messages';
import type { CageTaken } from './messages';
import { cagePoints, kept, pulls, recaged } from './slice';

/** A pull that moves no vertex of the cage farther than this share of the model is no edit: the wire carries 24 bits. */
const NOTHING_MOVED = 1e-6;

export function makeCage({ socket, store }: Studio, vertices: number, symmetric: boolean | null): void {
  socket.send({ type: 'MakeCage', vertices, symmetric, coordinates: store.state.document.slices.cage.coordinates });
  store.set({ progress: { share: 0, what: 'Making a cage', over: false } });
}

/** Take a file as the cage. */
export async function loadCage(studio: Studio, file: File): Promise<void> {
  const { store, socket } = studio;
  store.set({ progress: { share: 0, what: `Reading ${file.name}`, over: false } });
  try {
    const number = await upload(studio.token, { file, name: file.name });
    socket.send({ type: 'LoadCage', upload: number, coordinates: store.state.document.slices.cage.coordinates });
  } catch (error) {
    store.set({ progress: null });
    studio.say(error instanceof Error ? error.message : String(error), true);
  }
}

export function recoverCages({ socket, store }: Studio): void {
  socket.send({ type: 'RecoverCages' });
  store.set({ progress: { share: 0, what: 'Finding the cages', over: false } });
}

export function take(studio: Studio, message: FromServer): void {
  if (message.type === 'CageTaken') takeCage(studio, message);
  else if (message.type === 'CagesRecovered') studio.store.set({ recovered: message });
}

/** A cage was made or loaded: the document has it. */
function takeCage({ store, editor }: Studio, { name, words }: CageTaken): void {
  const { document, model } = store.state;
  if (!model || document.method !== 'cage') return;
  store.set({ cageSelection: [] });
  editor.edit(words.startsWith('made') ? `Make a cage of ${words.replace(/\D+/g, '')} vertices` : `Load the cage ${words.split(':')[0]}`, recaged(document, name, model));
}

/** A pull on a frame that rests, and whose pose is there, becomes an edit of the sequence: a part of the same step. */
export function settle({ store, editor, posed }: Studio): void {
  const { document, pose, model, rig, cageReach } = store.state;
  if (!pulls(document) || posed !== document || editor.inGesture || !pose?.points || !pose.base || !model) return;
  const points = cagePoints(rig, pose);
  if (!points || points.length !== pose.base.length) return;
  const frame = (document.slices.cage.frame ?? 0) + 1;
  editor.amend((last) => (last ? `${last} in frame ${frame}` : `Edit frame ${frame}`), kept(document, points, pose.base, cageReach, NOTHING_MOVED * model.diagonal));
}
