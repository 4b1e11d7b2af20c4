/** Binary frames: uint32 length of a JSON header, the header, then raw little-endian arrays (see frames.py). */

export type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;
export type Arrays = Readonly<Record<string, Numbers>>;

interface Entry {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly offset: number;
}

const KINDS = { float32: Float32Array, uint32: Uint32Array, uint16: Uint16Array, uint8: Uint8Array } as const;

/** The header's object, without its list of arrays, and views of the arrays (not copies). */
export function unpack(frame: ArrayBuffer): { message: unknown; arrays: Arrays } {
  const length = new DataView(frame).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(frame, 4, length));
  const { arrays: entries, ...message } = JSON.parse(text) as { arrays: Entry[] };
  const arrays = Object.fromEntries(entries.map((entry) => [entry.name, view(frame, 4 + length, entry)]));
  return { message, arrays };
}

function view(frame: ArrayBuffer, start: number, entry: Entry): Numbers {
  const size = entry.shape.reduce((product, side) => product * side, 1);
  const kind = KINDS[entry.dtype as keyof typeof KINDS] as (typeof KINDS)[keyof typeof KINDS] | undefined;
  if (kind === undefined) {
    throw new TypeError(`The array '${entry.name}' is of ${entry.dtype}; the page reads ${Object.keys(KINDS).join(', ')}.`);
  }
  return new kind(frame, start + entry.offset, size);
}

/** An array of numbers of a message, or null where it has none of the name. */
export function floats(arrays: Arrays, name: string): Float32Array<ArrayBuffer> | null {
  return (arrays[name] as Float32Array<ArrayBuffer> | undefined) ?? null;
}

/** An array of indices of a message, or null where it has none of the name. */
export function indices(arrays: Arrays, name: string): Uint16Array<ArrayBuffer> | null {
  return (arrays[name] as Uint16Array<ArrayBuffer> | undefined) ?? null;
}
