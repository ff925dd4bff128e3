import type { Bodies } from '../../model/neutral.ts';
import { jsonPathOf } from './event-mapping.ts';

type Conditions = NonNullable<Bodies['tocsin_routing']['rules']>[number]['conditions'];
export type Comparison = NonNullable<Conditions['attributes']>[number];

const operators: Readonly<Record<string, Comparison['operator']>> = {
  matches: '=',
  'matches part': 'contains',
  'does not match': '!=',
  'does not match part': '!contains',
};

const comparison =
  /^(event\.[\w.[\]]+)\s+(matches part|matches|does not match part|does not match)\s+'((?:[^'\\]|\\.)*)'$/;

/**
 * Comparisons that all have to hold, by an expression of PagerDuty's condition language; null for one that rules cannot
 * say: regular expressions, `or`, `not`, times and counts.
 */
export function comparisonsOf(expression: string): Comparison[] | null {
  const found = partsOf(expression).map((part): Comparison | null => {
    const [, name, written, value] = comparison.exec(part) ?? [];
    const operator = operators[written ?? ''];
    if (name === undefined || operator === undefined || jsonPathOf(name) === null) return null;
    return { name, operator, value: (value ?? '').replaceAll(/\\(.)/g, '$1') };
  });
  const known = found.filter((one) => one !== null);
  return known.length === found.length ? known : null;
}

/** Split at `and`, but not inside of quotes. */
function partsOf(expression: string): string[] {
  const parts = [''];
  for (const piece of expression.trim().split(/('(?:[^'\\]|\\.)*')/)) {
    const isQuoted = piece.startsWith("'");
    const [first = '', ...others] = isQuoted ? [piece] : piece.split(/\band\b/);
    parts.push(`${parts.pop() ?? ''}${first}`, ...others);
  }
  return parts.map((part) => part.trim());
}
