/** Weights of the examples; they sum to one, and the reference (the first) takes what is left. */

/** The weights with the one at `index` at `value`: the reference makes up for it, or the others in proportion. */
export function reweighted(weights: readonly number[], index: number, value: number): number[] {
  const others = weights.reduce((sum, weight, i) => (i === 0 ? sum : sum + weight), 0);
  if (index === 0) {
    const scale = Math.abs(others) > 1e-9 ? (1 - value) / others : 0;
    const after = weights.map((weight, i) => (i === 0 ? value : weight * scale));
    // Nothing to scale: the first example takes the rest.
    if (scale === 0 && after.length > 1) after[1] = 1 - value;
    return after;
  }
  const after = [...weights];
  after[index] = value;
  after[0] = 1 - (others - weights[index] + value);
  return after;
}

/** Only the example at `index`. */
export function only(count: number, index: number): number[] {
  return Array.from({ length: count }, (_, i) => (i === index ? 1 : 0));
}

/** The numbers of the model's examples that the rig mixes: of very many, some stand for the others. */
export function kept(model: Readonly<{ examples: readonly string[] }> | null, rig: Readonly<{ kept: readonly number[] }> | null): readonly number[] {
  return rig?.kept.length ? rig.kept : (model?.examples ?? []).map((_, index) => index);
}
