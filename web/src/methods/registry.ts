/** The only list of the methods' views: a line for each folder. A method that is not listed has the plain view. */

export { cage } from './cage/view';
export { elastic } from './elastic/view';
export { handles } from './handles/view';
export { joints } from './joints/view';
export { meshik } from './meshik/view';
export { reduced } from './reduced/view';
