/** Skinning on the GPU: a texture of 3 rows of 4 numbers for each control, blended for each vertex. */

import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three';
import type { Floats } from '../state/state';
import type { Edit } from './edits';

const DECLARED = (sets: number): string => `
uniform highp sampler2D palette;
${Array.from({ length: sets }, (_, i) => `attribute vec4 controls${i}; attribute vec4 shares${i};`).join('\n')}
mat3x4 blended() {
  mat3x4 rows = mat3x4(0.0);
  for (int k = 0; k < 4; k++) {
    ${Array.from({ length: sets }, (_, i) => `{
      int c = int(controls${i}[k] + 0.5);
      rows += shares${i}[k] * mat3x4(
        texelFetch(palette, ivec2(0, c), 0), texelFetch(palette, ivec2(1, c), 0), texelFetch(palette, ivec2(2, c), 0));
    }`).join('\n')}
  }
  return rows;
}
// Normals go with the cofactors, which a collapsed or mirrored blend does not upset.
vec3 turnedNormal(mat3x4 rows, vec3 n) {
  vec3 a = rows[0].xyz, b = rows[1].xyz, c = rows[2].xyz;
  return vec3(dot(cross(b, c), n), dot(cross(c, a), n), dot(cross(a, b), n));
}
`;

export class Palette {
  readonly texture: DataTexture;

  /** sets: how many fours of influences a vertex has. */
  constructor(
    controls: number,
    readonly sets: number,
  ) {
    this.texture = new DataTexture(new Float32Array(12 * controls), 3, controls, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    for (let c = 0; c < controls; c++) for (let i = 0; i < 3; i++) this.values[12 * c + 5 * i] = 1;
    this.texture.needsUpdate = true;
  }

  private get values(): Floats {
    return this.texture.image.data as Floats;
  }

  /** palette: flat (c, 3, 4). */
  set(palette: Floats): void {
    this.values.set(palette);
    this.texture.needsUpdate = true;
  }

  /** Makes a material of three's skin its vertices with this palette; after other edits of the same places. */
  get edit(): Edit {
    return {
      key: `palette ${this.sets}`,
      change: (shader) => {
        shader.uniforms.palette = { value: this.texture };
        shader.vertexShader = shader.vertexShader
          .replace('#include <common>', `#include <common>\n${DECLARED(this.sets)}`)
          .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = turnedNormal(blended(), normal);')
          .replace('#include <begin_vertex>', 'vec3 transformed = vec4(position, 1.0) * blended();');
      },
    };
  }

  dispose(): void {
    this.texture.dispose();
  }
}
