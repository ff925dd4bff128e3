import { systemContext, type World } from '../kernel/index.ts';
import { deliverTest, outboundIntegrationKind } from '../outbound/index.ts';
import { displayNames, findResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { teamKind } from '../teams/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import type { MessageResult } from './outgoing-message.ts';
import type { SendOptions } from './send-message.ts';

/** Tries a tool. What comes of it counts for no pause: whoever tries settings may be wrong. */
export async function sendTest(
  world: World,
  { outbound, channels, publicUrl }: SendOptions,
  { _id: key, organizationId, ownerId, severity, createdAt: at }: DeliveryDocument,
  { incidentId, by }: NonNullable<DeliveryDocument['test']>,
): Promise<MessageResult> {
  const ctx = systemContext(world, organizationId);
  const integration = await findResource(ctx, outboundIntegrationKind, { _id: ownerId });
  if (!integration) return { outcome: 'void', reason: say('toolDeleted') };
  const { teamId } = integration.wire;
  const names = await displayNames(ctx, teamKind, [teamId]);
  const team = { id: teamId, displayName: names.get(teamId) ?? 'Deleted team' };
  const url = `${publicUrl()}/outbound/${integration.id}`;
  const test = { key, integration, incidentId, severity, team, by: by.displayName, at, url };
  return deliverTest(world, outbound, test, (mail) => channels.send('Email', mail));
}
