import type { ChannelName } from '../../../channels/index.ts';
import { AppError, notFound } from '../../../kernel/index.ts';
import {
  type DeliveryDocument,
  findNotification,
  isToolLane,
  listNotifications,
  resendDelivery,
} from '../../../notifications/index.ts';
import { answered, say } from '../../../sentences/index.ts';
import type { ApiCaller } from '../caller.ts';
import { attemptView, stateWord } from '../delivery-view.ts';
import { type Handlers, ok } from '../handlers.ts';
import { logQueryOf } from '../log-operations.ts';

export const notificationLogOperations = {
  getNotificationLog: async (caller, { params }) =>
    ok(view(await demandNotification(caller, params.notificationLogId))),

  resendNotification: async (caller, { params }) => {
    const entry = await demandNotification(caller, params.notificationLogId);
    return ok(view(await resendDelivery(caller, entry)));
  },

  listNotificationLogs: async (caller, { query }) => {
    const { IncidentId: incidentId, UserId: userId } = query;
    if (incidentId === undefined && userId === undefined)
      throw new AppError('validation-failed', say('logNeedsSubject'));
    const page = await listNotifications(caller, { incidentId, userId }, logQueryOf(query));
    return ok({ notificationLogs: page.items.map(view), hasMore: page.hasMore });
  },
} satisfies Handlers;

async function demandNotification(caller: ApiCaller, id: string): Promise<DeliveryDocument> {
  const entry = await findNotification(caller, id);
  if (!entry) throw notFound('notification', id);
  return entry;
}

function view(delivery: DeliveryDocument) {
  return {
    id: delivery._id,
    userId: delivery.ownerId,
    incidentId: delivery.incidentId,
    createdAt: delivery.createdAt.toISOString(),
    channel: channelOf(delivery),
    recipient: delivery.target,
    status: stateWord(delivery),
    intent: delivery.intent,
    ...answered('because', delivery.because),
    dueAt: delivery.dueAt.toISOString(),
    ...answered('reason', delivery.dropReason ?? delivery.waitsBecause ?? null),
    bundledIn: delivery.bundledIn ?? null,
    attempts: delivery.attempts.map(attemptView),
  };
}

function channelOf({ lane }: DeliveryDocument): ChannelName {
  if (isToolLane(lane)) throw new TypeError('A message to a tool is no notification.');
  return lane;
}
