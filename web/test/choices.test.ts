import { expect, test } from 'vitest';
import { emptyDocument } from '../src/state/document';
import { doubted, firstChoices, wayBack } from '../src/state/choices';
import { offers } from '../src/state/offers';
import type { Opened } from '../src/state/state';
import type { Fit, Handle, Slices, Start } from '../src/wire/messages';

const fit = (method: string, fits: boolean): Fit => ({ method, title: method.toUpperCase(), summary: '', fits, why: '', options: [] });
const handle = (id: number, face: number): Handle => ({ id, face, barycentric: [1, 0, 0], target: [0, 0, 0], pinned: false, group: null, weight: 1, slide: null, turn: null, name: '', looks: null });
const start: Start = { reason: 'it is quick', up: 'y', azimuth: 0, handles: [], suggested: [handle(1, 0), handle(2, 1)], toward: [0, 0, 0] };
const document = { ...emptyDocument({} as Slices), method: 'a' };

test('what was chosen is said with its reason and the other methods that fit', () => {
  const [choice, ...more] = firstChoices({ methods: [fit('a', true), fit('b', true), fit('c', false)], document, start }, 'y');
  expect(choice).toEqual({ words: 'A was chosen: it is quick.', ways: [{ title: 'B', method: 'b' }] });
  expect(more).toEqual([]);
});

test('without another way nothing is said but that z is up', () => {
  expect(firstChoices({ methods: [fit('a', true)], document, start }, 'y')).toEqual([]);
  expect(firstChoices({ methods: [fit('a', true)], document, start }, 'z').map(({ ways }) => ways)).toEqual([[{ title: 'Y is up', up: 'y' }]]);
});

test('a method whose rig tells that it may not suit is chosen with a but', () => {
  const said = firstChoices({ methods: [fit('a', true), fit('b', true)], document, start }, 'z');
  const [choice, up] = doubted(said, 'A', 'nothing moves');
  expect(choice).toEqual({ words: 'A was chosen, but nothing moves. Another method may suit it better.', ways: said[0].ways });
  expect(up).toBe(said[1]);
  expect(doubted([], 'A', 'nothing moves')).toEqual([]);
});

test('after another method was taken there is a way back', () => {
  expect(wayBack('B', fit('a', true)).ways).toEqual([{ title: 'Back to A', method: 'a' }]);
});

test('an end is offered where it is in the pose, until a handle is near it at rest', () => {
  const V = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 0, 0]);
  const F = new Uint32Array([0, 1, 2, 3, 1, 2]);
  const model = { V, F, diagonal: 10, start } as unknown as Opened;
  const posed = V.map((x) => x + 1);
  expect(offers(model, { document }, posed).map(({ at }) => at)).toEqual([[1, 1, 1], [10, 1, 1]]);
  const held = { document: { ...document, handles: [{ ...handle(3, 0), target: [5, 5, 5] as [number, number, number] }] } };
  expect(offers(model, held, posed).map(({ face }) => face)).toEqual([1]);
});
