/** A faint ground with a grid that fades, and the soft shadow where the model nearly touches it. */

import { Color, DoubleSide, Matrix4, Mesh, OrthographicCamera, PlaneGeometry, Scene, ShaderMaterial, WebGLRenderTarget, type WebGLRenderer } from 'three';
import type { Up } from '../state/state';
import { minus, type Vector } from '../state/vectors';
import type { Body } from './body';
import type { PropBodies } from './props';

/** Pixels of the shadow's picture along a side: several to the width of its blur, which hides anything finer. */
const SIZE = 128;
/** Between samples of the blur, as a share of the picture: for the dark shadow, and for the soft one. */
const BLUR = 1 / 160, WIDE = 2.7 * BLUR;
/** Shares of the samples, in the shape of a bell; worked out once, for `exp` at every pixel is slow without a graphics card. */
const SAMPLES = bell(6);

const FLAT = 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }';
const BLURRED = `
uniform sampler2D picture; uniform vec2 step; uniform float power; varying vec2 at;
void main() {
  float sum = ${SAMPLES.map(({ at, share }) => `${share.toFixed(6)} * pow(texture2D(picture, at + ${at.toFixed(1)} * step).r, power)`).join(' + ')};
  gl_FragColor = vec4(vec3(sum), 1.0);
}`;
/** How much darker than the soft shadow the ground is where something touches it. */
const CONTACT = 1.5;
/** What is nearer to the ground counts so much more for the dark shadow, before it is blurred: feet are small. */
const NEAR = 10;
const VERTEX = `
varying vec3 world; varying vec2 plane; uniform vec3 depth;
void main() { world = (modelMatrix * vec4(position, 1.0)).xyz; plane = vec2(world.x, dot(world, depth)); gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0); }`;
const FRAGMENT = `
uniform sampler2D shadow; uniform sampler2D contact; uniform mat4 fromBelow; uniform vec2 middle; uniform vec3 line; uniform vec3 dark;
uniform float radius; uniform float cell; uniform float strength; uniform float firm; varying vec3 world; varying vec2 plane;
float lines(vec2 p) {
  vec2 d = abs(fract(p - 0.5) - 0.5) / fwidth(p);
  return 1.0 - min(min(d.x, d.y), 1.0);
}
void main() {
  float far = length(plane - middle) / (3.2 * radius);
  float fade = pow(max(0.0, 1.0 - far), 1.5);
  float grid = min(1.0, (1.0 + 0.9 * firm) * (0.45 * lines(plane / cell) + 0.35 * lines(plane / (5.0 * cell))) + 0.1 * firm) * fade;
  vec2 uv = (fromBelow * vec4(world, 1.0)).xy * 0.5 + 0.5;
  float inside = step(0.0, uv.x) * step(uv.x, 1.0) * step(0.0, uv.y) * step(uv.y, 1.0);
  // Far and soft below the whole model, near and dark where it touches the ground.
  float wide = strength * pow(texture2D(shadow, uv).r, 1.3);
  float close = min(1.0, ${CONTACT.toFixed(1)} * strength) * texture2D(contact, uv).r;
  float shade = inside * (wide + close * (1.0 - wide));
  float alpha = shade + grid * (1.0 - shade);
  if (!gl_FrontFacing) discard;
  gl_FragColor = vec4((dark * shade + line * grid * (1.0 - shade)) / max(alpha, 1e-4), alpha);
  #include <colorspace_fragment>
}`;

