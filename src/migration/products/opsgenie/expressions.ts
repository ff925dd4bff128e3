import { slashed } from '../../model/matched-attributes.ts';
import { isPattern } from '../../model/patterns.ts';
import { alertFieldOf, isList, pathOf } from './alert-fields.ts';
import { type Asked, type Filter, patternOf, prioritiesOf } from './criteria.ts';

/**
 * A filter as a condition of a JSONPath about what is sent to the Alert API. Null, with a line, where one of its
 * conditions cannot be said.
 */
export function expressionOf({ all, conditions }: Filter): string | null {
  const parts = conditions.map(({ source, asked }) => {
    const part =
      asked.field === 'priority' ? byPriority(prioritiesOf(source, asked)) : conditionOf(asked);
    if (part === null) source.say('behaviour', 'A condition that mappings here cannot have.');
    return part;
  });
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? joined(known, all ? ' && ' : ' || ') : null;
}

export function joined(parts: readonly string[], operator: ' && ' | ' || '): string {
  return parts.length === 1 ? parts.join('') : `(${parts.join(operator)})`;
}

/** An alert without a priority has P3. */
function byPriority(chosen: readonly string[] | null): string | null {
  if (chosen === null) return null;
  if (chosen.length === 0) return 'false';
  const path = '$.jsonBody.priority';
  const named = chosen.map((priority) => `${path} == '${priority}'`);
  return joined(chosen.includes('P3') ? [...named, `!${path}`] : named, ' || ');
}

function conditionOf(asked: Asked): string | null {
  const field = alertFieldOf(asked.field, asked.key);
  if (field === null) return null;
  const { operation, expected, isNot } = asked;
  const path = pathOf(field);
  const negated = (condition: string) => (isNot ? `!(${condition})` : condition);
  if (operation === 'greater-than' || operation === 'less-than') {
    const isNumber = expected !== null && /^-?\d+(\.\d+)?$/.test(expected);
    if (!isNumber || isList(field)) return null;
    return negated(`${path} ${operation === 'greater-than' ? '>' : '<'} ${expected}`);
  }
  const pattern = patternOf(field, operation, expected);
  if (pattern === null || !isPattern(pattern.pattern)) return null;
  const at = pattern.field ?? field;
  const paths =
    at.name === 'alias'
      ? [pathOf(at), '$.jsonBody.identifier']
      : [isList(at) ? `${pathOf(at)}[*]` : pathOf(at)];
  const found = joined(
    paths.map((one) => `${one} =~ /${slashed(pattern.pattern)}/`),
    ' || ',
  );
  return pattern.isNone === isNot ? found : `!(${found})`;
}
