/** A data source of the provider, interpreted from its resolved schema. */
import { errorAt, ProviderError } from '../runtime/diagnostics.ts';
import type { DataSourceDefinition } from '../runtime/provider.ts';
import type { Value, ValueObject } from '../runtime/value.ts';
import { isList, isObject } from '../runtime/value.ts';
import { ApiFailure } from './failure.ts';
import { fromAnswer } from './objects.ts';
import type { ResolvedDataSource } from './resolved.ts';
import type { Api, ConfigRule } from './resource.ts';
import { explaining } from './resource.ts';
import { target } from './target.ts';

const pageSize = 100;

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
          return { [items.attribute]: await listItems(api, resolved, items, config, query) };
        }
        const answer = await api.client
          .send({ ...target(operation, config), query })
          .catch((error: unknown) => notFound(error, query));
        return fromAnswer(schema.attributes, isObject(answer) ? answer : {});
      }),
  };
}

async function listItems(
  { client }: Api,
  { schema, operation }: ResolvedDataSource,
  { attribute, wire, paged }: NonNullable<ResolvedDataSource['items']>,
  config: ValueObject,
  query: Record<string, string>,
): Promise<Value[]> {
  const nested = schema.attributes[attribute]?.nested;
  const found: Value[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const paging = paged ? { Offset: String(offset), Limit: String(pageSize) } : {};
    const answer = await client.send({
      ...target(operation, config),
      query: { ...query, ...paging },
    });
    const page = isObject(answer) ? answer : {};
    const entries = page[wire] ?? null;
    for (const item of isList(entries) ? entries : []) {
      found.push(
        nested !== undefined && isObject(item) ? fromAnswer(nested.attributes, item) : item,
      );
    }
    if (!paged || page.hasMore !== true) return found;
  }
}

function queryOf({ query }: ResolvedDataSource, config: ValueObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([attribute]) => (config[attribute] ?? null) !== null)
      .map(([attribute, parameter]) => [parameter, String(config[attribute])]),
  );
}

function notFound(error: unknown, query: Record<string, string>): never {
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
