import type { ReplayedIncident } from './actor.ts';
import type { Outcome } from './compare-incidents.ts';
import type { Fate } from './world-of-incidents.ts';

export const sides = ['present', 'changed'] as const;
export type Side = (typeof sides)[number];

export interface MatchingOptions {
  /** Whether an incident that goes on holds the alert. */
  isHeld(side: Side, key: string): boolean;
  /** All incidents that hold the same alerts, directly or through each other, have ended. */
  matched(present: Outcome, changed: Outcome): void;
}

/**
 * Brings together the incidents of two worlds that hold the same alerts: they are compared once all of them have ended,
 * and forgotten.
 */
export class Matching {
  readonly #options: MatchingOptions;
  readonly #ended: Record<Side, Map<string, Set<ReplayedIncident>>> = {
    present: new Map(),
    changed: new Map(),
  };
  readonly #fates: Record<Side, Map<string, Fate>> = { present: new Map(), changed: new Map() };

  constructor(options: MatchingOptions) {
    this.#options = options;
  }

  /** An alert that came to no incident in one world, and to one in the other. */
  noteFate(side: Side, fate: Fate): void {
    this.#fates[side].set(fate.key, fate);
  }

  /** How many incidents wait for those of the other world. */
  get size(): number {
    return this.#ended.present.size + this.#ended.changed.size;
  }

  add(side: Side, incident: ReplayedIncident): void {
    for (const key of incident.keys) {
      const known = this.#ended[side].get(key) ?? new Set();
      this.#ended[side].set(key, known.add(incident));
    }
    const all = this.#allWith(side, incident);
    if (!all) return;
    const fates = { present: new Map<string, Fate>(), changed: new Map<string, Fate>() };
    for (const one of sides)
      for (const { keys } of all[one])
        for (const key of keys) {
          this.#ended[one].delete(key);
          for (const other of sides) {
            const fate = this.#fates[other].get(key);
            if (fate) fates[other].set(key, fate);
            this.#fates[other].delete(key);
          }
        }
    const outcomeOf = (one: Side) => ({
      incidents: [...all[one]].toSorted((a, b) => a.openedAt - b.openedAt),
      fates: [...fates[one].values()],
    });
    this.#options.matched(outcomeOf('present'), outcomeOf('changed'));
  }

  /** The incidents that share alerts with it; null where one of them goes on. */
  #allWith(side: Side, first: ReplayedIncident): Record<Side, Set<ReplayedIncident>> | null {
    const all = { present: new Set<ReplayedIncident>(), changed: new Set<ReplayedIncident>() };
    all[side].add(first);
    const left = [first];
    for (let next = left.pop(); next; next = left.pop())
      for (const key of next.keys)
        for (const one of sides) {
          if (this.#options.isHeld(one, key)) return null;
          for (const other of this.#ended[one].get(key) ?? [])
            if (!all[one].has(other)) {
              all[one].add(other);
              left.push(other);
            }
        }
    return all;
  }
}
