/** The camera: it looks at a point from an angle, and moves there gently. */

import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import type { Up } from '../state/state';
import type { Lens } from '../tools/lens';

/** Focal length in millimetres at the start: long enough not to distort a body. */
const USUAL = 45;
/** Half the height of the picture behind a lens, in millimetres. */
const HALF_FILM = 12;
const EASE_MS = 150;
/** How much farther the camera stands than it must. */
const MARGIN = 1.08;
/** At the first look there is room around a model, for what is said beside it. */
const ROOM = 1.12;
/** Just short of straight up and down, where the azimuth would lose its meaning. */
const STEEPEST = Math.PI / 2 - 1e-3;

export type Axis = 0 | 1 | 2;

/** Azimuth and elevation in radians, about the axis that is up; distance in units of the model. */
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
  private up: Up = 'y';
  private readonly lensed = new PerspectiveCamera(fieldOf(USUAL), 1);
  /** Tangent of half the vertical field of view. */
  private slope = HALF_FILM / USUAL;
  private readonly parallel = new OrthographicCamera();
  private move: { from: Gaze; to: Gaze; begin: number } | null = null;
  private radius = 1;
  private width = 1;
  private height = 1;

  get three(): PerspectiveCamera | OrthographicCamera {
    return this.perspective ? this.lensed : this.parallel;
  }

  /** Half the height of the view, at the point in its middle. */
  get half(): number {
    return this.gaze.distance * this.slope;
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
    const half = Math.atan(this.slope);
    const narrow = Math.min(1, this.width / this.height);
    const to = { ...this.gaze, ...angles, at, distance: (MARGIN * radius) / (Math.sin(half) * narrow) };
    this.radius = Math.max(this.radius, radius);
    if (gently) this.go(to);
    else this.jump(to);
  }

  /** See all of V, flat (n, 3), from an angle, as large as it can be; at once. */
  enclose(V: ArrayLike<number>, angles: Pick<Gaze, 'azimuth' | 'elevation'>): void {
    this.jump(enclosing(V, angles, this.up, this.width / this.height, this.slope));
  }

  /** Go back, if need be, until all of V, flat (n, 3), is seen from an angle with some room around it; at once. */
  show(V: ArrayLike<number>, angles: Pick<Gaze, 'azimuth' | 'elevation'>): void {
    const whole = enclosing(V, angles, this.up, this.width / this.height, this.slope);
    if (ROOM * whole.distance > this.gaze.distance) this.jump({ ...whole, distance: ROOM * whole.distance });
  }

  /** The ball that is never cut off by the near and far planes. */
  keep(radius: number): void {
    this.radius = radius;
  }

  /** Another axis is up: the same angles mean other directions from now on. */
  setUp(up: Up): void {
    this.up = up;
    this.jump(this.gaze);
  }

  turnTo(azimuth: number, elevation: number): void {
    this.go({ ...this.gaze, azimuth, elevation: steep(elevation) });
  }

  /** Look from the end of an axis of the model towards its middle. */
  lookFrom(axis: Axis, sign: 1 | -1): void {
    const { azimuth, elevation } = anglesFrom(axis, sign, this.up);
    this.turnTo(azimuth, elevation);
  }

  /** The model's axes in the view, each as [right, up, towards the viewer]. */
  axes(): [number, number, number][] {
    const { elements } = this.three.matrixWorldInverse;
    return [0, 4, 8].map((at) => [elements[at], elements[at + 1], elements[at + 2]]);
  }

  /** about: the point that stays where it is seen; the middle of the view if not given. */
  orbit(dx: number, dy: number, about: readonly [number, number, number] = this.gaze.at): void {
    const { azimuth, elevation, at } = this.gaze;
    const next = { ...this.gaze, azimuth: azimuth - dx * 0.008, elevation: steep(elevation + dy * 0.008) };
    this.jump({ ...next, at: turnedAbout(at, about, this.gaze, next, this.up) });
  }

  /** Another lens, by its focal length in millimetres: the model stays as large as it is. */
  setLens(length: number): void {
    const before = this.slope;
    this.slope = HALF_FILM / length;
    this.lensed.fov = fieldOf(length);
    if (this.slope !== before) this.jump({ ...this.gaze, distance: (this.gaze.distance * before) / this.slope });
  }

  pan(dx: number, dy: number): void {
    const step = (2 * this.gaze.distance * this.slope) / this.height;
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

  /** Go gently where the camera stood before. */
  comeTo(gaze: Gaze): void {
    this.go(gaze);
  }

  /** Stand where the camera stood before; at once. */
  restore({ at, azimuth, elevation, distance }: Gaze): void {
    this.jump({ at, azimuth, elevation, distance });
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
    const { at, distance } = this.gaze;
    const eye = new Vector3(...towardEye(this.gaze, this.up)).multiplyScalar(distance);
    const target = new Vector3(...at);
    const aspect = this.width / this.height;
    const { half } = this;
    this.lensed.aspect = aspect;
    this.lensed.near = Math.max(distance - 6 * this.radius, distance * 0.02);
    this.lensed.far = distance + 12 * this.radius;
    Object.assign(this.parallel, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
    this.parallel.near = distance - 12 * this.radius;
    this.parallel.far = this.lensed.far;
    for (const camera of [this.lensed, this.parallel]) {
      camera.up.set(0, this.up === 'y' ? 1 : 0, this.up === 'z' ? 1 : 0);
      camera.position.copy(target).add(eye);
      camera.lookAt(target);
      camera.updateMatrixWorld();
      camera.updateProjectionMatrix();
    }
  }
}

function steep(elevation: number): number {
  return Math.max(-STEEPEST, Math.min(STEEPEST, elevation));
}

/** The unit vector from the model to the eye. From the front: along z where y is up, against y where z is up. */
export function towardEye({ azimuth, elevation }: Pick<Gaze, 'azimuth' | 'elevation'>, up: Up): [number, number, number] {
  const right = Math.sin(azimuth) * Math.cos(elevation), front = Math.cos(azimuth) * Math.cos(elevation);
  return up === 'y' ? [right, Math.sin(elevation), front] : [right, -front, Math.sin(elevation)];
}

/** The vertical field of view of a lens, in degrees. */
export function fieldOf(length: number): number {
  return (360 / Math.PI) * Math.atan(HALF_FILM / length);
}

/** Where the camera looks after a turn, so that a point stays where it is seen. */
export function turnedAbout(at: Gaze['at'], about: Gaze['at'], from: Gaze, to: Gaze, up: Up): [number, number, number] {
  const axes = (gaze: Gaze): Vector3[] => {
    const back = new Vector3(...towardEye(gaze, up)), right = new Vector3().crossVectors(new Vector3(0, up === 'y' ? 1 : 0, up === 'z' ? 1 : 0), back).normalize();
    return [right, new Vector3().crossVectors(back, right), back];
  };
  const way = new Vector3(...at).sub(new Vector3(...about)), after = axes(to), place = new Vector3(...about);
  axes(from).forEach((axis, i) => { place.addScaledVector(after[i], way.dot(axis)); });
  return [place.x, place.y, place.z];
}

/** The angles at which the eye is at the end of an axis; above and below it stands as in the view from the front. */
export function anglesFrom(axis: Axis, sign: 1 | -1, up: Up): { azimuth: number; elevation: number } {
  if (axis === 0) return { azimuth: (sign * Math.PI) / 2, elevation: 0 };
  const vertical = up === 'y' ? 1 : 2;
  if (axis === vertical) return { azimuth: 0, elevation: sign * STEEPEST };
  const front = up === 'y' ? sign > 0 : sign < 0;
  return { azimuth: front ? 0 : Math.PI, elevation: 0 };
}

/** The gaze from which all of V, flat (n, 3), is just seen in perspective, with a small margin. */
export function enclosing(V: ArrayLike<number>, angles: Pick<Gaze, 'azimuth' | 'elevation'>, up: Up, aspect: number, slope = HALF_FILM / USUAL): Gaze {
  const back = new Vector3(...towardEye(angles, up));
  const right = new Vector3().crossVectors(new Vector3(0, up === 'y' ? 1 : 0, up === 'z' ? 1 : 0), back).normalize();
  const rise = new Vector3().crossVectors(back, right);
  const point = new Vector3();
  const slopes = [slope * aspect, slope];
  // A side of the picture, moved until it touches: the largest x + z tan, and so on for the four of them.
  const most = [0, 1].map(() => [-Infinity, -Infinity]);
  let nearest = -Infinity;
  for (let i = 0; i < V.length; i += 3) {
    point.set(V[i], V[i + 1], V[i + 2]);
    const z = point.dot(back);
    nearest = Math.max(nearest, z);
    [point.dot(right), point.dot(rise)].forEach((x, k) => {
      most[k][0] = Math.max(most[k][0], x + z * slopes[k]);
      most[k][1] = Math.max(most[k][1], -x + z * slopes[k]);
    });
  }
  const [x, y] = most.map(([high, low]) => (high - low) / 2);
  const depths = most.map(([high, low], k) => (high + low) / (2 * slopes[k]));
  const at = right.clone().multiplyScalar(x).addScaledVector(rise, y).addScaledVector(back, nearest);
  return { ...angles, at: [at.x, at.y, at.z], distance: MARGIN * Math.max(...depths.map((depth) => depth - nearest), 1e-6) };
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
