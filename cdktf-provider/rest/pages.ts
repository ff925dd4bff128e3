/** Lists of the Public API: read to their end, page by page. */
import type { Value, ValueObject } from '../runtime/value.ts';
import { isList, isObject } from '../runtime/value.ts';
import type { ApiClient } from './client.ts';
import type { Query } from './request.ts';
import type { Operation } from './resolved.ts';
import { target } from './target.ts';

const pageSize = 100;

export interface List {
  readonly operation: Operation;
  /** Member of the answer that holds the items. */
  readonly items: string;
  /** False for lists that come whole. */
  readonly paged?: boolean;
  /** Pages go on behind the id of the last item, and not at an offset. */
  readonly pagedById?: boolean | undefined;
}

export interface ListArguments {
  readonly values?: ValueObject;
  readonly query?: Query;
}

export async function listAll(
  client: ApiClient,
  { operation, items, paged = true, pagedById = false }: List,
  { values = {}, query = {} }: ListArguments = {},
): Promise<Value[]> {
  const found: Value[] = [];
  for (;;) {
    const start = pagedById ? behind(found.at(-1)) : { Offset: String(found.length) };
    const paging = paged ? { ...start, Limit: String(pageSize) } : {};
    const answer = await client.send({
      ...target(operation, values),
      query: { ...query, ...paging },
    });
    const page = isObject(answer) ? answer : {};
    const entries = page[items] ?? null;
    if (isList(entries)) found.push(...entries);
    if (!paged || page.hasMore !== true) return found;
  }
}

function behind(last: Value | undefined): Query {
  return isObject(last) && typeof last.id === 'string' ? { IdLessThan: last.id } : {};
}
