import { badRequest, ScimError } from '../errors.ts';
import { foldCase } from '../filters/filter.ts';
import { locationOf } from '../resources/present.ts';
import { type ResourceType, userType } from '../schemas/resource-types.ts';
import { isObject } from '../values.ts';
import { answerOf } from './answer-of.ts';
import { type BulkOperation, readBulk, withIds } from './bulk-plan.ts';
import type { ScimAnswer, ScimCall } from './call.ts';
import { createResource, patchResource, removeResource, replaceResource } from './resources.ts';

const responseSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';

export interface BulkHooks {
  /** Throws unless the caller may do this to this type: who may send a bulk request may not do everything in it. */
  demand(method: string, type: ResourceType): Promise<void>;
  /** The error of anything that an operation throws. */
  toError(error: unknown): ScimError;
}

/**
 * Runs the operations in their order, each as if it had come alone; new users that have nothing to do with each other
 * at the same time, because a store takes many writes together as fast as one. After `failOnErrors` failures the rest
 * is not run and not in the answer.
 */
export async function runBulk(
  call: ScimCall,
  body: unknown,
  hooks: BulkHooks,
): Promise<ScimAnswer> {
  const { operations, order, failOnErrors } = readBulk(body);
  const ids = new Map<string, string>();
  const results = new Map<number, object>();
  let failures = 0;
  const run = async (index: number): Promise<void> => {
    const operation = operations[index];
    if (!operation) return;
    const { target, method, bulkId } = operation;
    const { answer, id } = await runOne(call, operation, ids, hooks);
    if (id !== null && method === 'POST' && bulkId) ids.set(bulkId, id);
    if (answer.status >= 400) failures += 1;
    results.set(index, {
      method,
      ...(bulkId !== undefined && { bulkId }),
      ...(target && id !== null && { location: locationOf(target.type, id, call.baseUrl) }),
      ...(answer.headers?.ETag !== undefined && { version: answer.headers.ETag }),
      status: String(answer.status),
      ...(answer.status >= 400 && { response: answer.body }),
    });
  };
  const widthMax = Number.isFinite(failOnErrors) ? 1 : togetherMax;
  for (const together of groupsOf(order, operations, widthMax)) {
    if (failures >= failOnErrors) break;
    await Promise.all(together.map(run));
  }
  const inOrder = [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
  return { status: 200, body: { schemas: [responseSchema], Operations: inOrder } };
}

const togetherMax = 16;

/** The order, cut into operations that may run at the same time: new users of different names that refer to nobody. */
function groupsOf(
  order: readonly number[],
  operations: readonly BulkOperation[],
  widthMax: number,
): number[][] {
  const groups: number[][] = [];
  let names = new Set<string>();
  for (const index of order) {
    const name = nameOfNewUser(operations[index]);
    const last = groups.at(-1);
    const fits = name !== null && names.size > 0 && !names.has(name);
    if (last && fits && last.length < widthMax) last.push(index);
    else {
      groups.push([index]);
      names = new Set();
    }
    if (name !== null) names.add(name);
  }
  return groups;
}

function nameOfNewUser(operation: BulkOperation | undefined): string | null {
  if (operation?.method !== 'POST' || operation.target?.type !== userType) return null;
  if (operation.references.length > 0 || !isObject(operation.data)) return null;
  const name = Object.entries(operation.data).find(([key]) => key.toLowerCase() === 'username');
  return typeof name?.[1] === 'string' ? foldCase(name[1]) : null;
}

/** The answer, and the id of the resource it is about: null where none was made. */
async function runOne(
  call: ScimCall,
  operation: BulkOperation,
  ids: ReadonlyMap<string, string>,
  { demand, toError }: BulkHooks,
): Promise<{ answer: ScimAnswer; id: string | null }> {
  const { target } = operation;
  let id: string | null = null;
  try {
    id = target?.id ? String(withIds(decoded(target.id), ids)) : null;
    if (!target) throw operation.fault ?? badRequest('invalidSyntax', 'This is no operation.');
    const unmade = operation.references.find((reference) => !ids.has(reference));
    if (unmade !== undefined)
      throw badRequest(
        'invalidValue',
        `There is no resource with the bulkId ${unmade.slice(0, 100)}.`,
      );
    await demand(operation.method, target.type);
    const answer = await dispatch(call, operation, id, withIds(operation.data, ids));
    const made =
      isObject(answer.body) && typeof answer.body.id === 'string' ? answer.body.id : null;
    return { answer, id: id ?? made };
  } catch (error) {
    return { answer: answerOf(toError(error)), id };
  }
}

function dispatch(
  call: ScimCall,
  { method, target, version }: BulkOperation,
  id: string | null,
  body: unknown,
): Promise<ScimAnswer> {
  const { type } = target ?? { type: userType };
  // Members are neither asked for nor shown.
  const query = { attributes: 'id' };
  const request = { body, ifMatch: version, query };
  if (method === 'POST') return createResource(call, type, request);
  if (method === 'PUT') return replaceResource(call, type, id ?? '', request);
  if (method === 'PATCH') return patchResource(call, type, id ?? '', request);
  return removeResource(call, type, id ?? '', request);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ScimError(404, 'The path contains a percent sign that is not an escape.');
  }
}
