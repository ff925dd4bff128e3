import { canonicalValue, severities } from './reserved.ts';
import type { AttributesMapping, MappingStep } from './types.ts';
import { parseValueMap } from './value-map.ts';

type Severity = (typeof severities)[number];

/**
 * The severities that incidents of a mapping may open with: rather too many than too few. What cannot be read, or says
 * no severity, opens as a Warning. Pure.
 */
export function possibleSeverities({ attributes }: AttributesMapping): Severity[] {
  const given = attributes
    .filter(({ name }) => name.trim().toLowerCase() === 'severity')
    .flatMap(({ mappings }) => valuesOf(mappings.at(-1)));
  const possible = new Set(['Warning', ...given.map((value) => canonicalValue('severity', value))]);
  return severities.filter((severity) => possible.has(severity));
}

/** All that the last step of an entry can give, as far as its author wrote it down; else every severity. */
function valuesOf(step: MappingStep | undefined): readonly string[] {
  if (!step) return [];
  const text = step.static ?? step.map;
  // A variable may stand for anything.
  if (!text || text.includes('$') || text.includes('{')) return severities;
  if (step.static) return [text];
  const { exact, folded, fallback } = parseValueMap(text);
  return [...exact.values(), ...folded.values(), ...(fallback === undefined ? [] : [fallback])];
}
