import { describe, expect, it } from 'vitest';
// First, as the page does: it looks at the registry when it is loaded.
import '../src/methods/start';
import type { MethodView } from '../src/methods/contract';
import { plain } from '../src/methods/plain';
import * as methods from '../src/methods/registry';
import { actionOf } from '../src/panels/actionbutton';
import { HELP, helpOf } from '../src/panels/helpwords';

const SOURCES = import.meta.glob<string>('../src/{panels,methods,timeline}/**/*.ts', { query: '?raw', import: 'default', eager: true });
const OWN = Object.entries<MethodView>(methods);
/** Titles of panels by the file that makes them, and the method whose folder that is in, if any. */
const TITLES = Object.entries(SOURCES).flatMap(([file, text]) => [...text.matchAll(/\bgroup\('([^']+)'/g)].map(([, title]) => ({ title, method: /methods\/(\w+)\//.exec(file)?.[1] ?? '' })));
/** Names that single controls are given for their help. */
const NAMED = Object.values(SOURCES).flatMap((text) => [...text.matchAll(/\bhelped\('([^']+)'/g)].map(([, name]) => name));
/** Actions of the tools, of which the toolbar has buttons. */
const TOOLS = ['Posing tool', 'Box', 'Lasso', 'Brush on the surface; Ctrl erases', 'Linked: a click takes a whole part', 'Arrows and rings at the selected handles', 'Pull and paint on both sides, or on one'];

describe('help', () => {
  it('is there for every panel and every tool', () => {
    expect(TITLES.length).toBeGreaterThan(25);
    expect(TITLES.filter(({ title, method }) => !helpOf(title, method)).map(({ title }) => title)).toEqual([]);
    expect(NAMED.length).toBeGreaterThan(30);
    expect([...TOOLS, ...NAMED].filter((tool) => !(tool in HELP))).toEqual([]);
    expect(TOOLS.filter((tool) => !SOURCES['../src/panels/toolbar.ts'].includes(tool))).toEqual([]);
  });

  it('is for nothing that is not there', () => {
    const general = new Set([...TITLES.map(({ title }) => title), ...TOOLS, ...NAMED]);
    expect(Object.keys(HELP).filter((name) => !general.has(name))).toEqual([]);
    const stray = OWN.flatMap(([method, { panels }]) => Object.keys(panels ?? {}).filter((title) => !TITLES.some((one) => one.title === title && one.method === method)));
    expect(stray).toEqual([]);
  });

  it('has one or two sentences, and names actions that have keys to be told', () => {
    for (const { words, keys = [] } of [...Object.values(HELP), ...OWN.flatMap(([, { panels }]) => Object.values(panels ?? {}))]) {
      expect(words).toMatch(/^[A-Z].*\.$/);
      expect(words.split(/\. /).length).toBeLessThanOrEqual(2);
      for (const key of keys) expect(actionOf(key).keys.length).toBeGreaterThan(0);
    }
  });

  it('takes the words of the method before the general ones', () => {
    expect(helpOf('Parts', 'joints')).not.toEqual(helpOf('Parts', 'meshik'));
    expect(plain.panels).toBeUndefined();
  });
});
