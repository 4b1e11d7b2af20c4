import { describe, expect, it } from 'vitest';
import { dropped, inside, type Entry } from '../src/wire/dropped';

const fileEntry = (name: string): Entry => ({ name, isDirectory: false, file: (found) => { found({ name } as File); } });

/** A folder that gives its entries two at a time, as browsers give a hundred. */
function folderEntry(name: string, entries: readonly Entry[]): Entry {
  const createReader = (): { readEntries(found: (some: Entry[]) => void): void } => {
    let next = 0;
    return { readEntries: (found) => { found(entries.slice(next, (next += 2))); } };
  };
  return { name, isDirectory: true, createReader };
}

const ROBOT = folderEntry('robot', [
  fileEntry('robot.urdf'), fileEntry('README.md'), fileEntry('photo.png'),
  folderEntry('meshes', [fileEntry('b10.STL'), fileEntry('b2.STL'), fileEntry('a.obj')]),
]);

describe('dropped files', () => {
  it('of a folder keep their folders, and what cannot be read is left out', async () => {
    const names = (await inside(ROBOT, '')).map(({ name }) => name);
    expect(names.sort()).toEqual(['robot/meshes/a.obj', 'robot/meshes/b10.STL', 'robot/meshes/b2.STL', 'robot/robot.urdf']);
  });

  it('come in their natural order', async () => {
    const items = [{ webkitGetAsEntry: () => ROBOT }] as unknown as DataTransferItemList;
    const given = await dropped({ items, files: [] as unknown as FileList });
    expect(given.map(({ name }) => name)).toEqual(['robot/meshes/a.obj', 'robot/meshes/b2.STL', 'robot/meshes/b10.STL', 'robot/robot.urdf']);
  });

  it('without a folder are all sent, so that the server can say what it cannot read', async () => {
    const items = [{ webkitGetAsEntry: () => fileEntry('x') }] as unknown as DataTransferItemList;
    const given = await dropped({ items, files: [{ name: 'notes.txt' }] as unknown as FileList });
    expect(given.map(({ name }) => name)).toEqual(['notes.txt']);
  });
});
