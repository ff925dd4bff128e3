import type { World } from '../kernel/index.ts';

/** Far more than change within the minute that is looked at again and again. */
const versionsMax = 100_000;

/**
 * The versions of incidents that this process has kept lately, so that what has changed within the last minute is not
 * read whole each time somebody asks for a report. Which of them are known makes no difference but the time it takes.
 */
class KeptVersions {
  readonly #versions = new Map<string, number>();

  isKept({ _id, version }: { _id: string; version: number }): boolean {
    return (this.#versions.get(_id) ?? -1) >= version;
  }

  /** `version` of the incident is stored. */
  note({ _id, version }: { _id: string; version: number }): void {
    // Who changed last comes last.
    this.#versions.delete(_id);
    this.#versions.set(_id, version);
    if (this.#versions.size > versionsMax) {
      const [first] = this.#versions.keys();
      if (first !== undefined) this.#versions.delete(first);
    }
  }
}

const makeVersions = () => new KeptVersions();

export function keptVersions({ memory }: World): KeptVersions {
  return memory.of(makeVersions);
}
