/** Ambient occlusion: what lies in a crease or near another part gets less light. Worked out anew for each picture, from its depth. */

import { DepthTexture, LinearFilter, Matrix4, Mesh, MeshDepthMaterial, NearestFilter, PlaneGeometry, Scene, ShaderMaterial, Vector2, Vector4, WebGLRenderTarget, type WebGLRenderer } from 'three';
import type { Body } from './body';
import type { Camera } from './camera';
import type { Edit } from './edits';

/** How far surfaces take light from each other, as a share of the model's radius. */
const REACH = 0.16;
/** Looks around each pixel, on a spiral of so many turns: a prime with no common part, so that they do not line up. */
const LOOKS = 14, TURNS = 5;
/** How much light a crease loses; 1 is what the formula gives. */
const STRENGTH = 1.7;
/** Surfaces that rise less than this above the plane of a pixel take nothing: triangles are flat, what they stand for is round. */
const FLATNESS = 0.06;
/** Lamps reach into creases better than the sky does. */
const DIRECT = 0.6;
/** Pixels to each side over which the grain of the looks is smoothed, and the share of the reach beyond which another depth is another surface. */
const SMOOTHED = 4, SAME_SURFACE = 0.25;

const FLAT = 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }';
const PLACE = `
uniform highp sampler2D depth; uniform mat4 toView; varying vec2 at;
vec3 placeAt(vec2 uv) {
  vec4 place = toView * vec4(vec3(uv, texture2D(depth, uv).r) * 2.0 - 1.0, 1.0);
  return place.xyz / place.w;
}`;

/** The falloff is that of McGuire's scalable ambient obscurance (2012). */
const LOOKING = `${PLACE}
uniform mat4 toPicture; uniform vec2 size; uniform float reach;
vec3 flatter(vec3 a, vec3 b) { return abs(a.z) < abs(b.z) ? a : b; }
void main() {
  if (texture2D(depth, at).r == 1.0) { gl_FragColor = vec4(1.0); return; }
  vec3 here = placeAt(at);
  vec2 right = vec2(1.0 / size.x, 0.0), above = vec2(0.0, 1.0 / size.y);
  vec3 normal = normalize(cross(
    flatter(placeAt(at + right) - here, here - placeAt(at - right)),
    flatter(placeAt(at + above) - here, here - placeAt(at - above))));
  vec4 edge = toPicture * vec4(here + vec3(reach, 0.0, 0.0), 1.0);
  float wide = 0.5 * edge.x / edge.w + 0.5 - at.x;
  float grain = 6.2832 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  float taken = 0.0;
  for (int i = 0; i < ${LOOKS}; i++) {
    float share = (float(i) + 0.5) / ${LOOKS}.0, angle = grain + share * ${(2 * Math.PI * TURNS).toFixed(4)};
    vec3 way = (placeAt(at + wide * share * vec2(cos(angle), sin(angle) * size.x / size.y)) - here) / reach;
    float far = dot(way, way), near = max(1.0 - far, 0.0);
    taken += near * near * near * max(dot(way, normal) - ${FLATNESS}, 0.0) / (far + 0.01);
  }
  gl_FragColor = vec4(vec3(max(0.0, 1.0 - taken * ${(5 * STRENGTH / LOOKS).toFixed(5)})), 1.0);
}`;
const SMOOTHING = `${PLACE}
uniform sampler2D picture; uniform vec2 step; uniform float reach;
void main() {
  float here = placeAt(at).z, sum = 0.0, all = 0.0;
  for (int i = -${SMOOTHED}; i <= ${SMOOTHED}; i++) {
    vec2 uv = at + float(i) * step;
    float share = max(0.0, 1.0 - abs(placeAt(uv).z - here) / (${SAME_SURFACE} * reach)) + 1e-4;
    sum += share * texture2D(picture, uv).r;
    all += share;
  }
  gl_FragColor = vec4(vec3(sum / all), 1.0);
}`;

const OPENNESS = `
uniform sampler2D occlusion; uniform vec4 occlusionView; uniform bool occlusionOn;
float openness() { return occlusionOn ? texture2D(occlusion, (gl_FragCoord.xy - occlusionView.xy) / occlusionView.zw).r : 1.0; }
void main() {`;
/** Where shaders have the light of lamps and sky apart, and where they have a colour alone. */
const LAMPS = '#include <aomap_fragment>', COLOUR = '#include <opaque_fragment>';
const DARKER = `outgoingLight *= openness();\n${COLOUR}`;
const LESS_LIGHT = `${LAMPS}
float open = openness();
reflectedLight.indirectDiffuse *= open;
reflectedLight.indirectSpecular *= open;
reflectedLight.directDiffuse *= mix(1.0, open, ${DIRECT});
reflectedLight.directSpecular *= open;`;

