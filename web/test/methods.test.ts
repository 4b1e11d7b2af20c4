import { describe, expect, it } from 'vitest';
import { plain } from '../src/methods/plain';
import { NOTHING, START, WITHOUT_MODEL } from '../src/methods/start';
import { bakedSlices, keyOf, leftSlices, overlayLook, ownState, rigKey, viewOf } from '../src/methods/views';
import { sliced } from '../src/state/document';
import type { RigState } from '../src/state/state';

const SOURCES = import.meta.glob<string>('../src/**/*.ts', { query: '?raw', import: 'default', eager: true });

describe('methods', () => {
  it('are named nowhere but in their folders', () => {
    const others = Object.entries(SOURCES).filter(([path]) => !path.startsWith('../src/methods/'));
    expect(others.length).toBeGreaterThan(50);
    const named = others.flatMap(([path, text]) => text.split('\n').filter((line) => /meshik|reduced|joint|cage|sculpt|mechanism/i.test(line)).map((line) => `${path}: ${line.trim()}`));
    expect(named).toEqual([]);
  });

  it('that are not known have the plain view, and a rig by their name alone', () => {
    expect(viewOf('toy')).toBe(plain);
    expect(rigKey({ ...NOTHING, method: 'toy' })).toBe(keyOf({ method: 'toy' } as unknown as RigState));
    expect(overlayLook('toy', 'deformation').title).toBe('Stretch');
  });

  it('begin with their slices and their part of the state', () => {
    expect(Object.keys(NOTHING.slices).sort()).toEqual(['cage', 'elastic', 'handles', 'joints']);
    expect(START).toMatchObject({ showCage: true, showJoints: true, jointSelection: null, cageSelection: [], exploded: false });
    expect(START.shelf.size).toBe(0);
  });

  it('keep their settings when another model comes, and nothing else', () => {
    for (const name of Object.keys(ownState('settings'))) expect(WITHOUT_MODEL).not.toHaveProperty(name);
    for (const name of Object.keys(ownState('model', 'method', 'selection'))) expect(WITHOUT_MODEL).toHaveProperty(name);
  });

  it('let go of what is worked on when another one is chosen; frames depend on it no less than before', () => {
    const busy = { ...NOTHING, ...sliced({ ...NOTHING, ...sliced({ ...NOTHING, ...sliced(NOTHING, 'cage', { frame: 3 }) }, 'joints', { painted: 'region' }) }, 'handles', { sculpting: 1 }) };
    expect(leftSlices(busy.slices)).toEqual(NOTHING.slices);
    expect(bakedSlices(busy.slices)).toEqual({ ...NOTHING.slices, cage: busy.slices.cage });
  });
});
