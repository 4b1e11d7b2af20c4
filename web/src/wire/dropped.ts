/** Files that the user gives, with the folders that they were dropped in. */

/** What the server can read; the server has the last word. */
export const SUFFIXES = ['.obj', '.ply', '.glb', '.gltf', '.vrm', '.fbx', '.usd', '.usda', '.usdc', '.usdz', '.abc', '.stl', '.off', '.npz', '.pliant', '.urdf', '.xml'];

/** What a glTF file may name: sent along with it. */
export const COMPANIONS = ['.bin', '.png', '.jpg', '.jpeg', '.webp', '.ktx2'];

/** What only a moving mesh or a track comes in; both belong to the model that is open. */
export const MOTIONS = ['.json', '.pc2', '.mdd', '.usd', '.usda', '.usdc', '.usdz', '.abc', '.fbx'];

/** Whether files are poses for the library of the model that is open. */
export function isPoses(files: readonly Given[]): boolean {
  return files.length > 0 && files.every(({ name }) => name.toLowerCase().endsWith('.pose.json'));
}

/** Whether files hold motion for the model that is open, and no model. */
export function isMotion(files: readonly Given[]): boolean {
  return files.length > 0 && files.every(({ name }) => MOTIONS.some((suffix) => name.toLowerCase().endsWith(suffix)));
}

/** name: with the folders that were dropped, such as "robot/meshes/hand.stl". */
export interface Given {
  readonly file: File;
  readonly name: string;
}

/** Of a dropped folder: what browsers call a FileSystemEntry. */
export interface Entry {
  readonly name: string;
  readonly isDirectory: boolean;
  /** Of a file. */
  file?(found: (file: File) => void, failed: (error: DOMException) => void): void;
  /** Of a folder; each call gives some of its entries, and none after the last. */
  createReader?(): { readEntries(found: (entries: Entry[]) => void, failed: (error: DOMException) => void): void };
}

/** Files that were chosen one by one, in the natural order of their names; beside a robot's description only what can be read. */
export function chosen(files: Iterable<File>): Given[] {
  const all = ordered([...files].map((file) => ({ file, name: file.name })));
  return all.some(({ name }) => /\.(urdf|xml)$/i.test(name)) ? all.filter(({ name }) => readable(name)) : all;
}

/** What was dropped. Of folders only what can be read is taken: they hold pictures and notes as well. */
export async function dropped(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<Given[]> {
  // Asked for at once: after the event nothing of it is left.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry() as Entry | null);
  if (!entries.some((entry) => entry?.isDirectory)) return chosen(transfer.files);
  const found = await Promise.all(entries.filter((entry) => entry !== null).map((entry) => inside(entry, '')));
  return ordered(found.flat());
}

/** The readable files of an entry, those in its folders as well. */
export async function inside(entry: Entry, folder: string): Promise<Given[]> {
  const name = folder + entry.name;
  if (entry.isDirectory) {
    const all = await entriesOf(entry);
    // Beside a glTF file lie those that it names; beside others they are pictures of something else.
    const named = all.some((one) => /\.gltf$/i.test(one.name));
    const held = all.filter((one) => one.isDirectory || readable(one.name) || (named && ends(one.name, COMPANIONS)));
    return (await Promise.all(held.map((one) => inside(one, `${name}/`)))).flat();
  }
  if (!readable(name) && (!folder || !ends(name, COMPANIONS))) return [];
  return [{ file: await new Promise<File>((found, failed) => { entry.file!(found, failed); }), name }];
}

function readable(name: string): boolean {
  return ends(name, [...SUFFIXES, ...MOTIONS]);
}

function ends(name: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => name.toLowerCase().endsWith(suffix));
}

async function entriesOf(folder: Entry): Promise<Entry[]> {
  const reader = folder.createReader!(), all: Entry[] = [];
  for (;;) {
    const some = await new Promise<Entry[]>((found, failed) => { reader.readEntries(found, failed); });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function ordered(files: Given[]): Given[] {
  return files.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}
