import { describe, expect, it } from 'vitest';

import { keptToken, type Tab } from '../src/wire/token';

/** A tab at an address; `kept` is what it remembers. */
function tab(search: string, kept = new Map<string, string>(), broken = false): Tab & { url: string } {
  const made = {
    url: `/${search}#here`,
    location: { pathname: '/', search, hash: '#here' },
    history: {
      state: null,
      replaceState(_state: unknown, _unused: string, url: string): void {
        made.url = url;
      },
    },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (broken) throw new Error('nothing is kept here');
        kept.set(key, value);
      },
    },
  };
  return made;
}

describe('the token', () => {
  it('is taken from the address and leaves it, with everything else as it was', () => {
    const given = tab('?token=abc&wait=1');
    expect(keptToken(given)).toBe('abc');
    expect(given.url).toBe('/?wait=1#here');
  });

  it('is known after a reload', () => {
    const kept = new Map<string, string>();
    keptToken(tab('?token=abc', kept));
    expect(keptToken(tab('', kept))).toBe('abc');
  });

  it('is the newest one that an address brought', () => {
    const kept = new Map<string, string>();
    keptToken(tab('?token=old', kept));
    keptToken(tab('?token=new', kept));
    expect(keptToken(tab('', kept))).toBe('new');
  });

  it('stays in the address where the browser keeps nothing', () => {
    const given = tab('?token=abc', new Map(), true);
    expect(keptToken(given)).toBe('abc');
    expect(given.url).toBe('/?token=abc#here');
  });

  it('is empty for a tab that never had one', () => {
    expect(keptToken(tab(''))).toBe('');
  });
});
