import { repeatableId } from '../kernel/index.ts';
import type { DueReminder, OutboundIntegration } from '../outbound/index.ts';
import { say } from '../sentences/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import { toolLane } from './lanes.ts';
import { aboutNoIncident } from './no-incident.ts';

/** How late a reminder still begins: a server that was down longer has worse news. */
export const lateMax = 10 * 60_000;

/** The message that reminds one channel of who is on call, once for each integration, day and channel. Pure. */
export function reminderDelivery(
  { id, organizationId, teamId }: OutboundIntegration,
  { at, day }: DueReminder,
  channelId: string,
): DeliveryDocument {
  return aboutNoIncident({
    _id: repeatableId(at.getTime(), 'on-call-reminder', id, channelId),
    onceKey: `on-call-reminder ${id} ${day} ${channelId}`,
    organizationId,
    teamIds: teamId === null ? [] : [teamId],
    ownerId: id,
    lane: toolLane,
    step: 'on-call-reminder',
    because: say('onCallReminder'),
    reminder: { channelId },
    at,
    target: channelId,
  });
}

/**
 * Whether the reminder was not begun in time. One that was begun in time is tried again for as long as any other
 * message.
 */
export function isTooLate({ attempts, dueAt }: DeliveryDocument, now: Date): boolean {
  return attempts.length === 0 && now.getTime() - dueAt.getTime() > lateMax;
}
