import type { World } from '../kernel/index.ts';
import type { IncidentDocument } from './model.ts';

/** Keys of each of the two generations; they take some megabytes. */
const generationKeys = 50_000;
/** Incidents with a few dozen events each; they take some dozens of megabytes. */
const incidentsMax = 4096;

/**
 * Remembers problems, so that most alerts are decided without a look at the store. It only guesses: another process may
 * know better. The store notices a wrong guess, because it changes an incident only in the version that was remembered,
 * and refuses a second incident for an open problem. Then the alert is decided again, by what the store has.
 */
export class RecentProblems {
  #met = new Set<string>();
  #metBefore = new Set<string>();
  /** By open key, the one that was used longest ago first. */
  readonly #incidents = new Map<string, IncidentDocument>();

  /**
   * The open incident of a problem; `new` for a problem that was never met; `unknown` for one that has to be looked up.
   */
  guess(openKey: string): IncidentDocument | 'new' | 'unknown' {
    if (!this.#meet(openKey)) return 'new';
    return this.#incidents.get(openKey) ?? 'unknown';
  }

  /** The incident as it has just been written. Only such that are open for one problem are remembered. */
  keep(incident: IncidentDocument): void {
    this.forget(incident);
    const [openKey] = incident.openKeys ?? [];
    if (openKey === undefined || incident.groupingKey !== undefined) return;
    this.#incidents.set(openKey, incident);
    if (this.#incidents.size <= incidentsMax) return;
    const [oldest] = this.#incidents.keys();
    if (oldest !== undefined) this.#incidents.delete(oldest);
  }

  /** The incident has been changed, or will be. */
  forget({ openKeys }: Pick<IncidentDocument, 'openKeys'>): void {
    for (const openKey of openKeys ?? []) this.#incidents.delete(openKey);
  }

  #meet(openKey: string): boolean {
    if (this.#met.has(openKey)) return true;
    if (this.#met.size >= generationKeys) {
      this.#metBefore = this.#met;
      this.#met = new Set();
    }
    this.#met.add(openKey);
    return this.#metBefore.has(openKey);
  }
}

const noProblems = () => new RecentProblems();

export function recentProblems({ memory }: World): RecentProblems {
  return memory.of(noProblems);
}
