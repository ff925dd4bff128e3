import type { Page, SearchWindow } from '../directory.ts';
import { badRequest, ScimError } from '../errors.ts';
import { type ResolvedFilter, resolveFilter } from '../filters/resolve.ts';
import { type Projection, readProjection } from '../resources/projection.ts';
import { demandSchemas } from '../resources/read-resource.ts';
import { type ResourceType, resourceTypes, userType } from '../schemas/resource-types.ts';
import { type GivenSearch, readSearch, readSort } from '../searching/read-search.ts';
import { isObject } from '../values.ts';
import { presentAll } from './answers.ts';
import type { ScimAnswer, ScimCall } from './call.ts';

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

/** GET on an endpoint. */
export function listResources(
  call: ScimCall,
  type: ResourceType,
  query: Readonly<Record<string, unknown>>,
): Promise<ScimAnswer> {
  return answerSearch(call, [type], query);
}

/** POST to `.search` of an endpoint or, over all types, of the root. */
export function searchResources(
  call: ScimCall,
  type: ResourceType | null,
  body: unknown,
): Promise<ScimAnswer> {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'Send a SearchRequest as a JSON object.');
  demandSchemas(body, searchSchema);
  return answerSearch(call, type ? [type] : resourceTypes, body);
}

/** A ListResponse of everything there is, for the discovery endpoints. */
export function listOf(resources: readonly unknown[]) {
  return {
    schemas: [listSchema],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

async function answerSearch(
  call: ScimCall,
  types: readonly ResourceType[],
  given: Readonly<Record<string, unknown>>,
): Promise<ScimAnswer> {
  const { tenant, cursors } = call;
  const address = types.map(({ endpoint }) => endpoint).join();
  const search = readSearch(given, { tenant, address, cursors });
  if (types.length > 1 && search.sortBy !== null)
    throw badRequest('invalidValue', 'Sort one type of resource at a time: /Users or /Groups.');
  const parts = partsOf(types, search, given);
  const page = await (search.window.kind === 'index'
    ? searchByIndex(call, parts, search, search.window)
    : searchByCursor(call, parts, search, search.window));
  return {
    status: 200,
    body: {
      schemas: [listSchema],
      totalResults: page.total,
      ...(search.window.kind === 'index' && { startIndex: search.window.startIndex }),
      itemsPerPage: page.resources.length,
      ...(page.next !== null &&
        search.cursorScope && { nextCursor: cursors.write(search.cursorScope, page.next) }),
      Resources: page.resources,
    },
  };
}

/** The part of a search that concerns one resource type. */
interface Part {
  readonly type: ResourceType;
  readonly filter: ResolvedFilter;
  readonly projection: Projection;
}

interface ResultPage {
  total: number;
  resources: unknown[];
  next: string | null;
}

/** Over several types a type that does not have an attribute of the filter has no match; one type must have it. */
function partsOf(
  types: readonly ResourceType[],
  { filter }: GivenSearch,
  given: Readonly<Record<string, unknown>>,
): Part[] {
  const failures: unknown[] = [];
  const parts = types.flatMap((type) => {
    const projection = readProjection(type, given);
    try {
      return { type, filter: filter ? resolveFilter(filter, type) : true, projection };
    } catch (error) {
      failures.push(error);
      return [];
    }
  });
  if (parts.length === 0) throw failures[0];
  return parts;
}

async function searchByIndex(
  call: ScimCall,
  parts: readonly Part[],
  search: GivenSearch,
  { startIndex, count }: Extract<SearchWindow, { kind: 'index' }>,
): Promise<ResultPage> {
  const page: ResultPage = { total: 0, resources: [], next: null };
  for (const part of parts) {
    const wanted = count - page.resources.length;
    const from = Math.max(1, startIndex - page.total);
    const found = await searchPart(call, part, search, {
      kind: 'index',
      startIndex: from,
      count: wanted,
    });
    page.total += found.total;
    page.resources.push(...(await presentedPage(call, part, found)));
  }
  return page;
}

/** The place is that of a type in the list, and the place in the type. */
async function searchByCursor(
  call: ScimCall,
  parts: readonly Part[],
  search: GivenSearch,
  { after, count }: Extract<SearchWindow, { kind: 'cursor' }>,
): Promise<ResultPage> {
  const [, name = '', place = ''] = /^(\w+) (.*)$/s.exec(after ?? '') ?? [];
  const start = Math.max(
    0,
    parts.findIndex(({ type }) => type.name === name),
  );
  const page: ResultPage = { total: 0, resources: [], next: null };
  for (const [index, part] of parts.entries()) {
    const wanted = count - page.resources.length;
    const isDue = index >= start && page.next === null && wanted > 0;
    const found = await searchPart(
      call,
      part,
      search,
      isDue
        ? { kind: 'cursor', after: index === start && place !== '' ? place : null, count: wanted }
        : { kind: 'index', startIndex: 1, count: 0 },
    );
    page.total += found.total;
    if (isDue) {
      page.resources.push(...(await presentedPage(call, part, found)));
      if (found.next !== null) page.next = `${part.type.name} ${found.next}`;
    } else if (index > start && page.next === null && found.total > 0)
      page.next = `${part.type.name} `;
  }
  return page;
}

async function searchPart(
  { directory }: ScimCall,
  { type, filter }: Part,
  { sortBy, order }: GivenSearch,
  window: SearchWindow,
): Promise<Page> {
  const sort = sortBy === null ? null : readSort(type, sortBy, order);
  if (filter === false) return { total: 0, items: [], next: null };
  const repository = type === userType ? directory.users : directory.groups;
  const found = await repository.search({ filter: filter === true ? null : filter, sort, window });
  if (found.items.length > window.count)
    throw new ScimError(500, 'The directory answered more than it was asked for.');
  return found;
}

async function presentedPage(call: ScimCall, { type, projection }: Part, { items }: Page) {
  const presented = await presentAll(call, type, items, projection);
  return presented.map(({ resource }) => resource);
}
