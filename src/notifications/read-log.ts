import type { Ctx } from '../kernel/index.ts';
import { findInLog, type LogQuery, listLog, type Page } from '../resources/index.ts';
import { type NotificationLogEntry, notificationLog } from './log.ts';

/** The record, or null for one that is not there or that the actor may not read. */
export function findNotification(ctx: Ctx, id: string): Promise<NotificationLogEntry | null> {
  return findInLog(ctx, notificationLog, id, readable(ctx));
}

/** Who was notified of an incident, or what a user was notified of, latest first, as far as the actor may read it. */
export function listNotifications(
  ctx: Ctx,
  { incidentId, userId }: { incidentId: string | undefined; userId: string | undefined },
  query: LogQuery,
): Promise<Page<NotificationLogEntry>> {
  const filter = {
    ...(incidentId === undefined ? {} : { incidentId: incidentId.toLowerCase() }),
    ...(userId === undefined ? {} : { ownerId: userId.toLowerCase() }),
    ...readable(ctx),
  };
  return listLog(ctx, notificationLog, filter, query);
}

/** Administrators of a team of the incident may see who was notified. */
function readable({ teams }: Ctx): Record<string, unknown> {
  return teams.edit === 'all' ? {} : { teamIds: { $in: [...teams.edit] } };
}
