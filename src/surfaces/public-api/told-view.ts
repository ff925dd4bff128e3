import { usersById } from '../../identity/index.ts';
import type { IncidentDocument } from '../../incidents/index.ts';
import { type DeliveryDocument, dropReason, isToolLane } from '../../notifications/index.ts';
import { outboundIntegrationKind } from '../../outbound/index.ts';
import { displayNames } from '../../resources/index.ts';
import { answered } from '../../sentences/index.ts';
import type { ApiCaller } from './caller.ts';
import { attemptView, stateWord } from './delivery-view.ts';
import type { Answer } from './handlers.ts';

type View = Answer<'listIncidentNotifications'>['notifications'][number];

/** Messages about an incident with the names of who was told: their log knows ids. */
export async function toToldViews(
  caller: ApiCaller,
  incident: IncidentDocument,
  deliveries: readonly DeliveryDocument[],
): Promise<View[]> {
  const ownersOf = (isTool: boolean) => [
    ...new Set(
      deliveries.filter(({ lane }) => isToolLane(lane) === isTool).map(({ ownerId }) => ownerId),
    ),
  ];
  const [users, tools] = await Promise.all([
    usersById(caller, ownersOf(false)),
    displayNames(caller, outboundIntegrationKind, ownersOf(true)),
  ]);
  return deliveries.map((delivery) => {
    const { _id, lane, ownerId } = delivery;
    const user = users.get(ownerId);
    const isTool = isToolLane(lane);
    const voidBecause = delivery.state === 'queued' ? dropReason(delivery, incident) : null;
    return {
      id: _id,
      user: isTool
        ? null
        : {
            id: ownerId,
            displayName: user?.displayName ?? null,
            email: user?.email ?? null,
            avatarUrl: null,
          },
      outboundIntegration: isTool
        ? { id: ownerId, displayName: tools.get(ownerId) ?? 'Deleted integration' }
        : null,
      channel: lane,
      recipient: delivery.target,
      status: stateWord(delivery) as View['status'],
      isVoid: voidBecause !== null,
      intent: delivery.intent,
      ...answered('because', delivery.because),
      createdAt: delivery.createdAt.toISOString(),
      dueAt: delivery.dueAt.toISOString(),
      ...answered('reason', delivery.dropReason ?? voidBecause ?? delivery.waitsBecause ?? null),
      attempts: delivery.attempts.map(attemptView),
    };
  });
}
