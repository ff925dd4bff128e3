import { say } from '../kernel/index.ts';
import { limits } from './limits.ts';
import { MappingMistake } from './mistake.ts';

/** A parsed `map` step: exact matches first, then without regard to case, then the fallback. */
export interface ValueMap {
  readonly exact: ReadonlyMap<string, string>;
  readonly folded: ReadonlyMap<string, string>;
  readonly fallback: string | undefined;
  /** Length of the longest left side: a longer text matches none, and need not be folded to find out. */
  readonly charactersMax: number;
}

/**
 * Parses `A->1,B->2,->3` (spec 2.5): pairs are separated by commas, sides by the first `->`, spaces around both are
 * dropped, an empty left side is the fallback wherever it stands, and the first of two equal left sides wins. There
 * is no escape for a comma or an arrow. Throws `MappingMistake` for an item without an arrow.
 */
export function parseValueMap(source: string): ValueMap {
  const exact = new Map<string, string>();
  const folded = new Map<string, string>();
  let fallback: string | undefined;
  let charactersMax = 0;
  const items = source.split(',');
  if (items.length > limits.mapPairsMax)
    throw new MappingMistake(say('mapTooManyPairs', { max: limits.mapPairsMax }));
  for (const [index, item] of items.entries()) {
    const arrow = item.indexOf('->');
    if (arrow < 0) {
      throw new MappingMistake(say('mapPairWithoutArrow', { pair: index + 1, text: item.trim() }));
    }
    const from = item.slice(0, arrow).trim();
    const to = item.slice(arrow + 2).trim();
    if (from === '') {
      fallback ??= to;
      continue;
    }
    if (!exact.has(from)) exact.set(from, to);
    const lower = from.toLowerCase();
    if (!folded.has(lower)) folded.set(lower, to);
    charactersMax = Math.max(charactersMax, from.length, lower.length);
  }
  return { exact, folded, fallback, charactersMax };
}

/** The mapped value, or undefined when nothing matches and there is no fallback. */
export function lookUp(map: ValueMap, value: string): string | undefined {
  const key = value.trim();
  if (key.length > map.charactersMax) return map.fallback;
  return map.exact.get(key) ?? map.folded.get(key.toLowerCase()) ?? map.fallback;
}
