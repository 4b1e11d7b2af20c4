/** One store of plain data. Views watch slices of it; nothing else carries state between them. */

export class Store<S extends object> {
  private readonly watchers = new Set<(state: S, before: S) => void>();

  constructor(private current: S) {}

  get state(): Readonly<S> {
    return this.current;
  }

  set(patch: Partial<S>): void {
    const before = this.current;
    this.current = { ...before, ...patch };
    for (const watcher of this.watchers) watcher(this.current, before);
  }

  /** Call `then` with the state now and after every change of one of the named slices; gives the way to stop. */
  watch(names: readonly (keyof S)[], then: (state: Readonly<S>) => void): () => void {
    const watcher = (state: S, before: S): void => {
      if (names.some((name) => state[name] !== before[name])) then(state);
    };
    this.watchers.add(watcher);
    then(this.current);
    return () => this.watchers.delete(watcher);
  }
}
