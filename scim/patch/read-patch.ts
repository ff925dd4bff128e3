import { badRequest, ScimError } from '../errors.ts';
import { demandSchemas } from '../resources/read-resource.ts';
import type { ResourceType } from '../schemas/resource-types.ts';
import { isObject } from '../values.ts';
import { type PatchPath, readPath } from './patch-path.ts';

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const operationsMax = 1000;

/** One operation. Without a path it is about the members of its value. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: PatchPath | null;
  /** Undefined where the client sent none, which only `remove` may. */
  readonly value: unknown;
}

/** Reads the body of PATCH. Throws before anything is applied, whichever operation is wrong. */
export function readPatch(type: ResourceType, body: unknown): PatchOperation[] {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'Send a PatchOp as a JSON object.');
  // authentik leaves the schemas out when it updates a group.
  if (memberOf(body, 'schemas') !== undefined) demandSchemas(body, patchSchema);
  const operations = memberOf(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw badRequest('invalidSyntax', 'Operations must be a list of at least one operation.');
  if (operations.length > operationsMax)
    throw new ScimError(
      413,
      `A PATCH takes ${operationsMax} operations at most; send several. One operation may name many members.`,
    );
  return operations.map((one: unknown) => readOperation(type, one));
}

function readOperation(type: ResourceType, given: unknown): PatchOperation {
  if (!isObject(given)) throw badRequest('invalidSyntax', 'Each of Operations must be an object.');
  // Entra writes Add, Replace, Remove.
  const word = memberOf(given, 'op');
  const op = typeof word === 'string' ? word.trim().toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw badRequest('invalidSyntax', 'op must be add, replace or remove.');
  const text = memberOf(given, 'path');
  if (text !== undefined && text !== null && typeof text !== 'string')
    throw badRequest('invalidPath', 'path must be a text.');
  const path = typeof text === 'string' && text.trim() !== '' ? readPath(text.trim(), type) : null;
  const value = memberOf(given, 'value');
  if (op === 'remove' && !path)
    throw badRequest('noTarget', 'remove needs a path that says what to remove.');
  if (op !== 'remove' && value === undefined)
    throw badRequest('invalidValue', `${op} needs a value.`);
  return { op, path, value };
}

function memberOf(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : object[key];
}
