import { removeExpired } from '../audit/index.ts';
import type { World } from '../kernel/index.ts';
import { organizationKind } from './organization-kind.ts';

/** Removes from each organization's audit log what it keeps no longer. */
export async function applyAuditRetention(world: World, stopping: AbortSignal): Promise<void> {
  const organizations = await organizationKind
    .model(world.store)
    .find({ 'wire.auditRetentionDays': { $gt: 0 } } as never)
    .lean();
  for (const { _id, wire } of organizations) {
    if (wire.auditRetentionDays !== null)
      await removeExpired(world, _id, wire.auditRetentionDays, stopping);
  }
}
