/** What end-to-end tests ask the page: window.pliant. */

import { row } from './state/vectors';
import type { State } from './state/state';
import type { Bench } from './tools/gesture';
import { project } from './tools/lens';

export interface Hooks {
  /** Where a vertex of the posed mesh is, in pixels of the page. */
  vertexScreen(vertex: number): [number, number];
  pointScreen(point: [number, number, number]): [number, number];
  /** Resolves when nothing is awaited and the last frame is drawn. */
  idle(): Promise<void>;
  state(): Readonly<State>;
  /** Where the camera looks (three numbers), from which angles, and from how far. */
  camera(): number[];
  /** The view as it is now, small, as a data URL. */
  picture(): string | null;
  /** Posed positions, n rows flat, of a pane (0: the left one, or the only one). */
  positions(pane?: number): number[];
}

declare global {
  interface Window {
    pliant: Hooks;
  }
}

export function hooks({ studio, stage }: Bench): void {
  const pointScreen = (point: [number, number, number]): [number, number] => {
    const { left, top } = stage.canvas.getBoundingClientRect();
    const { x, y } = project(stage.lens, point);
    return [left + x, top + y];
  };
  window.pliant = {
    pointScreen,
    vertexScreen: (vertex) => pointScreen(row(stage.positions() ?? [], vertex)),
    idle: () => new Promise((resolve) => {
      const look = (): void => {
        if (studio.busy || stage.busy) requestAnimationFrame(look);
        else resolve();
      };
      look();
    }),
    state: () => studio.store.state,
    camera: () => {
      const { at, azimuth, elevation, distance } = stage.camera.gaze;
      return [...at, azimuth, elevation, distance];
    },
    picture: () => stage.picture(),
    positions: (pane = 0) => [...(stage.positions(pane) ?? [])],
  };
}
