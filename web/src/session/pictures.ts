/** Pictures of sessions for the list of them: taken when work rests, and when a session is left. */

import type { Bench } from '../tools/gesture';

/** Milliseconds without a step after which a picture is taken. */
const REST = 1200;

export function followPictures({ studio, stage }: Bench): void {
  let timer = 0;
  studio.takePicture = () => {
    clearTimeout(timer);
    const { model, session, pose } = studio.store.state;
    const picture = model && session && pose ? stage.picture() : null;
    if (picture) studio.socket.send({ type: 'ShowPicture', picture });
  };
  studio.store.watch(['kept', 'session'], ({ session }) => {
    clearTimeout(timer);
    if (session) timer = window.setTimeout(() => { studio.takePicture?.(); }, REST);
  });
}
