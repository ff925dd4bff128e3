import { AppError, notFound } from '../../../kernel/index.ts';
import { type NotificationLogEntry, notificationLog } from '../../../notifications/index.ts';
import { findInLog, listLog } from '../../../resources/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';
import { logQueryOf } from '../log-operations.ts';

export const notificationLogOperations = {
  getNotificationLog: async (caller, { params }) => {
    const { notificationLogId = '' } = params;
    const entry = await findInLog(caller, notificationLog, {
      _id: notificationLogId,
      ...readable(caller),
    });
    if (!entry) throw notFound('notification', notificationLogId);
    return ok(view(entry));
  },

  listNotificationLogs: async (caller, { query }) => {
    const { IncidentId, UserId } = query;
    if (typeof IncidentId !== 'string' && typeof UserId !== 'string')
      throw new AppError('validation-failed', 'Name an IncidentId or a UserId.');
    const filter = {
      ...(typeof IncidentId === 'string' ? { incidentId: IncidentId.toLowerCase() } : {}),
      ...(typeof UserId === 'string' ? { ownerId: UserId.toLowerCase() } : {}),
      ...readable(caller),
    };
    const page = await listLog(caller, notificationLog, filter, logQueryOf(query));
    return ok({ notificationLogs: page.items.map(view), hasMore: page.hasMore });
  },
} satisfies Handlers;

/** Administrators of a team of the incident may know who was told. */
function readable({ teams }: ApiCaller) {
  return teams.edit === 'all' ? {} : { teamIds: { $in: [...teams.edit] } };
}

function view({
  _id,
  ownerId,
  incidentId,
  createdAt,
  channel,
  recipient,
  status,
}: NotificationLogEntry) {
  return {
    id: _id,
    userId: ownerId,
    incidentId,
    createdAt: createdAt.toISOString(),
    channel,
    recipient,
    status,
  };
}
