import { chatUsersOf } from '../contacts/index.ts';
import { type IncidentDocument, withAllEvents } from '../incidents/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import {
  deliver,
  isSnapshot,
  noteOutcome,
  type OutboundIntegration,
  outboundIntegrationKind,
  type ToolResult,
} from '../outbound/index.ts';
import { findResource, LatelyRead } from '../resources/index.ts';
import { say, words } from '../sentences/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import type { IncidentViews } from './incident-view.ts';
import { type MessageResult, refused } from './outgoing-message.ts';
import { remarkOnTool } from './remark-on-tool.ts';
import { archiveDelivery } from './send-archive.ts';
import type { SendOptions } from './send-message.ts';
import { type SendMessage, storeDeliveries } from './sender.ts';

const noTools = () => new LatelyRead<OutboundIntegration | null>([outboundIntegrationKind]);

/** Tells a tool of a change of an incident. What comes of it counts for the pause of the tool. */
export async function tellTool(
  world: World,
  { outbound, channels, publicUrl }: SendOptions,
  { views, onPaused }: { views: IncidentViews; onPaused: Parameters<SendMessage>[1] },
  { delivery, incident }: { delivery: DeliveryDocument; incident: IncidentDocument },
): Promise<MessageResult> {
  const ctx = systemContext(world, delivery.organizationId);
  const { ownerId: _id } = delivery;
  const integration = await world.memory
    .of(noTools)
    .of(world, _id, () => findResource(ctx, outboundIntegrationKind, { _id }));
  if (!integration) return refused(say('toolDeleted'));
  const view = await views.of(ctx, await withAllEvents(world, incident));
  const event = view.events.find(({ id }) => id === delivery.eventId) ?? view.events[0];
  const modification = event?.modification;
  const by = modification?.user ?? modification?.externalUser ?? modification?.rule;
  // Invited into channels of incidents, which only a bot of Slack makes.
  const invited = integration.wire.slackSettings?.botToken ? view.onCallUsers : [];
  const accounts = await chatUsersOf(
    ctx,
    integration,
    invited.map(({ id }) => id),
  );
  const result = await deliver(
    world,
    outbound,
    {
      key: delivery._id,
      integration,
      incident: view,
      event: {
        id: delivery.eventId ?? delivery._id,
        intent: delivery.intent,
        message: event?.message ?? null,
        by: by?.displayName ?? null,
        at: modification?.timestamp ?? delivery.createdAt.toISOString(),
      },
      url: incidentUrl(publicUrl(), incident._id),
      isSnapshot: isSnapshot(integration, {
        forwardedTo: delivery.isForced ? integration.id : null,
      }),
      onCall: view.onCallUsers.map(({ id, displayName, email }) => ({
        id,
        displayName: displayName ?? email,
        email,
        chatUserId: accounts.get(id.toLowerCase()) ?? null,
      })),
    },
    (mail) => channels.send('Email', mail),
  );
  // A missing setting of this server is not the tool's failure.
  if (result.outcome === 'sent' || result.outcome === 'refused') {
    const error = result.outcome === 'sent' ? null : (result.sentence ?? words(result.error));
    await noteOutcome(world, integration, result.outcome === 'sent', error, onPaused);
  }
  await follow(world, result, { delivery, incident, integration });
  return result;
}

/** Does what the tool wants done because of the message. */
async function follow(
  world: World,
  { outcome, aftermath }: ToolResult,
  {
    delivery,
    incident,
    integration,
  }: { delivery: DeliveryDocument; incident: IncidentDocument; integration: OutboundIntegration },
): Promise<void> {
  const { remark, archiveAfterSeconds: seconds } = aftermath ?? {};
  // Trouble that passes by itself needs no line in the history.
  if (remark && (outcome !== 'retry' || delivery.attempts.length > 0))
    await remarkOnTool(world, incident, integration, remark);
  if (seconds !== undefined && outcome === 'sent') {
    const now = world.clock.now();
    await storeDeliveries(world, [archiveDelivery(integration, incident, now, seconds)]);
  }
}

/** The page of an incident, for people. */
function incidentUrl(publicUrl: string, incidentId: string): string {
  return `${publicUrl}/incidents/${incidentId}`;
}
