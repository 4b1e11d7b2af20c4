/** Changes to the shaders of three's materials, several to one material. */

import type { Material, WebGLProgramParametersWithUniforms } from 'three';

export interface Edit {
  /** Shaders with the same keys are compiled once. */
  readonly key: string;
  change(shader: WebGLProgramParametersWithUniforms): void;
}

export function edit(material: Material, edits: readonly Edit[]): void {
  material.onBeforeCompile = (shader) => { for (const each of edits) each.change(shader); };
  material.customProgramCacheKey = () => edits.map(({ key }) => key).join(', ');
  material.needsUpdate = true;
}

/** Mixes a colour into the surface by its share, where the material defines TINTED; the attribute is rgb and share. */
export const TINT: Edit = {
  key: 'tint',
  change: (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\n#ifdef TINTED\nattribute vec4 tint; varying vec4 vTint;\n#endif')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\n#ifdef TINTED\nvTint = tint;\n#endif');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\n#ifdef TINTED\nvarying vec4 vTint;\n#endif')
      .replace('#include <color_fragment>', '#include <color_fragment>\n#ifdef TINTED\ndiffuseColor.rgb = mix(diffuseColor.rgb, vTint.rgb, vTint.a);\n#endif');
  },
};

/** Roughness and metalness are channels of one picture, which is looked up once; three would do so twice. */
export const ONE_LOOKUP: Edit = {
  key: 'one lookup',
  change: (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace('#include <metalnessmap_fragment>', 'float metalnessFactor = metalness;\n#ifdef USE_METALNESSMAP\nmetalnessFactor *= texelRoughness.b;\n#endif');
  },
};

/** Switch the tint of materials. */
export function tinted(materials: readonly Material[], on: boolean): void {
  for (const material of materials) {
    if (on === (material.defines?.TINTED !== undefined)) continue;
    material.defines ??= {};
    if (on) material.defines.TINTED = '';
    else delete material.defines.TINTED;
    material.needsUpdate = true;
  }
}
