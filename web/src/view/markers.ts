/** Handles as discs of constant size, the lines of pulls and groups, and dots of an overlay. */

import { BufferAttribute, BufferGeometry, Color, GreaterDepth, Group, LessEqualDepth, Points, ShaderMaterial } from 'three';
import { Lines } from './lines';

export interface Disc {
  readonly at: readonly [number, number, number];
  /** Radius in CSS pixels. */
  readonly radius: number;
  readonly fill: string;
  readonly edge: string;
  /** An outer ring in the colour of the edge. */
  readonly ring: boolean;
  /** How much the fill lets through, from 0 to 1; nothing if not given. */
  readonly hollow?: number;
  /** Four marks around it, as on a compass. */
  readonly ticks?: boolean;
}

export type Segment = readonly [readonly [number, number, number], readonly [number, number, number]];

/** Room around a disc for what it is marked with, in CSS pixels. */
const MARGIN = '#define MARGIN 9.0\n';

const VERTEX = `${MARGIN}
attribute vec3 fill; attribute vec3 edge; attribute vec4 shape;
uniform float ratio; uniform float lift;
varying vec3 inner; varying vec3 outer; varying vec4 kind;
void main() {
  inner = fill; outer = edge; kind = shape;
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * eye;
  // Toward the viewer, so that the surface that carries a disc does not cut it.
  vec4 nearer = projectionMatrix * (eye + vec4(0.0, 0.0, lift, 0.0));
  gl_Position.z = nearer.z / nearer.w * gl_Position.w;
  gl_PointSize = 2.0 * (shape.x + MARGIN) * ratio;
}`;
const FRAGMENT = `${MARGIN}
uniform float opacity; varying vec3 inner; varying vec3 outer; varying vec4 kind;
void main() {
  vec2 at = abs(gl_PointCoord - 0.5) * 2.0 * (kind.x + MARGIN);
  float r = length(at);
  float disc = 1.0 - smoothstep(kind.x - 0.5, kind.x + 0.5, r);
  float middle = 1.0 - smoothstep(kind.x - 2.2, kind.x - 1.2, r);
  float ring = kind.y * (1.0 - smoothstep(0.5, 1.3, abs(r - kind.x - 3.5)));
  float side = min(at.x, at.y);
  float tick = kind.w * (1.0 - smoothstep(0.5, 1.3, side)) * smoothstep(kind.x + 1.2, kind.x + 2.2, r) * (1.0 - smoothstep(kind.x + 7.0, kind.x + 8.0, r));
  float alpha = max(disc * (1.0 - kind.z * middle), max(ring, tick)) * opacity;
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(mix(outer, inner, middle), alpha);
  #include <colorspace_fragment>
}`;

/** How visible a disc is behind the mesh. */
const HIDDEN_OPACITY = 0.35;

export class Markers {
  readonly group = new Group();
  private readonly discs = new BufferGeometry();
  private readonly materials: ShaderMaterial[];
  private readonly pulls = new Lines(1.5, { depthTest: false, opacity: 0.9 });
  private readonly bonds = new Lines(1, { depthTest: false, opacity: 0.55 });

  constructor() {
    const shared = { vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false };
    const uniforms = (opacity: number): object => ({ ratio: { value: 1 }, lift: { value: 0 }, opacity: { value: opacity } });
    this.materials = [
      new ShaderMaterial({ ...shared, depthFunc: GreaterDepth, uniforms: uniforms(HIDDEN_OPACITY) as ShaderMaterial['uniforms'] }),
      new ShaderMaterial({ ...shared, depthFunc: LessEqualDepth, uniforms: uniforms(1) as ShaderMaterial['uniforms'] }),
    ];
    this.group.add(this.bonds.object, this.pulls.object);
    for (const material of this.materials) this.group.add(new Points(this.discs, material));
    this.group.children.forEach((child, i) => {
      child.frustumCulled = false;
      child.renderOrder = 10 + i;
    });
  }

  /** ratio: device pixels in a CSS pixel; lift: how far discs stand off the surface, in units of the model. */
  scale(ratio: number, lift: number): void {
    for (const { uniforms } of this.materials) {
      uniforms.ratio.value = ratio;
      uniforms.lift.value = lift;
    }
  }

  set(discs: readonly Disc[], pulls: readonly Segment[], bonds: readonly Segment[], colour: string): void {
    this.discs.setAttribute('position', new BufferAttribute(new Float32Array(discs.flatMap((disc) => [...disc.at])), 3));
    this.discs.setAttribute('fill', new BufferAttribute(new Float32Array(discs.flatMap((disc) => new Color(disc.fill).toArray())), 3));
    this.discs.setAttribute('edge', new BufferAttribute(new Float32Array(discs.flatMap((disc) => new Color(disc.edge).toArray())), 3));
    this.discs.setAttribute('shape', new BufferAttribute(new Float32Array(discs.flatMap((disc) => [disc.radius, disc.ring ? 1 : 0, disc.hollow ?? 0, disc.ticks ? 1 : 0])), 4));
    this.discs.setDrawRange(0, discs.length);
    for (const [lines, segments] of [[this.pulls, pulls], [this.bonds, bonds]] as const) lines.set(new Float32Array(segments.flat(2)), colour);
  }

  dispose(): void {
    this.discs.dispose();
    for (const material of this.materials) material.dispose();
    for (const lines of [this.pulls, this.bonds]) lines.dispose();
  }
}
