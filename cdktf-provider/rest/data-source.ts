/** A data source of the provider, interpreted from its resolved schema. */
import { type Diagnostic, errorAt, ProviderError } from '../runtime/diagnostics.ts';
import type { DataSourceDefinition } from '../runtime/provider.ts';
import type { Value, ValueObject } from '../runtime/value.ts';
import { isList, isObject } from '../runtime/value.ts';
import { ApiFailure } from './failure.ts';
import { fromAnswer } from './objects.ts';
import { listAll } from './pages.ts';
import type { Query } from './request.ts';
import type { ResolvedDataSource } from './resolved.ts';
import type { Api, ConfigRule } from './resource.ts';
import { explaining } from './resource.ts';
import { target } from './target.ts';

export function defineDataSource(
  resolved: ResolvedDataSource,
  rules: readonly ConfigRule[],
): DataSourceDefinition<Api> {
  const { schema, operation, items, byId } = resolved;
  const asked = Object.keys(resolved.query);
  // Where the path names the object, its parameters only say more.
  const isSearch = items === undefined && !operation.path.includes('{');
  return {
    schema,
    validate: (config) => [
      ...(isSearch ? oneWay(config, asked, byId !== undefined) : []),
      ...rules.flatMap((rule) => rule(config)),
    ],
    read: (api, config) =>
      explaining(schema.attributes, async () => {
        const query = queryOf(resolved, config);
        if (items !== undefined) {
          const list = {
            operation,
            items: items.wire,
            paged: items.paged,
            pagedById: items.pagedById,
          };
          const found = await listAll(api.client, list, { values: config, query });
          const nested = schema.attributes[items.attribute]?.nested;
          const shaped = (item: Value) =>
            nested !== undefined && isObject(item) ? fromAnswer(nested.attributes, item) : item;
          return { [items.attribute]: found.map(shaped) };
        }
        const { id = null } = config;
        const isById = byId !== undefined && id !== null;
        const request = isById ? target(byId, config) : { ...target(operation, config), query };
        const answer = await api.client
          .send(request)
          .catch((error: unknown) => notFound(error, isById ? { id: String(id) } : query));
        return fromAnswer(schema.attributes, isObject(answer) ? answer : {});
      }),
  };
}

/** A search must say what it is for, or the id of the object, and not both. */
function oneWay(config: ValueObject, asked: readonly string[], isById: boolean): Diagnostic[] {
  if (asked.length === 0) return [];
  const given = asked.filter((name) => (config[name] ?? null) !== null);
  const hasId = isById && (config.id ?? null) !== null;
  if (hasId && given.length > 0) {
    const detail = `With id nothing is searched: leave out ${given.join(', ')}.`;
    return [errorAt(['id'], 'Attributes exclude each other', detail)];
  }
  if (hasId || given.length > 0) return [];
  const names = [...(isById ? ['id'] : []), ...asked];
  return [errorAt([], 'Missing attribute', `Say which one is meant: set ${names.join(' or ')}.`)];
}

function queryOf({ query }: ResolvedDataSource, config: ValueObject): Query {
  return Object.fromEntries(
    Object.entries(query).flatMap(([attribute, parameter]) => {
      const value = config[attribute] ?? null;
      if (value === null) return [];
      return [[parameter, isList(value) ? value.map(String) : String(value)]];
    }),
  );
}

function notFound(error: unknown, query: Query): never {
  if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
  const asked = Object.entries(query).map(([name, value]) => `${name} = "${value}"`);
  throw new ProviderError([
    errorAt(
      [],
      'Nothing found',
      `No object matches ${asked.join(', ') || 'the request'}. Searches of single objects compare whole values; use the list to find parts.`,
    ),
  ]);
}
