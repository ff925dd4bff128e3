import { AppError, notFound } from '../../../kernel/index.ts';
import {
  findNotification,
  listNotifications,
  type NotificationLogEntry,
} from '../../../notifications/index.ts';
import { type Handlers, ok } from '../handlers.ts';
import { logQueryOf } from '../log-operations.ts';

export const notificationLogOperations = {
  getNotificationLog: async (caller, { params }) => {
    const { notificationLogId } = params;
    const entry = await findNotification(caller, notificationLogId);
    if (!entry) throw notFound('notification', notificationLogId);
    return ok(view(entry));
  },

  listNotificationLogs: async (caller, { query }) => {
    const { IncidentId: incidentId, UserId: userId } = query;
    if (incidentId === undefined && userId === undefined)
      throw new AppError('validation-failed', 'Give an IncidentId or a UserId.');
    const page = await listNotifications(caller, { incidentId, userId }, logQueryOf(query));
    return ok({ notificationLogs: page.items.map(view), hasMore: page.hasMore });
  },
} satisfies Handlers;

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
