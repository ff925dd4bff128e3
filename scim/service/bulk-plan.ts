import { badRequest, ScimError } from '../errors.ts';
import { demandSchemas } from '../resources/read-resource.ts';
import { type ResourceType, resourceTypes } from '../schemas/resource-types.ts';
import { isObject } from '../values.ts';

export const bulkLimits = { operations: 1000, bytes: 1024 * 1024 } as const;

const requestSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** One operation of a bulk request, or why it is none. */
export interface BulkOperation {
  /** As the client wrote it. */
  readonly method: string;
  readonly bulkId: string | undefined;
  readonly version: string | undefined;
  readonly data: unknown;
  /** Null when the operation cannot be run, for the reason in `fault`. */
  readonly target: { type: ResourceType; id: string | null } | null;
  readonly fault: ScimError | null;
  /** The bulkIds that it refers to, in its path and its data. */
  readonly references: readonly string[];
}

export interface BulkPlan {
  readonly operations: readonly BulkOperation[];
  /** Indexes of the operations: whatever others refer to comes before them. */
  readonly order: readonly number[];
  readonly failOnErrors: number;
}

/** Reads a bulk request. Throws 400, 409 for operations that wait for each other, and 413. */
export function readBulk(body: unknown): BulkPlan {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'Send a BulkRequest as a JSON object.');
  demandSchemas(body, requestSchema);
  const given = body.Operations;
  if (!Array.isArray(given) || given.length === 0)
    throw badRequest('invalidSyntax', 'Operations must be a list of at least one operation.');
  if (given.length > bulkLimits.operations)
    throw new ScimError(
      413,
      `A bulk request takes ${bulkLimits.operations} operations at most (maxOperations).`,
    );
  const { failOnErrors } = body;
  if (
    failOnErrors !== undefined &&
    failOnErrors !== null &&
    (typeof failOnErrors !== 'number' || !Number.isInteger(failOnErrors) || failOnErrors < 0)
  )
    throw badRequest('invalidValue', 'failOnErrors must be a whole number.');
  const operations = given.map(readOperation);
  demandUniqueIds(operations);
  return {
    operations,
    order: executionOrder(operations),
    failOnErrors: failOnErrors ? Number(failOnErrors) : Number.POSITIVE_INFINITY,
  };
}

/** 413 for a body beyond `maxPayloadSize`. */
export function demandBulkSize(bytes: number): void {
  if (bytes > bulkLimits.bytes)
    throw new ScimError(
      413,
      `A bulk request has ${bulkLimits.bytes} bytes at most (maxPayloadSize); this one has ${bytes}.`,
    );
}

/** The data with every `bulkId:…` replaced by the id that the resource got. */
export function withIds(data: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof data === 'string') {
    const reference = referenceIn(data);
    return reference === null ? data : (ids.get(reference) ?? data);
  }
  if (Array.isArray(data)) return data.map((one) => withIds(one, ids));
  if (!isObject(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, withIds(value, ids)]),
  );
}

function readOperation(given: unknown): BulkOperation {
  const members = isObject(given) ? given : {};
  const { method, bulkId, path, data, version } = members;
  const verb = typeof method === 'string' ? method.toUpperCase() : '';
  const operation = {
    method: verb,
    bulkId: typeof bulkId === 'string' && bulkId !== '' ? bulkId : undefined,
    version: typeof version === 'string' ? version : undefined,
    data,
    target: null,
    references: [],
  };
  const faulty = (message: string, status = 400): BulkOperation => ({
    ...operation,
    fault: status === 400 ? badRequest('invalidSyntax', message) : new ScimError(status, message),
  });
  if (!methods.some((known) => known === verb))
    return faulty(`method must be one of ${methods.join(', ')}.`);
  if (typeof path !== 'string') return faulty('path must be like /Users or /Users/{id}.');
  const match = /^\/?(\w+)(?:\/([^/?#]+))?\/?$/.exec(path);
  const type = resourceTypes.find(({ endpoint }) => endpoint === `/${match?.[1]}`);
  if (!type) return faulty(`There is no ${path.slice(0, 200)}; use /Users or /Groups.`, 404);
  const id = match?.[2] ?? null;
  if ((verb === 'POST') !== (id === null))
    return faulty(verb === 'POST' ? 'POST goes to a type.' : `${verb} needs an id in its path.`);
  if (verb === 'POST' && !operation.bulkId) return faulty('POST needs a bulkId.');
  if (verb !== 'DELETE' && data === undefined) return faulty(`${verb} needs data.`);
  const inPath = id === null ? null : referenceIn(id);
  return {
    ...operation,
    target: { type, id },
    fault: null,
    references: [...new Set([...(inPath === null ? [] : [inPath]), ...referencesIn(data)])],
  };
}

function referenceIn(text: string): string | null {
  return text.startsWith('bulkId:') ? text.slice('bulkId:'.length) : null;
}

function referencesIn(data: unknown): string[] {
  if (typeof data === 'string') return referenceIn(data) === null ? [] : [data.slice(7)];
  if (Array.isArray(data)) return data.flatMap(referencesIn);
  return isObject(data) ? Object.values(data).flatMap(referencesIn) : [];
}

function demandUniqueIds(operations: readonly BulkOperation[]): void {
  const seen = new Set<string>();
  for (const { method, bulkId } of operations) {
    if (method !== 'POST' || bulkId === undefined) continue;
    if (seen.has(bulkId))
      throw badRequest('invalidValue', `Two operations have the bulkId ${bulkId.slice(0, 100)}.`);
    seen.add(bulkId);
  }
}

/** The order of the request, except that what is referred to is made first. Throws 409 for a circle. */
function executionOrder(operations: readonly BulkOperation[]): number[] {
  const makers = new Map<string, number>();
  for (const [index, { method, bulkId }] of operations.entries())
    if (method === 'POST' && bulkId !== undefined) makers.set(bulkId, index);
  const order: number[] = [];
  const state = new Map<number, 'open' | 'done'>();
  const visit = (index: number): void => {
    if (state.get(index) === 'done') return;
    if (state.get(index) === 'open')
      throw new ScimError(
        409,
        'Operations refer to each other in a circle by their bulkIds; nothing was done. Create the resources first.',
      );
    state.set(index, 'open');
    for (const reference of operations[index]?.references ?? []) {
      const maker = makers.get(reference);
      if (maker !== undefined) visit(maker);
    }
    state.set(index, 'done');
    order.push(index);
  };
  for (const index of operations.keys()) visit(index);
  return order;
}