export class Occlusion {
  private readonly targets = [0, 1].map(() => new WebGLRenderTarget(1, 1, { minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: false }));
  private readonly seen = new WebGLRenderTarget(1, 1, { minFilter: NearestFilter, magFilter: NearestFilter, depthTexture: new DepthTexture(1, 1) });
  /** What materials look up: the picture, where the view lies on the canvas in its pixels, and whether to look. */
  private readonly found = { occlusion: { value: this.targets[0].texture }, occlusionView: { value: new Vector4(0, 0, 1, 1) }, occlusionOn: { value: false } };
  private readonly place = { depth: { value: this.seen.depthTexture }, toView: { value: new Matrix4() }, reach: { value: 1 } };
  private readonly lens = { toPicture: { value: new Matrix4() }, size: { value: new Vector2() } };
  private readonly line = { picture: { value: this.targets[0].texture }, step: { value: new Vector2() } };
  private readonly looking = flat(LOOKING, { ...this.place, ...this.lens });
  private readonly smoothing = flat(SMOOTHING, { ...this.place, ...this.line });
  private readonly quad = new Mesh(new PlaneGeometry(2, 2), this.looking);
  private readonly scene = new Scene();
  private readonly solid = new MeshDepthMaterial();
  private solidOf: Body | null = null;

  constructor() {
    this.quad.frustumCulled = false;
  }

  /** Takes light from a material of three's; where there are no lamps, from all of its colour. */
  readonly edit: Edit = {
    key: 'occlusion',
    change: (shader) => {
      Object.assign(shader.uniforms, this.found);
      const [before, after] = shader.fragmentShader.includes(LAMPS) ? [LAMPS, LESS_LIGHT] : [COLOUR, DARKER];
      shader.fragmentShader = shader.fragmentShader.replace('void main() {', OPENNESS).replace(before, after);
    },
  };

  /** Nothing takes light from the next picture. */
  off(): void {
    this.found.occlusionOn.value = false;
  }

  /** Work it out for the next picture of the body, of a model of this radius, in the renderer's viewport. */
  look(renderer: WebGLRenderer, body: Body, camera: Camera, radius: number): void {
    const view = renderer.getCurrentViewport(this.found.occlusionView.value), ratio = renderer.getPixelRatio();
    const width = Math.max(1, Math.round(view.z / ratio)), height = Math.max(1, Math.round(view.w / ratio));
    for (const target of [this.seen, ...this.targets]) target.setSize(width, height);
    const { three } = camera;
    this.place.reach.value = REACH * radius;
    this.place.toView.value.copy(three.projectionMatrixInverse);
    this.lens.toPicture.value.copy(three.projectionMatrix);
    this.lens.size.value.set(width, height);
    const scissor = renderer.getScissorTest();
    renderer.setScissorTest(false);
    this.depth(renderer, body, camera);
    this.fill(renderer, this.looking, this.targets[0], camera);
    for (const [from, to, x, y] of [[0, 1, 1 / width, 0], [1, 0, 0, 1 / height]]) {
      this.line.picture.value = this.targets[from].texture;
      this.line.step.value.set(x, y);
      this.fill(renderer, this.smoothing, this.targets[to], camera);
    }
    renderer.setRenderTarget(null);
    renderer.setScissorTest(scissor);
    this.found.occlusionOn.value = true;
  }

  dispose(): void {
    this.seen.depthTexture?.dispose();
    for (const part of [this.seen, ...this.targets, this.looking, this.smoothing, this.solid, this.quad.geometry]) part.dispose();
  }

  private depth(renderer: WebGLRenderer, body: Body, camera: Camera): void {
    if (this.solidOf !== body) body.skins(this.solid);
    this.solidOf = body;
    renderer.setRenderTarget(this.seen);
    renderer.clear();
    body.alone(this.scene, this.solid, () => { renderer.render(this.scene, camera.three); });
  }

  private fill(renderer: WebGLRenderer, material: ShaderMaterial, target: WebGLRenderTarget, camera: Camera): void {
    this.quad.material = material;
    renderer.setRenderTarget(target);
    renderer.render(this.quad, camera.three);
  }
}

function flat(fragmentShader: string, uniforms: ShaderMaterial['uniforms']): ShaderMaterial {
  return new ShaderMaterial({ uniforms, vertexShader: FLAT, fragmentShader, depthTest: false, depthWrite: false });
}

/** Whether the pictures come from the processor, which has no time for looks around every pixel. */
export function isDrawnBySoftware(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext(), names = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : '';
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(name));
}
