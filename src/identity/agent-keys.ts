import { systemContext, type World } from '../kernel/index.ts';
import { listResources, storedFilter } from '../resources/index.ts';
import { type ApiKeyRecord, apiKeyKind } from './api-keys.ts';

/** Keys of agents that were used since then, of all organizations; those that do not work any more, too. */
export async function agentKeysUsedSince(world: World, since: Date): Promise<ApiKeyRecord[]> {
  const used = { 'lookup.kind': 'agent', 'internal.lastUsedAt': { $gte: since } };
  const found = await apiKeyKind
    .model(world.store)
    .find(storedFilter(apiKeyKind, { ...used, organizationId: { $gt: '' } }), { organizationId: 1 })
    .lean();
  const keys: ApiKeyRecord[] = [];
  for (const id of new Set(found.flatMap(({ organizationId }) => organizationId ?? [])))
    keys.push(...(await listResources(systemContext(world, id), apiKeyKind, used)).items);
  return keys;
}
