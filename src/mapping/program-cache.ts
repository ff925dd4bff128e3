import { textOf } from '../kernel/index.ts';
import { compileMapping } from './compile.ts';
import type { AttributesMapping, MappingProgram } from './types.ts';

/**
 * Compiled programs by key, least recently used out first, bounded by their bytes. The key names one version of one
 * mapping, for example `integrationId:version`: what is cached under a key never changes.
 */
export class ProgramCache {
  readonly #programs = new Map<string, MappingProgram>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number = 50 * 1_024 * 1_024) {
    this.#bytesMax = bytesMax;
  }

  /** The program of `key`, compiled from `mapping()` if needed. Throws when that mapping does not compile. */
  get(key: string, mapping: () => AttributesMapping): MappingProgram {
    const known = this.#programs.get(key);
    if (known !== undefined) {
      // A map iterates in the order of insertion: putting it last makes it the youngest.
      this.#programs.delete(key);
      this.#programs.set(key, known);
      return known;
    }
    const result = compileMapping(mapping());
    if (!result.ok) {
      const [place = '', mistakes = []] = Object.entries(result.errors)[0] ?? [];
      throw new Error(
        `The mapping “${key}” does not compile: ${place}: ${mistakes.map(textOf).join(' ')}`,
      );
    }
    this.#programs.set(key, result.program);
    this.#bytes += result.program.bytes;
    this.#evict();
    return result.program;
  }

  get size(): number {
    return this.#programs.size;
  }

  /** The youngest program stays, however large it is. */
  #evict(): void {
    for (const [key, program] of this.#programs) {
      if (this.#bytes <= this.#bytesMax || this.#programs.size === 1) return;
      this.#programs.delete(key);
      this.#bytes -= program.bytes;
    }
  }
}
