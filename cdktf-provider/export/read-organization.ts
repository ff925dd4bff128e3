import type { ApiClient } from '../rest/client.ts';
import { listAll } from '../rest/pages.ts';
import type { ResolvedProvider, ResolvedResource } from '../rest/resolved.ts';
import { target } from '../rest/target.ts';
import type { Value, ValueObject } from '../runtime/value.ts';
import { isObject } from '../runtime/value.ts';

/** Every object of one resource type, as the Public API answers it, oldest first. */
export interface ExportedType {
  type: string;
  resource: ResolvedResource;
  objects: ValueObject[];
}

/**
 * Keys are secrets that are shown once: they cannot be taken into a configuration. Notification settings
 * are written with their user.
 */
const leftOut = new Set(['tocsin_api_key', 'tocsin_user_incident_notification_settings']);

/** Reads the whole organization of a key, type by type, in the order of the documentation. */
export async function readOrganization(
  client: ApiClient,
  provider: ResolvedProvider,
): Promise<ExportedType[]> {
  const types: ExportedType[] = [];
  for (const [type, resource] of Object.entries(provider.resources)) {
    if (leftOut.has(type)) continue;
    const list = resource.list ?? listOf(provider, type);
    types.push({ type, resource, objects: await readAll(client, resource, list) });
  }
  return types;
}

/** Where the list is not one of whole objects, the data source that finds several knows it. */
function listOf(provider: ResolvedProvider, type: string): NonNullable<ResolvedResource['list']> {
  const found = provider.dataSources[`${type}s`];
  if (!found?.items) throw new Error(`There is no list of ${type}.`);
  return { operation: found.operation, items: found.items.wire };
}

/** Lists of people hold summaries only, so what a list lacks is read one by one. */
async function readAll(
  client: ApiClient,
  resource: ResolvedResource,
  list: NonNullable<ResolvedResource['list']>,
): Promise<ValueObject[]> {
  const objects: ValueObject[] = [];
  for (const item of await listAll(client, list)) {
    if (isObject(item)) objects.push(await whole(client, resource, item));
  }
  return objects;
}

async function whole(
  client: ApiClient,
  resource: ResolvedResource,
  item: ValueObject,
): Promise<ValueObject> {
  const wanted = Object.values(resource.schema.attributes).flatMap(({ wire, sent, writeOnly }) =>
    wire !== undefined && sent && writeOnly !== true ? [wire] : [],
  );
  if (wanted.every((member) => Object.hasOwn(item, member))) return item;
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
