/** What can be done: the one table that the keyboard, the buttons, the tool tips, the help and the command palette come from. */

import { ownState, viewOf, VIEWS } from '../methods/views';
import { grouped, pinned, settled } from '../state/document';
import type { Bench } from './gesture';
import { many, switchFloor, toggleDirection, turnUp } from './holding';
import { can } from '../state/pins';
import { several } from '../state/parts';
import { isColoured, isDark, type State, type Tool } from '../state/state';
import { copyCycle, copyKeys, pasteKeys } from '../timeline/clipboard';
import { removeKeys, setKey, step, toEnd, toKey } from '../timeline/editing';
import { copyShown, pasteShown } from './clipboard';
import type { Keyed } from './keymap';
import { paintOf } from './paint';
import type { Pointer } from './pointer';
import { keep, mirrorShown, reset } from './poses';
import { addProp, KINDS, moveSelectedProp, removeProp, selectedProp } from './props';
import { movable } from './pull';
import type { Kind } from './steps';
import { startTour } from './touring';
import { MoveHandles } from './transform';
import { addBookmark, frame, hideParts, isolateParts, showParts } from './viewing';

export interface Action extends Keyed {
  readonly section: 'Pose' | 'Select' | 'View' | 'File' | 'Time' | 'Export' | 'Method' | 'Open';
  /** Whether it can be run now; wherever a model is open if not given. */
  fits?(state: Readonly<State>): boolean;
  /** Whether its keys work while one writes. */
  readonly anywhere?: boolean;
  run(bench: Bench, pointer: Pointer): void;
  /** Whether the browser makes an event of its own of the key, which is heard instead (see clipboard.ts). */
  readonly native?: true;
}


export function fitsNow(action: Action, state: Readonly<State>): boolean {
  return action.fits?.(state) ?? state.model !== null;
}

const QUARTER = Math.PI / 2;

export function pinSelected(bench: Bench): void {
  const { studio } = bench;
  const { document, selection } = studio.store.state;
  if (viewOf(document.method).pin?.(bench)) return;
  if (selection.length === 0) return;
  const pin = document.handles.some((handle) => selection.includes(handle.id) && !handle.pinned);
  studio.editor.edit(`${pin ? 'Pin' : 'Free'} ${many(selection)}`, { handles: pinned(document.handles, selection, pin) });
}

export function removeSelected(bench: Bench): void {
  const { studio } = bench;
  const { document, selection } = studio.store.state, prop = selectedProp(bench);
  if (prop) {
    removeProp(bench, prop);
    return;
  }
  if (removeKeys(bench) || viewOf(document.method).remove?.(bench)) return;
  if (selection.length === 0) return;
  studio.editor.edit(`Remove ${many(selection)}`, { handles: document.handles.filter((handle) => !selection.includes(handle.id)) });
  studio.store.set({ selection: [] });
}

function groupSelected({ studio }: Bench, together: boolean): void {
  const { document, selection } = studio.store.state;
  if (selection.length === 0 || (together && selection.length < 2)) return;
  studio.editor.edit(`${together ? 'Group' : 'Ungroup'} ${many(selection)}`, { handles: grouped(document.handles, selection, together) });
}

/** G, R and S: on what the method itself selects, or on handles. */
function transform(bench: Bench, pointer: Pointer, kind: Kind): void {
  const { document, pose, selection, rig } = bench.studio.store.state, prop = selectedProp(bench);
  if (prop) {
    pointer.begin(moveSelectedProp(bench, prop, kind, pointer.at));
    return;
  }
  if (viewOf(document.method).transform?.(bench, pointer, kind)) return;
  if (kind === 'scale') {
    bench.studio.say(VIEWS.map(({ scales }) => scales).find((words) => words !== undefined) ?? 'Nothing here can be scaled.');
    return;
  }
  const handles = settled(document, pose?.reached ?? null, rig?.pins);
  const spun = handles.filter(({ id, pinned: stays, turn }) => kind === 'turn' && stays && turn && selection.includes(id) && can(rig, 'turn'));
  const going = movable(handles, selection).filter(({ pinned: stays }) => kind === 'move' || !stays);
  const free = [...new Set([...going, ...spun])];
  if (!rig || free.length === 0) {
    bench.studio.say(selection.length ? 'What is selected is pinned. Press P to free it.' : 'Nothing is selected. Click a handle first.');
    return;
  }
  pointer.begin(new MoveHandles(bench, kind, handles, free, pointer.at));
}

