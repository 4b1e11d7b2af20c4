/** A soft key light at the camera's left, a cool fill, a rim from behind; they go with the camera. */

import { DirectionalLight, Group, HemisphereLight, type Camera } from 'three';

export class Lights {
  readonly group = new Group();
  private readonly studio = new Group();
  private readonly key = new DirectionalLight('#fff4e6', 2.7);
  private readonly fill = new DirectionalLight('#a9c0e0', 0.75);
  private readonly rim = new DirectionalLight('#ffffff', 1.1);
  private readonly sky = new HemisphereLight('#dfe6ee', '#8d8174', 1.05);

  constructor() {
    this.key.position.set(-0.9, 1.1, 1.2);
    this.fill.position.set(1.4, 0.1, 0.8);
    this.rim.position.set(0.5, 0.9, -1.3);
    for (const light of [this.key, this.fill, this.rim]) this.studio.add(light, light.target);
    this.group.add(this.studio, this.sky);
  }

  follow(camera: Camera): void {
    this.studio.quaternion.copy(camera.quaternion);
    this.sky.position.copy(camera.up);
  }

  dispose(): void {
    for (const light of [this.key, this.fill, this.rim, this.sky]) light.dispose();
  }
}
