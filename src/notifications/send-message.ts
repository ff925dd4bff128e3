import type { Channels } from '../channels/index.ts';
import { forgetPushSubscription, pushTargetsOf } from '../contacts/index.ts';
import type { OutboundClient, SendResult } from '../egress/index.ts';
import { reachablePhoneOf, type User, userKind } from '../identity/index.ts';
import type { IncidentDocument } from '../incidents/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { deliver, isSnapshot, noteOutcome, outboundIntegrationKind } from '../outbound/index.ts';
import { findResource } from '../resources/index.ts';
import { composeNotification, type MessageLinks } from './compose.ts';
import type { DeliveryDocument } from './delivery.ts';
import { toIncidentView } from './incident-view.ts';
import type { OutgoingMessage, SendMessage } from './lane-sender.ts';
import type { Notification } from './notification.ts';
import { renderEmail } from './render-email.ts';
import { renderPush } from './render-push.ts';
import { renderSms } from './render-sms.ts';

export interface SendOptions {
  channels: Channels;
  outbound: OutboundClient;
  /** As people reach this server. */
  publicUrl(): string;
  links: LinkMaker;
}

/** Makes the links of one message to one person. */
export type LinkMaker = (
  message: DeliveryDocument,
  incident: IncidentDocument,
  isBundle: boolean,
) => Promise<MessageLinks>;

/** Writes a message for its channel or tool and sends it. */
export function createSendMessage(world: World, options: SendOptions): SendMessage {
  return (message) => {
    const { incident } = message;
    if (!incident) return Promise.resolve(refused('The incident is gone.'));
    return message.lane === 'Outbound'
      ? toTool(world, options, { ...message, incident })
      : toPerson(world, options, { ...message, incident });
  };
}

type AboutIncident = OutgoingMessage & { incident: IncidentDocument };

async function toPerson(
  world: World,
  options: SendOptions,
  message: AboutIncident,
): Promise<SendResult> {
  const { delivery, incident, others } = message;
  const ctx = systemContext(world, delivery.organizationId);
  const user = await findResource(ctx, userKind, { _id: delivery.ownerId });
  if (!user) return refused('The person is no longer in the organization.');
  const links = await options.links(delivery, incident, others.length > 0);
  const notification = await composeNotification(world, message, user, links);
  return byChannel(world, options, delivery, user, notification);
}

async function byChannel(
  world: World,
  { channels, publicUrl }: SendOptions,
  { _id: key, lane, organizationId }: DeliveryDocument,
  user: User,
  notification: Notification,
): Promise<SendResult> {
  if (lane === 'Email')
    return channels.email({ key, to: user.wire.email, ...renderEmail(notification) });
  if (lane === 'Push')
    return push(world, channels, organizationId, user.id, { key, ...renderPush(notification) });
  const to = reachablePhoneOf(user);
  if (to === null) return refused('This person has no confirmed phone number.');
  const callbacks = `${publicUrl()}/telephony/twilio/notifications`;
  if (lane === 'SMS')
    return channels.sms({
      key,
      to,
      text: renderSms(notification),
      statusUrl: `${callbacks}/messages/${key}/status`,
    });
  return channels.call({
    key,
    to,
    answerUrl: `${callbacks}/calls/${key}`,
    statusUrl: `${callbacks}/calls/${key}/status`,
  });
}

/** To every device; one that takes it is enough. */
async function push(
  world: World,
  channels: Channels,
  organizationId: string,
  userId: string,
  message: ReturnType<typeof renderPush> & { key: string },
): Promise<SendResult> {
  const targets = await pushTargetsOf(world, organizationId, userId);
  const results = await Promise.all(
    targets.map(async ({ subscriptionId, target }) => {
      const result = await channels.push({ ...message, target });
      if (result.isGone) await forgetPushSubscription(world, organizationId, subscriptionId);
      return result;
    }),
  );
  return (
    results.find(({ outcome }) => outcome === 'sent') ??
    results.find(({ outcome }) => outcome === 'retry') ??
    results[0] ??
    refused('This person has no device that is subscribed to push messages.')
  );
}

async function toTool(
  world: World,
  { outbound, channels, publicUrl }: SendOptions,
  { delivery, incident }: AboutIncident,
): Promise<SendResult> {
  const ctx = systemContext(world, delivery.organizationId);
  const integration = await findResource(ctx, outboundIntegrationKind, {
    _id: delivery.ownerId,
  });
  if (!integration) return refused('The outbound integration was deleted.');
  const view = await toIncidentView(ctx, incident);
  const event = view.events.find(({ id }) => id === delivery.eventId) ?? view.events[0];
  const modification = event?.modification;
  const by = modification?.user ?? modification?.externalUser ?? modification?.rule;
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
      onCall: view.onCallUsers.map(({ displayName, email }) => ({
        displayName: displayName ?? email,
        email,
      })),
    },
    (mail) => channels.email(mail),
  );
  if (result.outcome !== 'retry')
    await noteOutcome(
      world,
      integration,
      result.outcome === 'sent',
      result.outcome === 'sent' ? null : result.error,
    );
  return result;
}

/** The page of an incident, for people. */
export function incidentUrl(publicUrl: string, incidentId: string): string {
  return `${publicUrl}/incidents/${incidentId}`;
}

function refused(error: string): SendResult {
  return { outcome: 'refused', code: null, error };
}
