import { hash } from 'node:crypto';
import type { World } from '../kernel/index.ts';

/** They take some twelve megabytes. An incident that is forgotten is packed once more. */
const rememberedMax = 100_000;

/** Remembers which text of each incident was packed last, so that an incident that only repeats is not packed again. */
class PackedTexts {
  /** Digests of texts by incident, the one that was packed longest ago first. */
  readonly #digests = new Map<string, string>();

  has(incidentId: string, digest: string): boolean {
    return this.#digests.get(incidentId) === digest;
  }

  note(incidentId: string, digest: string): void {
    this.#digests.delete(incidentId);
    this.#digests.set(incidentId, digest);
    if (this.#digests.size <= rememberedMax) return;
    for (const oldest of this.#digests.keys()) {
      this.#digests.delete(oldest);
      return;
    }
  }
}

export function digestOf(text: string): string {
  return hash('sha1', text, 'base64url');
}

const nonePacked = () => new PackedTexts();

export function packedTextsOf({ memory }: World): PackedTexts {
  return memory.of(nonePacked);
}
