import type { ApiClient } from '../rest/client.ts';
import { ApiFailure } from '../rest/failure.ts';
import { listAll } from '../rest/pages.ts';
import { target } from '../rest/target.ts';
import type { Value, ValueObject } from '../runtime/value.ts';
import { isList, isObject } from '../runtime/value.ts';
import { type ExportedResource, type ExportSchema, exportSchema } from './schema.ts';

/** Every object of one resource type, as the Public API answers it, oldest first. */
export interface ExportedType {
  type: string;
  resource: ExportedResource;
  objects: ValueObject[];
  /** Ids that stand for objects which are not stored yet, so that others can name them. */
  unstored?: ReadonlySet<string>;
}

/** Types that an export leaves out, and why; its help prints them, too. */
export const leftOut: ReadonlyMap<string, string> = new Map([
  ['tocsin_api_key', 'a key is shown once, so it cannot be taken into a configuration'],
  ['tocsin_user_incident_notification_settings', 'they are written with their user'],
  ['tocsin_organization', 'the organization itself is not made by what is inside it'],
]);

/** One for each organization, which no list has. */
const settings = 'tocsin_organization_settings';

export interface ReadOptions {
  /** Lists only, which is enough to name objects and to refer to them. */
  namesOnly?: boolean;
  /** Called for a type that the caller may not list; without it the refusal is thrown. */
  onForbidden?(type: string): void;
}

/** Reads the whole organization of a caller, type by type, in the order of the documentation. */
export async function readOrganization(
  client: ApiClient,
  { namesOnly = false, onForbidden }: ReadOptions = {},
  schema: ExportSchema = exportSchema,
): Promise<ExportedType[]> {
  const types: ExportedType[] = [];
  for (const [type, resource] of Object.entries(schema)) {
    if (leftOut.has(type)) continue;
    try {
      const objects =
        type === settings
          ? await readSettings(client, resource, namesOnly)
          : await readAll(client, type, resource, namesOnly);
      types.push({ type, resource, objects });
    } catch (error) {
      if (!(onForbidden && error instanceof ApiFailure && error.status === 403)) throw error;
      onForbidden(type);
    }
  }
  return types;
}

async function readSettings(
  client: ApiClient,
  resource: ExportedResource,
  namesOnly: boolean,
): Promise<ValueObject[]> {
  const me = await client.send({ method: 'GET', path: '/auth/me' });
  const [own] = isObject(me) && isList(me.allowedOrganizations) ? me.allowedOrganizations : [];
  if (!isObject(own)) return [];
  return [namesOnly ? { id: own.id ?? null } : await readWhole(client, resource, own)];
}

/** Lists of people hold summaries only, so what a list lacks is read one by one. */
async function readAll(
  client: ApiClient,
  type: string,
  resource: ExportedResource,
  namesOnly: boolean,
): Promise<ValueObject[]> {
  if (!resource.list) throw new Error(`There is no list of ${type}.`);
  const items = (await listAll(client, resource.list)).filter(isObject);
  if (namesOnly) return items;
  const objects: ValueObject[] = [];
  for (const item of items)
    objects.push(isWhole(resource, item) ? item : await readWhole(client, resource, item));
  return objects;
}

function isWhole({ attributes }: ExportedResource, item: ValueObject): boolean {
  return Object.values(attributes).every(
    ({ wire, sent, writeOnly }) =>
      wire === undefined || !sent || writeOnly === true || Object.hasOwn(item, wire),
  );
}

/** The object with all its members; `item` is what is known of it, its id at least. */
export async function readWhole(
  client: ApiClient,
  resource: ExportedResource,
  item: ValueObject,
): Promise<ValueObject> {
  // Path parameters are attributes named after the object that lends its id.
  const parameters = Object.values(resource.operations.read.parameters);
  const values = Object.fromEntries(
    parameters.map((name): [string, Value] => [name, item.id ?? null]),
  );
  const read = await client.send(
    target(resource.operations.read, { ...values, id: item.id ?? null }),
  );
  return isObject(read) ? read : item;
}
