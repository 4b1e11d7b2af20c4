/** What the user does with companions and props: add, move, turn, scale, hide, remove. Every edit is a step of the history. */

import { besideModel, changedProp, lowest, propOf } from '../state/props';
import { floorHeight, snapped } from '../state/places';
import { followedBy } from '../state/turns';
import { times } from '../state/vectors';
import type { Document, KeepProp, Prop } from '../wire/messages';
import type { Given } from '../wire/dropped';
import type { PropHit } from '../view/props';
import type { At, Bench } from './gesture';
import { Press } from './press';
import { StepGesture, type Beginning } from './stepgesture';
import { stepped, type Kind, type Step } from './steps';
import { UNTYPED } from './typed';

export const KINDS: readonly (readonly [NonNullable<KeepProp['kind']>, string])[] = [['box', 'Box'], ['ramp', 'Ramp'], ['stairs', 'Stairs'], ['pillar', 'Pillar'], ['ball', 'Ball']];

/** Add what the server makes: a simple shape, a sample, files that were sent, or else the model as it is posed. */
export function addProp({ studio, stage }: Bench, source: Partial<Pick<KeepProp, 'kind' | 'sample' | 'uploads'>>): void {
  const { up } = studio.store.state, shape = studio.freshName();
  studio.props.keep(shape, { up, kind: null, sample: null, uploads: [], ...source }, () => {
    const { document, model, propShapes } = studio.store.state;
    if (!model) return;
    const prop = besideModel(document, propShapes, model, shape, { up, height: floorHeight(document, model, up) });
    studio.editor.edit(`Add ${prop.name}`, { props: [...document.props, prop] });
    selectProp(studio.store, prop.id);
    stage.beside.show(prop.id);
  });
}

export async function addFiles(bench: Bench, files: readonly Given[]): Promise<void> {
  if (files.length) await bench.studio.sent(files, (uploads) => {
    bench.studio.store.set({ progress: null });
    addProp(bench, { uploads });
  });
}

/** A prop takes the place of all else that is selected. */
export function selectProp(store: Bench['studio']['store'], id: number | null): void {
  store.set(id === null ? { propSelection: null } : { propSelection: id, selection: [], partSelection: [], keySelection: [] });
}

export function editProp({ studio: { store, editor } }: Bench, prop: Prop, label: string, change: Partial<Prop>): void {
  editor.edit(`${label} ${prop.name}`, { props: changedProp(store.state.document, prop.id, change) });
}

export function removeProp({ studio: { store, editor } }: Bench, prop: Prop): void {
  editor.edit(`Remove ${prop.name}`, { props: store.state.document.props.filter(({ id }) => id !== prop.id) });
  if (store.state.propSelection === prop.id) selectProp(store, null);
}

export function selectedProp({ studio: { store } }: Bench): Prop | null {
  return propOf(store.state.document, store.state.propSelection);
}

/** Its lowest point comes onto the floor. */
export function putOnFloor(bench: Bench, prop: Prop): void {
  const { document, model, propShapes, up } = bench.studio.store.state, shape = propShapes.get(prop.shape);
  if (!model || !shape) return;
  const vertical = up === 'y' ? 1 : 2, by = floorHeight(document, model, up) - lowest(prop, shape, up);
  editProp(bench, prop, 'Put on the floor:', { at: prop.at.map((value, axis) => (axis === vertical ? value + by : value)) as Prop['at'] });
}

/** G, R and S on a prop, a drag of it across the floor, and its arrows and rings. */
export class MoveProp extends StepGesture {
  protected readonly subject: string;

  constructor(bench: Bench, kind: Kind, private readonly prop: Prop, from: At, beginning: Beginning = {}) {
    super(bench, kind, prop.at, from, beginning);
    this.subject = prop.name;
  }

  protected after(step: Step): Partial<Document> {
    const { document, snap, model, up } = this.bench.studio.store.state, { prop } = this;
    const change = (): Partial<Prop> => {
      if (step.kind === 'turn') return { turn: followedBy(prop.turn, times(step.vector, (step.amount * Math.PI) / 180)) };
      if (step.kind === 'scale') return { scale: prop.scale * step.amount };
      const at = stepped(prop.at, step);
      return { at: model ? snapped(at, prop.at, snap, { diagonal: model.diagonal, up, height: floorHeight(document, model, up) }) : at };
    };
    return { props: changedProp(document, prop.id, change()) };
  }
}

/** G, R or S; a turn is about the axis that is up until another one is typed. */
export function moveSelectedProp(bench: Bench, prop: Prop, kind: Kind, at: At): MoveProp {
  const up = bench.studio.store.state.up === 'y' ? 'Y' : 'Z';
  return new MoveProp(bench, kind, prop, at, kind === 'turn' ? { typed: { ...UNTYPED, axis: up } } : kind === 'move' ? { plane: up } : {});
}

/** A press on a prop: selects it, and drags it across the floor as soon as the pointer moves. */
export class PressProp extends Press {
  constructor(bench: Bench, private readonly hit: PropHit, from: At) {
    super(bench, from);
    selectProp(bench.studio.store, hit.id);
  }

  protected begin(): MoveProp | null {
    const prop = selectedProp(this.bench), { up } = this.bench.studio.store.state;
    return prop && new MoveProp(this.bench, 'move', prop, this.from, { grip: this.hit.at, plane: up === 'y' ? 'Y' : 'Z' });
  }
}
