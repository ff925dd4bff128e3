import { removeExpired } from '../audit/index.ts';
import type { ModuleSettings, World } from '../kernel/index.ts';
import { storedFilter } from '../resources/index.ts';
import { organizationKind } from './organization-kind.ts';

/** Removes from each organization's audit log what it keeps no longer. */
export async function applyAuditRetention(
  world: World,
  { onExpired }: Pick<ModuleSettings, 'onExpired'>,
  stopping: AbortSignal,
): Promise<void> {
  const organizations = await organizationKind
    .model(world.store)
    .find(storedFilter(organizationKind, { 'wire.auditRetentionDays': { $gt: 0 } }))
    .lean();
  for (const { _id, wire } of organizations) {
    if (wire.auditRetentionDays !== null)
      onExpired('audit', await removeExpired(world, _id, wire.auditRetentionDays, stopping));
  }
}
