import type { OutboundClient } from '../egress/index.ts';
import { type IncidentDocument, incidentsById } from '../incidents/index.ts';
import { repeatableId, systemContext, type World } from '../kernel/index.ts';
import {
  archiveChannel,
  type OutboundIntegration,
  outboundIntegrationKind,
} from '../outbound/index.ts';
import { findResource } from '../resources/index.ts';
import { say, words } from '../sentences/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import { toolLane } from './lanes.ts';
import { aboutNoIncident } from './no-incident.ts';
import type { MessageResult } from './outgoing-message.ts';
import { remarkOnTool } from './remark-on-tool.ts';

/** The archiving of the channel of an incident, so many seconds after it was resolved, once for each time. Pure. */
export function archiveDelivery(
  { id, organizationId, teamId, wire }: OutboundIntegration,
  incident: IncidentDocument,
  now: Date,
  seconds: number,
): DeliveryDocument {
  const resolvedBy = resolvingEvent(incident);
  const at = new Date(now.getTime() + seconds * 1000);
  const which = `${incident._id} ${resolvedBy}`;
  return aboutNoIncident({
    _id: repeatableId(incident.createdAt.getTime(), 'archive-channel', id, which),
    organizationId,
    teamIds: teamId === null ? [] : [teamId],
    ownerId: id,
    lane: toolLane,
    step: 'archive-channel',
    because: say('slackChannelArchives', { title: incident.title }),
    archive: { incidentId: incident._id, resolvedBy },
    createdAt: now,
    at,
    target: wire.displayName,
  });
}

/** Archives it, unless the incident goes on. What fails is said on the incident. */
export async function sendArchive(
  world: World,
  egress: OutboundClient,
  delivery: DeliveryDocument,
  { incidentId, resolvedBy }: NonNullable<DeliveryDocument['archive']>,
): Promise<MessageResult> {
  const ctx = systemContext(world, delivery.organizationId);
  const integration = await findResource(ctx, outboundIntegrationKind, { _id: delivery.ownerId });
  if (!integration) return { outcome: 'void', reason: say('toolDeleted') };
  const incident = (await incidentsById(world, [incidentId])).get(incidentId);
  if (!incident) return { outcome: 'void', reason: say('incidentGone') };
  if (incident.status !== 'Resolved' || resolvingEvent(incident) !== resolvedBy)
    return { outcome: 'void', reason: say('slackChannelStays') };
  const result = await archiveChannel(world, egress, {
    key: delivery._id,
    integration,
    incidentId,
  });
  const isSaid = result.outcome === 'refused' || delivery.attempts.length > 0;
  if (result.outcome !== 'sent' && isSaid)
    await remarkOnTool(
      world,
      incident,
      integration,
      say('slackChannelNotArchived', {
        tool: integration.wire.displayName,
        why: result.sentence ?? words(result.error),
      }),
    );
  return result;
}

function resolvingEvent({ events }: IncidentDocument): string | null {
  return events.findLast(({ intent }) => intent === 'Resolved')?.id ?? null;
}
