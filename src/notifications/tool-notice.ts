import { repeatableId, systemContext, type World } from '../kernel/index.ts';
import { deliverNotice, noteOutcome, outboundIntegrationKind } from '../outbound/index.ts';
import { findResource } from '../resources/index.ts';
import { say, words } from '../sentences/index.ts';
import type { DeliveryDocument, DeliveryToolNotice } from './delivery.ts';
import { toolLane } from './lanes.ts';
import { aboutNoIncident } from './no-incident.ts';
import { type MessageResult, refused } from './outgoing-message.ts';
import type { SendOptions } from './send-message.ts';
import type { SendMessage } from './sender.ts';

/** Something that tools are told and that is about no incident. */
export interface ToolNotice extends DeliveryToolNotice {
  organizationId: string;
  /** Null: it is about the organization. */
  teamId: string | null;
  outboundIntegrationIds: readonly string[];
  at: Date;
  /** Together with the instant, makes repeating the notice harmless. */
  key: string;
}

/** The messages of a notice, one to each tool. Pure. */
export function noticesToTools({
  organizationId,
  teamId,
  outboundIntegrationIds,
  at,
  key,
  ...toolNotice
}: ToolNotice): DeliveryDocument[] {
  const ids = new Set(outboundIntegrationIds.map((id) => id.toLowerCase()));
  return [...ids].map((ownerId) =>
    aboutNoIncident({
      _id: repeatableId(at.getTime(), 'tool-notice', key, ownerId),
      organizationId,
      teamIds: teamId === null ? [] : [teamId],
      ownerId,
      lane: toolLane,
      step: key,
      because: toolNotice.title,
      toolNotice,
      at,
      target: null,
    }),
  );
}

/** Sends it, and counts what comes of it for the pause of the tool, as with an incident. */
export async function sendToolNotice(
  world: World,
  { outbound, channels, publicUrl }: SendOptions,
  onPaused: Parameters<SendMessage>[1],
  { _id, organizationId, ownerId }: DeliveryDocument,
  { title, said, json, page }: DeliveryToolNotice,
): Promise<MessageResult> {
  const ctx = systemContext(world, organizationId);
  const integration = await findResource(ctx, outboundIntegrationKind, { _id: ownerId });
  if (!integration) return refused(say('toolDeleted'));
  const link = page ? { text: page.text, url: `${publicUrl()}${page.path}` } : null;
  const told = {
    ...{ key: _id, integration, title, said, link },
    json: link ? { ...json, url: link.url } : json,
  };
  const result = await deliverNotice(world, outbound, told, (mail) => channels.send('Email', mail));
  // A missing setting of this server is not the tool's failure.
  if (result.outcome === 'sent' || result.outcome === 'refused') {
    const error = result.outcome === 'sent' ? null : (result.sentence ?? words(result.error));
    await noteOutcome(world, integration, result.outcome === 'sent', error, onPaused);
  }
  return result;
}