function always(): boolean {
  return true;
}

function togglePanels({ studio: { store } }: Bench): void {
  const { drawer, panels, narrow } = store.state;
  store.set(narrow ? { drawer: !drawer } : { panels: !panels });
}

function look(azimuth: number, elevation: number) {
  return ({ stage }: Bench): void => {
    stage.camera.turnTo(azimuth, elevation);
    stage.invalidate();
  };
}

function selectAll(bench: Bench): void {
  const { store } = bench.studio;
  const { document } = store.state;
  if (!viewOf(document.method).selectAll?.(bench)) store.set({ selection: document.handles.map((handle) => handle.id) });
}

function selectNothing({ studio }: Bench): void {
  const { tool, partSelection } = studio.store.state;
  // Laying down the brush keeps the part that it painted.
  studio.store.set({ propSelection: null, selection: [], partSelection: tool === 'pose' ? [] : partSelection, ...ownState('selection'), keySelection: [], tool: 'pose', help: false, commands: false, tour: null, painting: null });
}

/** Take up a tool, or lay it down again; tools that paint need a method that can be painted on. */
export function takeTool(bench: Bench, tool: Tool): void {
  const { store } = bench.studio;
  if ((tool === 'brush' || tool === 'linked') && !paintOf(bench)) return;
  store.set({ tool: store.state.tool === tool ? 'pose' : tool });
}

/** Show the model in clay, or in its own colours where it has some. */
function toggleClay({ studio }: Bench): void {
  const { state } = studio.store;
  if (isColoured(state)) studio.store.set({ clay: !state.clay });
  else studio.say('This model has no colours or textures of its own.');
}

function sizeBrush({ studio }: Bench, factor: number): void {
  studio.store.set({ brush: Math.round(Math.max(6, Math.min(160, studio.store.state.brush * factor))) });
}

