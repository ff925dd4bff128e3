import type { Ctx } from '../kernel/index.ts';
import { findInLog, type LogQuery, listLog, type Page } from '../resources/index.ts';
import { type DeliveryDocument, deliveryLog } from './delivery.ts';
import { toolLane } from './lanes.ts';

const toPeople = { lane: { $ne: toolLane } };

/** The record, or null for one that is not there or that the actor may not read. */
export function findNotification(ctx: Ctx, id: string): Promise<DeliveryDocument | null> {
  return findInLog(ctx, deliveryLog, id, { ...toPeople, ...readable(ctx) });
}

/** Who was told of an incident, or what a person was told, latest first, as far as the actor may read it. */
export function listNotifications(
  ctx: Ctx,
  { incidentId, userId }: { incidentId: string | undefined; userId: string | undefined },
  query: LogQuery,
): Promise<Page<DeliveryDocument>> {
  const filter = {
    ...(incidentId === undefined ? {} : { incidentId: incidentId.toLowerCase() }),
    ...(userId === undefined ? {} : { ownerId: userId.toLowerCase() }),
    ...toPeople,
    ...readable(ctx),
  };
  return listLog(ctx, deliveryLog, filter, query);
}

/** Who and what was told of an incident, for everybody who may see it. */
export function listNotificationsOf(
  ctx: Ctx,
  incident: { _id: string },
  query: LogQuery,
): Promise<Page<DeliveryDocument>> {
  return listLog(ctx, deliveryLog, { incidentId: incident._id }, query);
}

/** Administrators of a team of the incident may see who was told. */
function readable({ teams }: Ctx): Record<string, unknown> {
  return teams.edit === 'all' ? {} : { teamIds: { $in: [...teams.edit] } };
}
