import { createHash } from 'node:crypto';
import type { SearchWindow, Sort } from '../directory.ts';
import { badRequest } from '../errors.ts';
import { definitionAt } from '../filters/filter.ts';
import { parseFilterText, type Syntax } from '../filters/parse-text.ts';
import { attributeNamed, resolveTarget } from '../schemas/attribute-target.ts';
import type { ResourceType } from '../schemas/resource-types.ts';
import type { CursorScope, Cursors } from './cursors.ts';

export const pageSize = { default: 100, max: 500 } as const;

/** The parameters of a search, from a query or the body of `.search`, not yet about one type of resource. */
export interface GivenSearch {
  readonly filter: Syntax | null;
  readonly sortBy: string | null;
  readonly order: Sort['order'];
  readonly window: SearchWindow;
  /** The scope of this search's cursors; null for index windows. */
  readonly cursorScope: CursorScope | null;
}

type Parameters = Readonly<Record<string, unknown>>;

export function readSearch(
  given: Parameters,
  { tenant, address, cursors }: { tenant: string; address: string; cursors: Cursors },
): GivenSearch {
  const filter = textAt(given, 'filter');
  const sortBy = textAt(given, 'sortBy');
  const order = (textAt(given, 'sortOrder') ?? 'ascending').toLowerCase();
  if (order !== 'ascending' && order !== 'descending')
    throw badRequest('invalidValue', 'sortOrder must be ascending or descending.');
  const cursor = textAt(given, 'cursor', true);
  const count = numberAt(given, 'count');
  const search = digest([address, filter, sortBy, order, count]);
  const cursorScope = cursor === null ? null : { tenant, search };
  return {
    filter: filter === null ? null : parseFilterText(filter),
    sortBy,
    order,
    window: cursorScope
      ? {
          kind: 'cursor',
          after: cursor ? cursors.read(cursorScope, cursor) : null,
          count: cursorCount(count),
        }
      : {
          kind: 'index',
          // Below 1 means 1, and a negative count 0: RFC 7644 section 3.4.2.4.
          startIndex: Math.max(1, numberAt(given, 'startIndex') ?? 1),
          count: Math.min(pageSize.max, Math.max(0, count ?? pageSize.default)),
        },
    cursorScope,
  };
}

/** Throws `invalidValue` for what cannot be sorted by. */
export function readSort(type: ResourceType, sortBy: string, order: Sort['order']): Sort {
  const target = resolveTarget(sortBy, type);
  if (target?.kind !== 'attribute')
    throw badRequest('invalidValue', `There is no ${sortBy} in a ${type.name} to sort by.`);
  const { path } = target;
  const isComplex = path.attribute.type === 'complex' && !path.sub;
  const sub = isComplex
    ? (attributeNamed(path.attribute.subAttributes, 'value') ?? null)
    : path.sub;
  const sortable = { ...path, sub };
  const { name } = path.attribute;
  if ((isComplex && !sub) || name === type.relation || name === 'schemas')
    throw badRequest('invalidValue', `${sortBy} has no single value to sort by.`);
  if (name === 'meta' && definitionAt(sortable).type !== 'dateTime')
    throw badRequest('invalidValue', `Of meta, sort by created or lastModified.`);
  return { path: sortable, order };
}

/** RFC 9865 section 2: a count that cannot be kept is an error here, not a hint. */
function cursorCount(count: number | null): number {
  if (count !== null && (count < 1 || count > pageSize.max))
    throw badRequest('invalidCount', `With a cursor, count must be from 1 to ${pageSize.max}.`);
  return count ?? pageSize.default;
}

function textAt(given: Parameters, name: string, mayBeEmpty = false): string | null {
  const value = given[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw badRequest('invalidValue', `${name} must be a text.`);
  return value.trim() === '' && !mayBeEmpty ? null : value;
}

function numberAt(given: Parameters, name: string): number | null {
  const value = given[name];
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw badRequest('invalidValue', `${name} must be a whole number.`);
  return number;
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
