import { AppError } from '../kernel/index.ts';
import type { Operation, ParameterObject } from './document.ts';

export interface QueryRules {
  /** Whether `limit` is `Limit`. */
  names: 'any-case' | 'exact';
  /** What to do with a parameter that the document does not know. */
  unknown: 'ignore' | 'refuse';
}

/** Reads the query of a URL: values under the document's names, lists for parameters that are lists. */
export function queryReader(operation: Operation, { names, unknown }: QueryRules) {
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
        if (unknown === 'refuse') throw unknownParameter(key, known.values());
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
  const names = [...known].map(({ name }) => name).join(', ');
  return new AppError(
    'validation-failed',
    `There is no query parameter ${key}; ${names ? `use ${names}` : 'leave it out'}.`,
    { fields: { [key]: ['is not a parameter of this operation'] } },
  );
}
