/** The colours of the page's style sheet, for what three.js draws. */

export interface Colours {
  readonly clay: string;
  readonly prop: string;
  readonly ice: string;
  readonly accent: string;
  readonly disc: string;
  readonly line: string;
  readonly shadow: string;
  readonly wire: string;
  readonly lattice: string;
  readonly before: string;
  readonly after: string;
  readonly strength: number;
  /** Behind the model, at the top and at the bottom. */
  readonly ground: readonly [string, string];
}

export function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    clay: value('clay'), prop: value('prop'), ice: value('ice'), accent: value('accent'), disc: value('disc'), line: value('grid'),
    shadow: value('shadow-colour'), wire: value('wire'), lattice: value('lattice'), before: value('ghost-before'), after: value('ghost-after'), strength: Number(value('shadow-strength')),
    ground: [value('ground-top'), value('ground-bottom')],
  };
}
