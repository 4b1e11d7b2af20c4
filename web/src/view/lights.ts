/** A key light, a cool fill, a rim from behind, and a sky: several ways to set them up; they go with the camera. */

import { DirectionalLight, Group, HemisphereLight, type Camera } from 'three';
import type { Seen } from '../wire/messages';

type Lit = Seen['light'];
type Lamp = readonly [x: number, y: number, z: number, strength: number];

/** Where the lamps stand in the frame of the camera, how strong they are, and the sky. */
const LIGHTS: Record<Lit, { readonly key: Lamp; readonly fill: Lamp; readonly rim: Lamp; readonly sky: number }> = {
  studio: { key: [-0.9, 1.1, 1.2, 2.7], fill: [1.4, 0.1, 0.8, 0.75], rim: [0.5, 0.9, -1.3, 1.1], sky: 1.05 },
  soft: { key: [-0.4, 1.2, 1.4, 1.2], fill: [1.2, 0.3, 1.2, 0.8], rim: [0.5, 0.9, -1.3, 0.4], sky: 2.3 },
  side: { key: [-1.6, 0.5, 0.15, 3.6], fill: [1.4, 0.1, 0.8, 0.12], rim: [1.2, 0.6, -1.2, 0.5], sky: 0.4 },
  back: { key: [-0.7, 1.0, -1.5, 3.4], fill: [1.4, 0.2, 0.8, 0.25], rim: [1.1, 0.7, -1.3, 2.6], sky: 0.5 },
};

export class Lights {
  readonly group = new Group();
  private readonly studio = new Group();
  private readonly key = new DirectionalLight('#fff4e6');
  private readonly fill = new DirectionalLight('#a9c0e0');
  private readonly rim = new DirectionalLight('#ffffff');
  private readonly sky = new HemisphereLight('#dfe6ee', '#8d8174');

  constructor() {
    this.set('studio');
    for (const light of [this.key, this.fill, this.rim]) this.studio.add(light, light.target);
    this.group.add(this.studio, this.sky);
  }

  set(lit: Lit): void {
    for (const name of ['key', 'fill', 'rim'] as const) {
      const [x, y, z, strength] = LIGHTS[lit][name];
      this[name].position.set(x, y, z);
      this[name].intensity = strength;
    }
    this.sky.intensity = LIGHTS[lit].sky;
  }

  follow(camera: Camera): void {
    this.studio.quaternion.copy(camera.quaternion);
    this.sky.position.copy(camera.up);
  }

  dispose(): void {
    for (const light of [this.key, this.fill, this.rim, this.sky]) light.dispose();
  }
}
