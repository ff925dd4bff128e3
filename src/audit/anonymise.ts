import type { World } from '../kernel/index.ts';
import { driverCollection } from '../store/index.ts';
import { auditModel } from './model.ts';

/**
 * Takes what names a person out of an organization's entries: those of what they did, of themselves, and
 * of the objects named. The chain stays valid, as it covers only a commitment to what is erased.
 */
export async function anonymisePerson(
  world: World,
  organizationId: string,
  userId: string,
  objectIds: readonly string[],
): Promise<void> {
  const erase = { $set: { personal: null } };
  const collection = driverCollection(auditModel(world.store));
  await collection.updateMany({ organizationId, actorId: userId }, erase);
  await collection.updateMany({ organizationId, entityId: { $in: [userId, ...objectIds] } }, erase);
}
