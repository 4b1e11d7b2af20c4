/** The camera: it looks at a point from an angle, and moves there gently. */

import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import type { Lens } from '../tools/lens';

/** Vertical field of view, in degrees: long enough not to distort a body. */
const FIELD = 30;
const EASE_MS = 150;
/** Just short of straight up and down, where the azimuth would lose its meaning. */
const STEEPEST = Math.PI / 2 - 1e-3;

/** Azimuth and elevation in radians; y is up; distance in units of the model. */
export interface Gaze {
  readonly at: readonly [number, number, number];
  readonly azimuth: number;
  readonly elevation: number;
  readonly distance: number;
}

const BEGIN: Gaze = { at: [0, 0, 0], azimuth: 0.7, elevation: 0.25, distance: 5 };

export class Camera {
  gaze: Gaze = BEGIN;
  perspective = true;
  private readonly lensed = new PerspectiveCamera(FIELD, 1);
  private readonly parallel = new OrthographicCamera();
  private move: { from: Gaze; to: Gaze; begin: number } | null = null;
  private radius = 1;
  private width = 1;
  private height = 1;

  get three(): PerspectiveCamera | OrthographicCamera {
    return this.perspective ? this.lensed : this.parallel;
  }

  get moving(): boolean {
    return this.move !== null;
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.place();
  }

  /** See a ball from where the camera is; at once, or gently. */
  frame(at: readonly [number, number, number], radius: number, angles: Partial<Gaze> = {}, gently = true): void {
    const half = (FIELD * Math.PI) / 360;
    const narrow = Math.min(1, this.width / this.height);
    const to = { ...this.gaze, ...angles, at, distance: (1.08 * radius) / (Math.sin(half) * narrow) };
    this.radius = Math.max(this.radius, radius);
    if (gently) this.go(to);
    else this.jump(to);
  }

  /** The ball that is never cut off by the near and far planes. */
  keep(radius: number): void {
    this.radius = radius;
  }

  turnTo(azimuth: number, elevation: number): void {
    this.go({ ...this.gaze, azimuth, elevation });
  }

  orbit(dx: number, dy: number): void {
    const { azimuth, elevation } = this.gaze;
    const up = Math.max(-STEEPEST, Math.min(STEEPEST, elevation + dy * 0.008));
    this.jump({ ...this.gaze, azimuth: azimuth - dx * 0.008, elevation: up });
  }

  pan(dx: number, dy: number): void {
    const step = (2 * this.gaze.distance * Math.tan((FIELD * Math.PI) / 360)) / this.height;
    const camera = this.three;
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0).multiplyScalar(-dx * step);
    const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1).multiplyScalar(dy * step);
    const [x, y, z] = this.gaze.at;
    this.jump({ ...this.gaze, at: [x + right.x + up.x, y + right.y + up.y, z + right.z + up.z] });
  }

  zoom(factor: number): void {
    const distance = Math.max(this.radius * 1e-2, Math.min(this.radius * 50, this.gaze.distance * factor));
    this.jump({ ...this.gaze, distance });
  }

  setPerspective(on: boolean): void {
    this.perspective = on;
    this.place();
  }

  /** Go on with an eased move; says whether the camera moved. */
  tick(now: number): boolean {
    if (!this.move) return false;
    const share = Math.min(1, (now - this.move.begin) / EASE_MS);
    const soft = 1 - (1 - share) ** 3;
    this.gaze = between(this.move.from, this.move.to, soft);
    if (share === 1) this.move = null;
    this.place();
    return true;
  }

  lens(): Lens {
    const camera = this.three;
    const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    return { matrix: matrix.toArray(), inverse: matrix.clone().invert().toArray(), width: this.width, height: this.height };
  }

  private go(to: Gaze): void {
    const turns = Math.round((this.gaze.azimuth - to.azimuth) / (2 * Math.PI));
    const near = { ...to, azimuth: to.azimuth + 2 * Math.PI * turns };
    this.move = { from: this.gaze, to: near, begin: performance.now() };
  }

  private jump(to: Gaze): void {
    this.move = null;
    this.gaze = to;
    this.place();
  }

  private place(): void {
    const { at, azimuth, elevation, distance } = this.gaze;
    const level = Math.cos(elevation) * distance;
    const eye = new Vector3(Math.sin(azimuth) * level, Math.sin(elevation) * distance, Math.cos(azimuth) * level);
    const target = new Vector3(...at);
    const aspect = this.width / this.height;
    const half = distance * Math.tan((FIELD * Math.PI) / 360);
    this.lensed.aspect = aspect;
    this.lensed.near = Math.max(distance - 6 * this.radius, distance * 0.02);
    this.lensed.far = distance + 12 * this.radius;
    Object.assign(this.parallel, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
    this.parallel.near = distance - 12 * this.radius;
    this.parallel.far = this.lensed.far;
    for (const camera of [this.lensed, this.parallel]) {
      camera.position.copy(target).add(eye);
      camera.lookAt(target);
      camera.updateMatrixWorld();
      camera.updateProjectionMatrix();
    }
  }
}

function between(a: Gaze, b: Gaze, t: number): Gaze {
  const mix = (x: number, y: number): number => x + (y - x) * t;
  return {
    at: [mix(a.at[0], b.at[0]), mix(a.at[1], b.at[1]), mix(a.at[2], b.at[2])],
    azimuth: mix(a.azimuth, b.azimuth),
    elevation: mix(a.elevation, b.elevation),
    distance: mix(a.distance, b.distance),
  };
}
