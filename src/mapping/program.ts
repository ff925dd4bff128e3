import type { JsonPath } from './json-path/index.ts';
import type { CompiledRegex, Replacement } from './regex/index.ts';
import type { ReservedKey } from './reserved.ts';
import type { MappingProgram, MappingWarning } from './types.ts';
import type { ValueMap } from './value-map.ts';
import type { XPath } from './xpath/index.ts';

/** A compiled step. */
export type Step =
  | { readonly kind: 'jsonPath'; readonly path: JsonPath }
  | { readonly kind: 'xPath'; readonly path: XPath }
  | { readonly kind: 'regex'; readonly regex: CompiledRegex; readonly replace: Replacement | null }
  | { readonly kind: 'map'; readonly map: ValueMap }
  | { readonly kind: 'static'; readonly text: string };

/** One item of the mapping's list; several may share a name (spec 2.5 rule 3). */
export interface Entry {
  /** As the first entry of this name spells it. */
  readonly name: string;
  /** The name in lower case: names have no case. */
  readonly key: string;
  readonly reserved: ReservedKey | null;
  readonly isImage: boolean;
  readonly hideInPreviews: boolean;
  readonly isGroupingKey: boolean;
  readonly expand: boolean;
  /** Its value depends on the incident the payload would update, directly or through an earlier attribute. */
  readonly usesPreviousIncident: boolean;
  /** No entry of this name follows, so the fallback of a `map` step stands for what was not found. */
  readonly isLast: boolean;
  readonly steps: readonly Step[];
}

/** The program that `compileMapping` makes and `evaluateMapping` runs; other modules know only `MappingProgram`. */
export class CompiledMapping implements MappingProgram {
  readonly entries: readonly Entry[];
  /** Index of the first entry per name, to know what is defined earlier. */
  readonly firstIndex: ReadonlyMap<string, number>;
  readonly groupingWindowInSeconds: number | null;
  /** Index of the first entry that expands, per name. */
  readonly expandedIndex: ReadonlyMap<string, number>;
  /** Names with an entry that uses the previous incident: they cannot help to find it. */
  readonly dependentKeys: ReadonlySet<string>;
  readonly usesPreviousIncident: boolean;
  readonly warnings: readonly MappingWarning[];
  readonly steps: number;
  readonly bytes: number;

  constructor(parts: {
    entries: readonly Entry[];
    firstIndex: ReadonlyMap<string, number>;
    groupingWindowInSeconds: number | null;
    warnings: readonly MappingWarning[];
    bytes: number;
  }) {
    this.entries = parts.entries;
    this.firstIndex = parts.firstIndex;
    this.groupingWindowInSeconds = parts.groupingWindowInSeconds;
    this.dependentKeys = new Set(
      parts.entries.filter((entry) => entry.usesPreviousIncident).map((entry) => entry.key),
    );
    // Reversed, so that the first entry of a name is the one that stays.
    this.expandedIndex = new Map(
      parts.entries
        .map((entry, index) => [entry, index] as const)
        .filter(([{ expand }]) => expand)
        .map(([{ key }, index]) => [key, index] as const)
        .toReversed(),
    );
    this.usesPreviousIncident = this.dependentKeys.size > 0;
    this.warnings = parts.warnings;
    this.steps = parts.entries.reduce((sum, { steps }) => sum + steps.length, 0);
    this.bytes = parts.bytes;
  }
}

export function toCompiled(program: MappingProgram): CompiledMapping {
  if (program instanceof CompiledMapping) return program;
  throw new TypeError('Only a program made by compileMapping can be evaluated.');
}