export const ACTIONS: readonly Action[] = [
  { keys: ['g'], section: 'Pose', words: 'Move what is selected; then X, Y, Z and digits', run: (bench, pointer) => { transform(bench, pointer, 'move'); } },
  { keys: ['r'], section: 'Pose', words: 'Turn what is selected; then X, Y, Z and degrees', run: (bench, pointer) => { transform(bench, pointer, 'turn'); } },
  { keys: ['s'], section: 'Pose', words: 'Scale the selected parts; then a factor', run: (bench, pointer) => { transform(bench, pointer, 'scale'); } },
  { keys: ['p'], section: 'Pose', words: 'Pin or free', run: pinSelected },
  { keys: ['t'], section: 'Pose', words: 'Keep or let go the direction of what is selected', run: toggleDirection },
  { keys: ['w'], section: 'Pose', words: 'Arrows and rings at the selected handles', run: ({ studio: { store } }) => { store.set({ gizmo: !store.state.gizmo }); } },
  { keys: ['h'], section: 'View', words: 'Hide the parts of what is selected, or the one under the pointer', fits: ({ model }) => several(model), run: hideParts },
  { keys: ['Shift+h'], section: 'View', words: 'Hide all other parts', fits: ({ model }) => several(model), run: isolateParts },
  { keys: ['Alt+h'], section: 'View', words: 'Show all parts', fits: ({ model }) => several(model), run: showParts },
  { keys: ['Shift+f', 'h'], section: 'Pose', words: 'Floor', run: switchFloor },
  { keys: ['Delete', 'Backspace'], section: 'Pose', words: 'Remove the selected handles, or keys', run: removeSelected },
  { keys: ['x'], section: 'Pose', words: 'Pull and paint on both sides, or on one', run: ({ studio }) => { studio.setMirror(!studio.store.state.mirror); } },
  { keys: ['Shift+x'], section: 'Pose', words: 'Flip the pose: left and right change places', run: (bench) => { mirrorShown(bench, null); } },
  { keys: ['Shift+r'], section: 'Pose', words: 'Back to rest', run: reset },
  { keys: ['Shift+k'], section: 'Pose', words: 'Keep the pose in the library', run: keep },
  // Where keys are meant, they come before poses.
  { keys: ['Ctrl+c'], section: 'Time', words: 'Copy the selected keys', fits: ({ keySelection }) => keySelection.length > 0, run: copyKeys },
  { keys: ['Ctrl+v'], section: 'Time', words: 'Paste copied keys at this frame', fits: ({ keyCopies }) => keyCopies.length > 0, run: pasteKeys },
  { keys: ['Ctrl+c'], section: 'Pose', words: 'Copy the pose', run: copyShown, native: true },
  { keys: ['Ctrl+v'], section: 'Pose', words: 'Paste a pose', run: pasteShown, native: true },
  { keys: ['Ctrl+g'], section: 'Pose', words: 'Group: move and turn together', run: (bench) => { groupSelected(bench, true); } },
  { keys: ['Ctrl+Shift+g'], section: 'Pose', words: 'Ungroup', run: (bench) => { groupSelected(bench, false); } },
  { keys: ['v'], section: 'Select', words: 'Posing tool', run: ({ studio }) => { studio.store.set({ tool: 'pose' }); } },
  { keys: ['b'], section: 'Select', words: 'Box', run: (bench) => { takeTool(bench, 'box'); } },
  { keys: ['o'], section: 'Select', words: 'Lasso', run: (bench) => { takeTool(bench, 'lasso'); } },
  { keys: ['c'], section: 'Select', words: 'Brush on the surface; Ctrl erases', run: (bench) => { takeTool(bench, 'brush'); } },
  { keys: ['['], section: 'Select', words: 'Smaller brush', run: (bench) => { sizeBrush(bench, 1 / 1.25); } },
  { keys: [']'], section: 'Select', words: 'Larger brush', run: (bench) => { sizeBrush(bench, 1.25); } },
  { keys: ['l'], section: 'Select', words: 'Linked: a click takes a whole part', run: (bench) => { takeTool(bench, 'linked'); } },
  { keys: ['a'], section: 'Select', words: 'All handles', run: selectAll },
  { keys: ['Escape'], section: 'Select', words: 'Cancel; select nothing', fits: always, run: selectNothing },
  { keys: ['f'], section: 'View', words: 'Frame what is selected, or the model', run: frame },
  { keys: ['Shift+b'], section: 'View', words: 'Keep this view as a bookmark', run: addBookmark },
  { keys: ['y'], section: 'View', words: 'Turntable', run: ({ studio: { store } }) => { store.set({ turntable: !store.state.turntable }); } },
  { keys: ['1'], section: 'View', words: 'Front', run: look(0, 0) },
  { keys: ['Ctrl+1'], section: 'View', words: 'Back', run: look(Math.PI, 0) },
  { keys: ['3'], section: 'View', words: 'Side', run: look(QUARTER, 0) },
  { keys: ['Ctrl+3'], section: 'View', words: 'Other side', run: look(-QUARTER, 0) },
  { keys: ['7'], section: 'View', words: 'Top', run: look(0, QUARTER - 1e-3) },
  { keys: ['Ctrl+7'], section: 'View', words: 'Bottom', run: look(0, 1e-3 - QUARTER) },
  { keys: ['5'], section: 'View', words: 'Parallel view', run: ({ studio }) => { studio.store.set({ perspective: !studio.store.state.perspective }); } },
  { keys: ['z'], section: 'View', words: 'Wire frame', run: ({ studio }) => { studio.store.set({ wire: !studio.store.state.wire }); } },
  { keys: ['m'], section: 'View', words: 'Clay or the model\'s own colours', run: toggleClay },
  { keys: ['n'], section: 'View', words: 'Hide or show the panels', run: togglePanels },
  { keys: [], section: 'View', words: 'Z is up, or Y', run: (bench) => { turnUp(bench, bench.studio.store.state.up === 'z' ? 'y' : 'z'); } },
  { keys: [], section: 'View', words: 'Light or dark colours', fits: always, run: ({ studio: { store } }) => { store.set({ theme: isDark(store.state) ? 'light' : 'dark' }); } },
  { keys: ['?'], section: 'View', words: 'Keys', fits: always, run: ({ studio }) => { studio.store.set({ help: !studio.store.state.help }); } },
  { keys: [], section: 'View', words: 'Tour of one minute', fits: always, run: startTour },
  { keys: ['F3', 'Ctrl+k'], section: 'View', words: 'Find an action by its name', fits: always, anywhere: true, run: ({ studio }) => { studio.store.set({ commands: !studio.store.state.commands, help: false }); } },
  { keys: ['k'], section: 'Time', words: 'Key what is selected, or has moved', run: setKey },
  { keys: [' '], section: 'Time', words: 'Play or pause', run: ({ studio }) => { studio.motion.playback.toggle(); } },
  { keys: [','], section: 'Time', words: 'One frame back', run: (bench) => { step(bench, -1); } },
  { keys: ['.'], section: 'Time', words: 'One frame on', run: (bench) => { step(bench, 1); } },
  { keys: ['ArrowLeft'], section: 'Time', words: 'The key before', run: (bench) => { toKey(bench, -1); } },
  { keys: ['ArrowRight'], section: 'Time', words: 'The next key', run: (bench) => { toKey(bench, 1); } },
  { keys: [], section: 'Time', words: 'Open or fold the timeline', run: ({ studio: { store } }) => { store.set({ timelineOpen: !store.state.timelineOpen }); } },
  { keys: [], section: 'Time', words: 'Play over and over', run: ({ studio: { store } }) => { store.set({ looping: !store.state.looping }); } },
  { keys: [], section: 'Time', words: 'Onion skins', run: ({ studio: { store } }) => { store.set({ onion: { ...store.state.onion, on: !store.state.onion.on } }); } },
  { keys: ['Home'], section: 'Time', words: 'First frame', run: (bench) => { toEnd(bench, false); } },
  { keys: ['End'], section: 'Time', words: 'Last frame', run: (bench) => { toEnd(bench, true); } },
  { keys: ['Ctrl+d'], section: 'Time', words: 'Copy the selected cycle behind itself', run: copyCycle },
  { keys: ['e'], section: 'Time', words: 'Keys or curves', run: ({ studio: { store } }) => { store.set({ timelineOpen: true, graph: !store.state.graph }); } },
  { keys: [], section: 'Pose', words: 'Companions and props', run: ({ studio: { store } }) => { store.set({ tab: 'scene', panels: true, ...(store.state.narrow ? { drawer: true } : {}) }); } },
  ...KINDS.map(([kind, words]): Action => ({ keys: [], section: 'Pose', words: `Add to the scene: ${words.toLowerCase()}`, run: (bench) => { addProp(bench, { kind }); } })),
  { keys: ['Ctrl+z'], section: 'File', words: 'Undo', fits: ({ history }) => history.done.length > 0, run: ({ studio }) => { studio.editor.undo(); } },
  { keys: ['Ctrl+Shift+z', 'Ctrl+y'], section: 'File', words: 'Redo', fits: ({ history }) => history.undone.length > 0, run: ({ studio }) => { studio.editor.redo(); } },
  { keys: ['Ctrl+s'], section: 'File', words: 'Save the rig', fits: ({ rig }) => rig !== null, run: ({ studio }) => { studio.export('rig'); } },
];
