/** What every tool and every panel is for: one table; methods bring the words of their own panels. */

import { viewOf } from '../methods/views';

/** words: one or two plain sentences; keys: the actions whose keys are told, by their words. */
export interface Help {
  readonly words: string;
  readonly keys?: readonly string[];
}

/** By the words of a tool's action, and by the title of a panel. */
export const HELP: Readonly<Record<string, Help>> = {
  'Posing tool': { words: 'Click the surface to place a handle, drag it to pull. Beside the model a drag turns the view.', keys: ['Posing tool', 'Pin or free', 'Cancel; select nothing'] },
  'Box': { words: 'Draw a box to select handles, or to mark the surface. Shift adds to what is selected.', keys: ['Box'] },
  'Lasso': { words: 'Draw a line around handles to select them, or around some of the surface to mark it.', keys: ['Lasso'] },
  'Brush on the surface; Ctrl erases': { words: 'Paint on the surface what the method can mark: parts, frozen or stiff places. Ctrl erases.', keys: ['Brush on the surface; Ctrl erases', 'Smaller brush', 'Larger brush'] },
  'Linked: a click takes a whole part': { words: 'A click marks all that hangs together with what is under it, as the brush would.', keys: ['Linked: a click takes a whole part'] },
  'Arrows and rings at the selected handles': { words: 'Arrows move what is selected along an axis, squares in a plane, rings turn the surface around it.', keys: ['Arrows and rings at the selected handles', 'Move what is selected; then X, Y, Z and digits', 'Turn what is selected; then X, Y, Z and degrees'] },
  'Pull and paint on both sides, or on one': { words: 'What you pull or paint on one side happens on the other side too, where the model has two equal ones.', keys: ['Pull and paint on both sides, or on one', 'Flip the pose: left and right change places'] },

  'About this method': { words: 'What the method does, in a sentence.' },
  'About this rig': { words: 'What the method made of this model, in numbers.' },
  'Show': { words: 'Colours and lines over the model, to look at. They change nothing of its pose.', keys: ['Wire frame', 'Clay or the model\'s own colours'] },
  'Options': { words: 'How the method makes its rig. Apply makes it anew; handles stay where they are.' },
  'Parts': { words: 'A leg may follow one example while the tail follows another. Each such part has weights of its own.' },
  'Examples': { words: 'The poses that are mixed, and how much of each is in what you see. Pull a slider to mix them yourself; drag a handle, and the handles decide again.' },

  'Selected': { words: 'Name, place and direction of what is selected, as numbers. Handles can snap to a grid, to the floor or to vertices.', keys: ['Move what is selected; then X, Y, Z and digits', 'Arrows and rings at the selected handles'] },
  'Sets of handles': { words: 'Keep the handles of now under a name. A click brings them back where the surface is then.' },
  'How it holds': { words: 'How the selected handles hold: firm or soft, free to slide, keeping their direction.', keys: ['Pin or free', 'Keep or let go the direction of what is selected'] },
  'Floor': { words: 'A plane that nothing sinks through. Feet that stand on it can keep their place.', keys: ['Floor'] },
  'Handles': { words: 'Every point that is held. A ring means pinned: it stays while you pull on others.', keys: ['Pin or free', 'Remove the selected handles, or keys', 'Group: move and turn together', 'All handles'] },
  'History': { words: 'The steps of this session, the newest first. Fainter ones were undone, and can be done again.', keys: ['Undo', 'Redo'] },
  'This pose': { words: 'Keep what you see in the library, or copy it to another tab or session.', keys: ['Keep the pose in the library', 'Copy the pose', 'Paste a pose'] },
  'Left and right': { words: 'Exchange the sides of the pose, or copy one side of it onto the other.', keys: ['Flip the pose: left and right change places'] },
  'Add to the scene': { words: 'Something beside the model: another character as a companion, or a thing to stand on. It is no part of the model.' },
  'Companions and props': { words: 'What stands in the scene. A click selects it, here and in the view; drag it across the floor.', keys: ['Remove the selected handles, or keys'] },
  'Selected prop': { words: 'Name, place, turn and size of what is selected. G, R and S move, turn and scale it in the view.', keys: ['Move what is selected; then X, Y, Z and digits', 'Turn what is selected; then X, Y, Z and degrees', 'Arrows and rings at the selected handles'] },
  'Standing': { words: 'A handle that is pulled into a prop comes up to its surface, so that a foot stands on a box or a stair.' },
  'Library': { words: 'Poses that were kept. A click takes one; its slider goes a part of the way there.', keys: ['Keep the pose in the library', 'Back to rest'] },

  'Methods': { words: 'How the model follows what you pull. Another one takes over your handles and keys, and the way back is one click.' },
  'Compare': { words: 'The same handles by two methods, side by side. Pull in either half.' },
  'Undo': { words: 'Takes the last step back. Steps survive a reload and a restart.', keys: ['Undo'] },
  'Redo': { words: 'Does again what was undone.', keys: ['Redo'] },
  'Save the rig': { words: 'A file that poses this model anywhere, with the poses of the library. The session itself is saved at every step.', keys: ['Save the rig'] },
  'Export': { words: 'The pose, the animation or a film as a file, or a script that repeats this session.' },
  'Light or dark': { words: 'The colours of the panels and behind the model.' },
  'Find an action by its name': { words: 'Every action by a word of its name, with its key.', keys: ['Find an action by its name'] },
  'Keys': { words: 'All keys, which you can change.', keys: ['Keys'] },
  'All sessions': { words: 'Back to the start page. This session is kept there, with its picture.' },
  'This session': { words: 'Name this session, go on in a copy of it, or keep a copy for later.' },

  'Frames': { words: 'Goes to another frame. The model is shown as the keys have it there.', keys: ['One frame back', 'One frame on', 'First frame', 'Last frame'] },
  'Play': { words: 'Plays the frames of the range. A press on the model stops it.', keys: ['Play or pause'] },
  'Current frame': { words: 'The frame that is shown. Type another one, or drag in the ruler.', keys: ['The key before', 'The next key'] },
  'Key': { words: 'Keeps where the selected handles are at this frame, or all that have moved. Between keys they go from one to the next.', keys: ['Key what is selected, or has moved'] },
  'Auto-key': { words: 'While this is on, what you move is keyed at once.' },
  'Ease': { words: 'How the selected keys go on to the next one.' },
  'Held or let go': { words: 'How firmly the handle holds at the selected keys. Let go, it follows the rest of the model.' },
  'Before and after': { words: 'What happens outside the keys: hold, repeat, go back and forth, or go on.' },
  'Range and rate': { words: 'The first and the last frame that are played and exported, and how many go by in a second.' },
  'Loop': { words: 'Plays the range over and over.' },
  'Motion trails': { words: 'Draws the way of what is selected through the frames.' },
  'Onion skins': { words: 'Ghosts of the frames before and after, to compare with.' },
  'Follow-through': { words: 'What is not held comes after what is, swings past and settles.' },
  'Track or clip': { words: 'Opens keys from a file, or a moving mesh with the same vertices.' },
  'Timeline': { words: 'Rows of keys, or curves of all their numbers.', keys: ['Keys or curves'] },
  'Tangents': { words: 'How the curve passes through the selected points.' },
  'Close the loop': { words: 'Puts the last key where the first is. They move as one from then on.' },
  'Copy and paste keys': { words: 'Keys that are copied come again at the frame that is shown.', keys: ['Copy the selected keys', 'Paste copied keys at this frame'] },
  'Copy a cycle': { words: 'The selected keys once more, behind themselves.', keys: ['Copy the selected cycle behind itself'] },
  'See all keys': { words: 'Zooms so that every key is in view.' },
};

/** The help of a tool or of a panel of a method; undefined where nobody wrote any, which a test finds. */
export function helpOf(name: string, method: string): Help | undefined {
  return viewOf(method).panels?.[name] ?? HELP[name];
}