export class Ground {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly targets = [new WebGLRenderTarget(SIZE, SIZE), new WebGLRenderTarget(SIZE, SIZE), new WebGLRenderTarget(SIZE, SIZE)];
  private readonly camera = new OrthographicCamera();
  private readonly blur = new ShaderMaterial({
    uniforms: { picture: { value: null }, step: { value: [0, 0] }, power: { value: 1 } },
    vertexShader: FLAT, fragmentShader: BLURRED, depthTest: false, depthWrite: false,
  });
  private readonly quad = new Mesh(new PlaneGeometry(2, 2), this.blur);
  private readonly scene = new Scene();
  /** Where it lies, and how far shadows are drawn. */
  private middle: Vector = [0, 0, 0];
  private nearest = 0;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false, side: DoubleSide,
      uniforms: {
        shadow: { value: this.targets[0].texture }, contact: { value: this.targets[2].texture }, fromBelow: { value: new Matrix4() }, middle: { value: [0, 0] }, depth: { value: [0, 0, 1] },
        line: { value: new Color() }, dark: { value: new Color() }, radius: { value: 1 }, cell: { value: 1 }, strength: { value: 0.5 }, firm: { value: 0 },
      },
    });
    this.mesh = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.quad.frustumCulled = false;
  }

  /** Lie under a model of this size, whose lowest point has the height `floor` along the axis that is up. */
  place(at: readonly [number, number, number], radius: number, floor: number, up: Up = 'y'): void {
    const [height, depth] = up === 'y' ? [1, 2] : [2, 1];
    const under = (level: number): [number, number, number] => [at[0], height === 1 ? level : at[1], height === 2 ? level : at[2]];
    this.mesh.visible = true;
    this.mesh.position.set(...under(floor));
    // The plane was made for y; a quarter turn about x brings its upper side to z.
    this.mesh.rotation.x = up === 'y' ? 0 : Math.PI / 2;
    this.mesh.scale.setScalar(7 * radius);
    this.middle = under(floor);
    this.nearest = 1.5 * radius;
    Object.assign(this.camera, { near: 0, far: 0.7 * radius });
    this.camera.position.set(...under(floor - 1e-3 * radius));
    this.camera.up.set(0, depth === 1 ? 1 : 0, depth === 2 ? 1 : 0);
    this.camera.lookAt(...under(floor + radius));
    this.camera.updateMatrixWorld();
    this.reach([]);
    const { uniforms } = this.mesh.material;
    uniforms.depth.value = this.camera.up.toArray();
    uniforms.middle.value = [at[0], at[depth]];
    uniforms.radius.value = radius;
    uniforms.cell.value = cellFor(radius);
  }

  /** Draw shadows of the model, and of all that has these corners. */
  reach(corners: readonly Vector[]): void {
    const far = Math.max(this.nearest, ...corners.map((corner) => Math.hypot(...minus(corner, this.middle))));
    Object.assign(this.camera, { left: -far, right: far, top: far, bottom: -far });
    this.camera.updateProjectionMatrix();
    this.mesh.material.uniforms.fromBelow.value = new Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse);
  }

  /** Whether the model stands on it: the grid is clearer then. */
  firm(on: boolean): void {
    this.mesh.material.uniforms.firm.value = on ? 1 : 0;
  }

  colour(line: string, dark: string, strength: number): void {
    const { uniforms } = this.mesh.material;
    (uniforms.line.value as Color).set(line);
    (uniforms.dark.value as Color).set(dark);
    uniforms.strength.value = strength;
  }

  /** Draw the shadow of the body, and of what stands beside it, anew. */
  shade(renderer: WebGLRenderer, body: Body, props: PropBodies): void {
    const [sharp, soft, near] = this.targets;
    const parent = body.group.parent;
    this.scene.add(body.group);
    this.scene.overrideMaterial = body.depth;
    renderer.setRenderTarget(sharp);
    renderer.setClearColor(0x000000, 1);
    renderer.clear();
    renderer.render(this.scene, this.camera);
    parent?.add(body.group);
    const beside = props.group.parent;
    this.scene.add(props.group);
    this.scene.overrideMaterial = props.depth;
    renderer.autoClear = false;
    renderer.render(this.scene, this.camera);
    renderer.autoClear = true;
    this.scene.overrideMaterial = null;
    beside?.add(props.group);
    for (const [from, to, step, power] of [[sharp, soft, [BLUR, 0], NEAR], [soft, near, [0, BLUR], 1], [sharp, soft, [WIDE, 0], 1], [soft, sharp, [0, WIDE], 1]] as const) {
      this.blur.uniforms.power.value = power;
      this.blur.uniforms.picture.value = from.texture;
      this.blur.uniforms.step.value = step;
      renderer.setRenderTarget(to);
      renderer.render(this.quad, this.camera);
    }
    renderer.setRenderTarget(null);
    renderer.setClearColor(0x000000, 0);
  }

  dispose(): void {
    for (const target of this.targets) target.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.quad.geometry.dispose();
    this.blur.dispose();
  }
}

/** A round length of about a fifth of the radius. */
function cellFor(radius: number): number {
  const power = 10 ** Math.floor(Math.log10(radius / 4));
  return [5, 2, 1].map((factor) => factor * power).find((cell) => cell <= radius / 4) ?? power;
}

/** Samples from −reach to reach whose shares sum to 1. */
function bell(reach: number): { at: number; share: number }[] {
  const places = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach);
  const weights = places.map((at) => Math.exp(-at * at / 14));
  const total = weights.reduce((sum, weight) => sum + weight);
  return places.map((at, i) => ({ at, share: weights[i] / total }));
}
