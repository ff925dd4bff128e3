import type { IncidentDocument } from '../incidents/index.ts';

/** Whose turn it was in round robins, by their keys. */
export interface PastTurns {
  /** By the incidents that really took them. */
  taken: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** The first ones that are free when the time begins. */
  first: ReadonlyMap<string, number>;
}

export const noTurns: PastTurns = { taken: new Map(), first: new Map() };

/** `now`: the first ones that are free now, which were free then where nobody took one since. Pure. */
export function pastTurnsOf(
  incidents: Iterable<Pick<IncidentDocument, '_id' | 'alerting'>>,
  now: ReadonlyMap<string, number>,
): PastTurns {
  const taken = new Map<string, Readonly<Record<string, number>>>();
  const first = new Map<string, number>();
  for (const { _id, alerting } of incidents)
    for (const [key, turn] of Object.entries(alerting?.turns ?? {})) {
      taken.set(_id, alerting?.turns ?? {});
      first.set(key, Math.min(turn, first.get(key) ?? turn));
    }
  for (const [key, turn] of now) if (!first.has(key)) first.set(key, turn);
  return { taken, first };
}

/**
 * The round robins of a world. Who really took a turn takes it again, unless another incident has taken it in this
 * world: so with the present configuration it is the turn of whoever it really was, and what a change adds moves on
 * those who come later.
 */
export class Turns {
  readonly #past: PastTurns;
  readonly #next = new Map<string, number>();
  readonly #taken = new Map<string, Set<number>>();

  constructor(past: PastTurns) {
    this.#past = past;
  }

  /** `realIds`: the incidents that there really were of it. */
  take(key: string, realIds: readonly string[]): number {
    const taken = this.#taken.get(key) ?? new Set();
    this.#taken.set(key, taken);
    const really = realIds
      .map((id) => this.#past.taken.get(id)?.[key])
      .find((turn) => turn !== undefined && !taken.has(turn));
    const turn = really ?? this.#nextFree(key, taken);
    taken.add(turn);
    return turn;
  }

  #nextFree(key: string, taken: ReadonlySet<number>): number {
    let turn = this.#next.get(key) ?? this.#past.first.get(key) ?? 0;
    while (taken.has(turn)) turn += 1;
    this.#next.set(key, turn + 1);
    return turn;
  }
}
