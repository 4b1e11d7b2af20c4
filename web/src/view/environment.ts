/** The light around the model that surfaces mirror: a sky over a ground, and two soft boxes that go with the camera. */

import type { Edit } from './edits';

/** How much brighter it is than the hemisphere light of clay: dark paint and metal need more to be seen. */
const AROUND = 2.1;

/**
 * Colours of sky and ground are those of the hemisphere light, as radiance. The sharper the mirror, the narrower the
 * horizon and the boxes. Worked out at each pixel, which costs less than looking it up in a blurred picture of a room.
 */
const RADIANCE = `
const float AROUND = ${AROUND.toFixed(1)};
vec3 aroundRadiance(vec3 r, float roughness) {
  #if NUM_HEMI_LIGHTS > 0
    float wide = mix(0.3, 1.0, roughness);
    float above = smoothstep(-wide, wide, dot(r, hemisphereLights[0].direction));
    vec3 around = mix(hemisphereLights[0].groundColor, hemisphereLights[0].skyColor, above) * (AROUND * RECIPROCAL_PI);
    float sharp = mix(28.0, 3.0, sqrt(roughness));
    float boxes = 1.5 * exp2(sharp * (dot(r, vec3(-0.62, 0.66, 0.42)) - 1.0)) + 0.7 * exp2(sharp * (dot(r, vec3(0.86, 0.36, 0.36)) - 1.0));
    return around * (1.0 + boxes * mix(2.4, 0.6, roughness));
  #else
    return vec3(0.0);
  #endif
}
void main() {`;

/** The light of the hemisphere is split between what a surface scatters and what it mirrors. */
const SPLIT = `
#if defined( RE_IndirectSpecular )
  iblIrradiance += AROUND * irradiance;
  irradiance = vec3(0.0);
  vec3 mirrored = reflect(-geometryViewDir, geometryNormal);
  radiance += aroundRadiance(normalize(mix(mirrored, geometryNormal, pow2(material.roughness))), material.roughness);
  #ifdef USE_CLEARCOAT
    clearcoatRadiance += aroundRadiance(reflect(-geometryViewDir, geometryClearcoatNormal), material.clearcoatRoughness);
  #endif
#endif`;

export const ENVIRONMENT: Edit = {
  key: 'environment',
  change: (shader) => {
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', RADIANCE)
      .replace('#include <lights_fragment_maps>', SPLIT);
  },
};
