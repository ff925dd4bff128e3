import { AppError } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Operation, ParameterObject } from './document.ts';
import { nearestName } from './nearest-name.ts';

export interface QueryRules {
  /** Whether `limit` is `Limit`. */
  names: 'any-case' | 'exact';
  /** How to treat a parameter that the document does not know. */
  unknown: 'ignore' | 'refuse' | ((operation: Operation) => 'ignore' | 'refuse');
  /**
   * Parameters that are always let through, in any letter case, and mean nothing where the document does not have them.
   */
  alwaysAllowed?: readonly string[];
}

/** Reads the query of a URL: values under the document's names, lists for parameters that are lists. */
export function queryReader(
  operation: Operation,
  { names, unknown, alwaysAllowed = [] }: QueryRules,
) {
  const isStrict = (typeof unknown === 'function' ? unknown(operation) : unknown) === 'refuse';
  const allowed = new Set(alwaysAllowed.map((name) => name.toLowerCase()));
  const spelled = (name: string) => (names === 'any-case' ? name.toLowerCase() : name);
  const known = new Map<string, ParameterObject>(
    operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => [spelled(parameter.name), parameter]),
  );
  return (url: string): Record<string, unknown> => {
    const query: Record<string, unknown> = {};
    const start = url.indexOf('?');
    if (start < 0) return query;
    for (const [key, value] of new URLSearchParams(url.slice(start + 1))) {
      const parameter = known.get(spelled(key).replace(/\[\d*\]$/, ''));
      if (!parameter) {
        if (isStrict && !allowed.has(key.toLowerCase()))
          throw unknownParameter(key, known.values());
        continue;
      }
      const { name } = parameter;
      if (parameter.schema?.type === 'array') {
        const list = query[name];
        query[name] = Array.isArray(list) ? [...list, value] : [value];
      } else query[name] = value;
    }
    return query;
  };
}

function unknownParameter(key: string, known: Iterable<ParameterObject>): AppError {
  const names = [...known].map(({ name }) => name);
  const meant = nearestName(names, key);
  return new AppError('validation-failed', adviceOn(key, meant, names), {
    fields: { [key]: [say('noParameter')] },
  });
}

function adviceOn(name: string, meant: string | undefined, names: string[]): Sentence {
  if (meant) return say('parameterMisspelled', { name, meant });
  return names.length > 0
    ? say('parameterUnknown', { name, names })
    : say('parameterSuperfluous', { name });
}
