/** Elements without a framework. */

type Child = Node | string | null;

interface Props {
  readonly class?: string;
  readonly title?: string;
  readonly label?: string;
  readonly on?: Partial<{ [K in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[K]) => void }>;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** label: the accessible name, where the text does not say it. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (props.class) element.className = props.class;
  if (props.title) element.title = props.title;
  if (props.label) element.setAttribute('aria-label', props.label);
  for (const [name, value] of Object.entries(props.attributes ?? {})) element.setAttribute(name, value);
  for (const [name, listener] of Object.entries(props.on ?? {})) element.addEventListener(name, listener as EventListener);
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Readonly<Record<string, string | number>>): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** Strokes of 1.5 on a grid of 20. */
const ICONS = {
  pose: 'M5 3v12l3.2-3 2 4.6 2-.9-2-4.4H15z',
  box: 'M4 4h3M10 4h2M15 4h1v2M16 9v2M16 14v2h-2M11 16H9M6 16H4v-2M4 11V9M4 6V4',
  brush: 'M16.5 3.5 9 11M9 11c-2-.4-3.6.6-4 2.600-.2 1.200-.8 2-2 2.400 3 1.200 6.800.6 7.400-2.200C10.700 12.600 10 11.400 9 11z',
  lasso: 'M10 3.500c4 0 7 1.900 7 4.500s-3 4.500-7 4.500-7-1.900-7-4.500 3-4.500 7-4.500zM6 11.800c-1.300.500-1.700 2 .2 2.500 1.700.400 1.300 1.900-.7 2.200',
  linked: 'M8.500 11.500l3-3M9.300 6.200l1.900-1.900a3.200 3.200 0 0 1 4.500 4.500l-1.900 1.900M10.700 13.800l-1.900 1.900a3.200 3.200 0 0 1-4.500-4.500l1.900-1.900',
  columns: 'M4 4h4.500v4.500H4zM11.500 4H16v4.500h-4.500zM4 11.500h4.500V16H4zM11.500 11.500H16V16h-4.500z',
  gizmo: 'M10 2.500v15M2.500 10h15M8 4.500l2-2 2 2M8 15.500l2 2 2-2M4.500 8l-2 2 2 2M15.500 8l2 2-2 2',
  compare: 'M4 4h12v12H4zM10 4v12',
  undo: 'M7 4 3.500 7.500 7 11M4 7.500h7.500a4.250 4.250 0 0 1 0 8.500H8',
  redo: 'M13 4l3.500 3.500L13 11M16 7.500H8.500a4.250 4.250 0 0 0 0 8.500H12',
  save: 'M4 4h9l3 3v9H4zM7 4v4h5V4M7 16v-4h6v4',
  export: 'M10 3v9M6.500 6.500 10 3l3.500 3.500M4 12v4h12v-4',
  find: 'M9 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12.600 12.600 16.500 16.500',
  help: 'M7.500 7.500a2.500 2.500 0 1 1 3.600 2.200c-.8.400-1.100.9-1.100 1.800M10 14.500v.1',
  light: 'M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M4.300 15.700l1.100-1.100M14.600 5.400l1.100-1.100',
  dark: 'M16 11.500A6.500 6.500 0 1 1 8.500 4a5.200 5.200 0 0 0 7.500 7.500z',
  wire: 'M10 3 3.500 6.500v7L10 17l6.500-3.500v-7zM3.500 6.500 10 10l6.500-3.500M10 10v7',
  textured: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 3a11 11 0 0 1 0 14M3.500 8.500h13M3.500 12h13',
  frame: 'M4 7V4h3M13 4h3v3M16 13v3h-3M7 16H4v-3M10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  perspective: 'M4 6.500 8 4h8v8.500L12 16H4zM4 6.500h8V16M12 6.500 16 4',
  pin: 'M8 3h4l-.500 5 2.500 2.500H6L8.500 8zM10 10.500V17',
  remove: 'M5 5l10 10M15 5 5 15',
  rename: 'M4 16l.8-3.200L13 4.600l2.400 2.400-8.200 8.200zM11.500 6.100l2.400 2.400',
  copy: 'M7.500 7.500h8.500v8.500H7.500zM12.500 7.500V4H4v8.500h3.500',
  paste: 'M7.500 4.500H5v12h10v-12h-2.500M7.500 3.500h5v3h-5zM8 10.500h4M8 13.500h4',
  record: 'M10 4.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  eye: 'M2.500 10c2-4 4.500-5.500 7.500-5.500s5.500 1.500 7.500 5.500c-2 4-4.500 5.500-7.500 5.500S4.500 14 2.500 10zM10 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  trail: 'M3.500 15c2-8 5-10 7-6s3 2.500 6-4M3.500 15v.1M7 8.500v.1M11.500 10v.1M16.500 5v.1',
  open: 'M3 15.500v-11h5l1.500 2H17v9z',
  panel: 'M3.500 4.500h13v11h-13zM12 4.500v11M8.500 8 6.500 10l2 2',
  zup: 'M3.500 6h6l-6 8.500h6M14.500 15V5M12 7.500 14.500 5 17 7.500',
  fold: 'M5.500 8 10 12.500 14.500 8',
  unfold: 'M5.500 12.500 10 8l4.500 4.500',
  play: 'M6.5 4.500v11l9-5.500z',
  pause: 'M7 4.500v11M13 4.500v11',
  first: 'M5 5v10M15 5l-7 5 7 5z',
  last: 'M15 5v10M5 5l7 5-7 5z',
  stepBack: 'M12.500 5.500 8 10l4.500 4.500',
  stepOn: 'M7.500 5.500 12 10l-4.500 4.500',
  loop: 'M5 9.500V8.500a3 3 0 0 1 3-3h7.500M13 3l2.500 2.500L13 8M15 10.500v1a3 3 0 0 1-3 3H4.500M7 17l-2.500-2.500L7 12',
  onion: 'M8 5.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM11 6.200a4.500 4.500 0 0 1 0 7.600M13.500 6a4.500 4.500 0 0 1 0 8M16 6.500a4.500 4.500 0 0 1 0 7',
  follow: 'M3 10c1.500-6 3.500-6 5 0s3 4.500 4.200 0 2-2.500 2.800 0 1.200.800 2 0',
  mirror: 'M10 3v14M7.500 6 3.500 10l4 4zM12.500 6l4 4-4 4z',
  back: 'M11.500 4.500 6 10l5.500 5.500',
} as const;

export type Icon = keyof typeof ICONS;

export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button with a picture; its name is also its tool tip, with its key. */
export function iconButton(name: Icon, words: string, key: string | null, run: () => void): HTMLButtonElement {
  return el('button', { class: 'icon-button', title: key ? `${words} (${key})` : words, label: words, attributes: { type: 'button' }, on: { click: run } }, icon(name));
}

export function button(words: string, run: () => void, kind = ''): HTMLButtonElement {
  return el('button', { class: `button ${kind}`, attributes: { type: 'button' }, on: { click: run } }, words);
}

/** Let an element have the help of a name (see helpwords.ts). */
export function helped<E extends HTMLElement>(name: string, element: E): E {
  element.dataset.help = name;
  return element;
}

/** 42,321 */
export function count(value: number, one: string, more: string): string {
  return `${value.toLocaleString('en-US')} ${value === 1 ? one : more}`;
}

/** Other children in an element; what had the focus has it again, by its accessible name. */
export function refill(element: HTMLElement, ...children: Node[]): void {
  const { activeElement } = document;
  const name = activeElement && element.contains(activeElement) ? activeElement.getAttribute('aria-label') : null;
  element.replaceChildren(...children);
  if (name !== null) element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
}
