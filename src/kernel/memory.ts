/**
 * Everything that a process remembers beside its store, so that it need not ask again. Each thing is made when it is
 * first asked for, and belongs to one world. `make` is also the name of the thing: the same function always gives the
 * same one.
 */
export class Memory {
  readonly #things = new Map<() => unknown, unknown>();

  of<Thing>(make: () => Thing): Thing {
    if (!this.#things.has(make)) this.#things.set(make, make());
    // as: what was kept under `make` was made by it.
    return this.#things.get(make) as Thing;
  }
}
