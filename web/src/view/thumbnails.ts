/** Small pictures of example poses, drawn one at a time by a renderer of their own. */

import { NeutralToneMapping, Scene, WebGLRenderer } from 'three';
import type { Floats, Opened, Up } from '../state/state';
import { Body } from './body';
import { Camera } from './camera';
import { colours } from './colours';
import { Lights } from './lights';
import { extent } from './skinning';
import type { Textures } from './textures';

const WIDTH = 160;
const HEIGHT = 120;

export class Thumbnails {
  private readonly camera = new Camera();
  /** Made with the first picture: many methods show none. */
  private renderer: WebGLRenderer | null = null;
  /** The body drawn last. It lives until the next one is drawn, which then finds its program compiled. */
  private last: Body | null = null;

  constructor() {
    this.camera.resize(WIDTH, HEIGHT);
  }

  /** A picture of the model in the pose V, flat (n, 3), as a data URL; textures: null for clay. */
  draw(model: Opened, V: Floats, up: Up, textures: Textures | null): string {
    const renderer = this.renderer ??= smallRenderer();
    const body = new Body(model, null);
    body.place(V);
    const lights = new Lights();
    const scene = new Scene();
    this.camera.keep(extent(V).radius);
    this.camera.setUp(up);
    this.camera.enclose(V, { azimuth: 0.72, elevation: 0.22 });
    lights.follow(this.camera.three);
    body.paint(colours().clay, null, null, colours().ice, textures);
    scene.add(body.group, lights.group);
    renderer.render(scene, this.camera.three);
    const picture = renderer.domElement.toDataURL('image/png');
    this.last?.dispose();
    this.last = body;
    lights.dispose();
    return picture;
  }

  dispose(): void {
    this.last?.dispose();
    this.renderer?.dispose();
  }
}

function smallRenderer(): WebGLRenderer {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true });
  renderer.toneMapping = NeutralToneMapping;
  renderer.setPixelRatio(1);
  renderer.setSize(WIDTH, HEIGHT);
  return renderer;
}
