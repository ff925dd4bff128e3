/** A data source of the provider, interpreted from its resolved schema. */
import { errorAt, ProviderError } from '../runtime/diagnostics.ts';
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
  const { schema, operation, items } = resolved;
  return {
    schema,
    validate: (config) => rules.flatMap((rule) => rule(config)),
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
        const answer = await api.client
          .send({ ...target(operation, config), query })
          .catch((error: unknown) => notFound(error, query));
        return fromAnswer(schema.attributes, isObject(answer) ? answer : {});
      }),
  };
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
