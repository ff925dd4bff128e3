import type { World } from '../kernel/index.ts';
import { openSecrets, storedFilter } from '../resources/index.ts';
import { type IntegrationWire, integrationKind } from './model.ts';

/** An integration for the product itself, which works for all organizations. */
export interface StoredIntegration {
  id: string;
  organizationId: string;
  version: number;
  wire: IntegrationWire;
}

/**
 * Integrations of these types, secrets sealed, some at a time. With `changedSince`, only those that were changed since.
 */
export async function* eachIntegrationOf(
  { store }: Pick<World, 'store'>,
  types: readonly string[],
  changedSince: Date | null,
): AsyncGenerator<StoredIntegration[]> {
  const cursor = integrationKind
    .model(store)
    .find(
      storedFilter(integrationKind, {
        'lookup.type': { $in: types.map((type) => type.toLowerCase()) },
        ...(changedSince ? { updatedAt: { $gte: changedSince } } : {}),
      }),
      { organizationId: 1, version: 1, wire: 1 },
    )
    .lean()
    .cursor({ batchSize: pageSize });
  let page: StoredIntegration[] = [];
  for await (const document of cursor) {
    page.push(...toStored(document));
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

const pageSize = 500;

/** Integrations with these ids that exist, secrets open. */
export async function loadIntegrations(
  { store, secrets }: Pick<World, 'store' | 'secrets'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredIntegration>> {
  const found = await integrationKind
    .model(store)
    .find({ _id: { $in: ids } }, { organizationId: 1, version: 1, wire: 1 })
    .lean();
  return new Map(
    found.flatMap(toStored).map((one) => {
      const wire = openSecrets(one.wire, integrationKind.shape.secrets, secrets);
      return [one.id, { ...one, wire }];
    }),
  );
}

/** Which of these ids are those of integrations that are there. */
export async function existingIntegrations(
  { store }: Pick<World, 'store'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await integrationKind
    .model(store)
    .find(storedFilter(integrationKind, { _id: { $in: ids } }), { _id: 1 })
    .lean();
  return new Set(found.map(({ _id }) => _id));
}

/** A deleted integration whose audit entry is still with it has no organization any more. */
function toStored(document: {
  _id: string;
  organizationId?: string;
  version: number;
  wire: IntegrationWire;
}): StoredIntegration[] {
  const { _id: id, organizationId, version, wire } = document;
  return organizationId ? [{ id, organizationId, version, wire }] : [];
}

/** The id of the integration with this e-mail alias, in whichever organization; null when there is none. */
export async function findIntegrationByAlias(
  { store }: Pick<World, 'store'>,
  address: string,
): Promise<string | null> {
  const found = await integrationKind
    .model(store)
    .findOne(storedFilter(integrationKind, { 'lookup.aliases': address.toLowerCase() }), { _id: 1 })
    .lean();
  return found?._id ?? null;
}

/** Others of the organization that have this phone number. */
export async function othersWithNumber(
  { store }: Pick<World, 'store'>,
  organizationId: string,
  phoneNumber: string,
  exceptId: string,
): Promise<{ id: string; displayName: string }[]> {
  const found = await integrationKind
    .model(store)
    .find(
      storedFilter(integrationKind, {
        'lookup.phoneNumber': phoneNumber,
        organizationId,
        _id: { $ne: exceptId },
      }),
      { wire: 1 },
    )
    .lean();
  return found.map(({ _id, wire }) => ({ id: _id, displayName: wire.displayName }));
}
