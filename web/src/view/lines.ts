/** Line segments of the same width on every screen, in CSS pixels. */

import type { Material } from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';

export class Lines {
  readonly object: LineSegments2;
  private readonly material: LineMaterial;

  constructor(width: number, look: Partial<Pick<Material, 'opacity' | 'depthTest' | 'depthFunc'>>) {
    this.material = new LineMaterial({ linewidth: width, transparent: true, depthWrite: false, toneMapped: false });
    Object.assign(this.material, look);
    this.object = new LineSegments2(new LineSegmentsGeometry(), this.material);
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  /** ends: flat (s, 2, 3). */
  set(ends: Float32Array, colour: string): void {
    this.object.visible = ends.length > 0;
    if (ends.length === 0) return;
    // New positions are new buffers; the old ones go with their geometry.
    this.object.geometry.dispose();
    this.object.geometry = new LineSegmentsGeometry().setPositions(ends);
    this.material.color.set(colour);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }
}
