/** The images of a model on the graphics card, sent there once whatever body shows them. */

import { ClampToEdgeWrapping, LinearFilter, LinearMipmapLinearFilter, MirroredRepeatWrapping, NearestFilter, NearestMipmapLinearFilter, NoColorSpace, RepeatWrapping, SRGBColorSpace, Texture, TextureSource, type Wrapping } from 'three';
import type { SurfaceState } from '../state/state';
import type { SurfaceUse } from '../wire/messages';

const WRAPS: Readonly<Record<string, Wrapping>> = { repeat: RepeatWrapping, mirror: MirroredRepeatWrapping, clamp: ClampToEdgeWrapping };

export class Textures {
  private readonly sources = new Map<number, TextureSource<ImageBitmap>>();
  private readonly made: Texture[] = [];
  /** The channel of three's that carries each set of texture coordinates. */
  private readonly channels: readonly number[];

  constructor(
    private readonly surface: SurfaceState,
    private readonly pictures: ReadonlyMap<number, ImageBitmap | null>,
  ) {
    this.channels = [...surface.uv.keys()];
  }

  /** A texture as a material uses it; null for one without a picture. */
  of({ use, texture, uv, offset, turn, scale }: SurfaceUse): Texture | null {
    const { image, wrap, nearest } = this.surface.textures[texture];
    const source = this.source(image);
    if (!source) return null;
    const made = new Texture();
    made.source = source;
    made.flipY = false;
    made.channel = this.channels.indexOf(uv);
    [made.wrapS, made.wrapT] = wrap.map((name) => WRAPS[name] ?? RepeatWrapping);
    made.magFilter = nearest ? NearestFilter : LinearFilter;
    made.minFilter = nearest ? NearestMipmapLinearFilter : LinearMipmapLinearFilter;
    made.colorSpace = use === 'colour' || use === 'emission' ? SRGBColorSpace : NoColorSpace;
    made.offset.set(...offset);
    made.rotation = turn;
    made.repeat.set(...scale);
    made.needsUpdate = true;
    this.made.push(made);
    return made;
  }

  dispose(): void {
    for (const texture of this.made) texture.dispose();
  }

  private source(image: number): TextureSource<ImageBitmap> | null {
    const picture = this.pictures.get(image);
    if (!picture) return null;
    const source = this.sources.get(image) ?? new TextureSource(picture);
    this.sources.set(image, source);
    return source;
  }
}
