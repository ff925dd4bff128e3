import type { Channels } from '../channels/index.ts';
import { forgetPushSubscription, pushTargetsOf } from '../contacts/index.ts';
import type { OutboundClient, SendResult } from '../egress/index.ts';
import { isSuspended, reachablePhoneOf, type User, userKind } from '../identity/index.ts';
import {
  alertingOf,
  type IncidentDocument,
  isAcknowledged,
  withAllEvents,
} from '../incidents/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { deliver, isSnapshot, noteOutcome, outboundIntegrationKind } from '../outbound/index.ts';
import { findResource } from '../resources/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import { acknowledgeUrl, callAnswerUrl, carrierStatusUrl } from './addresses.ts';
import { composeNotification } from './compose.ts';
import type { DeliveryDocument, DeliveryNote } from './delivery.ts';
import { IncidentViews } from './incident-view.ts';
import type { Notification } from './notification.ts';
import type { MessageResult, OutgoingMessage, VoidResult } from './outgoing-message.ts';
import { renderEmail } from './render-email.ts';
import { noteEmail, notePush, noteText } from './render-note.ts';
import { renderPush } from './render-push.ts';
import { renderSms } from './render-sms.ts';
import { renderVoice } from './render-voice.ts';
import { issueReplyLink, type NewReplyLink } from './reply-link.ts';
import { sendReminder } from './send-reminder.ts';
import { sendTest } from './send-test.ts';
import { sendToSubscriber } from './send-to-subscriber.ts';
import type { SendMessage } from './sender.ts';

export interface SendOptions {
  channels: Channels;
  outbound: OutboundClient;
  /** As people reach this server. */
  publicUrl(): string;
}

/** Writes a message for its channel or tool and sends it. */
export function createSendMessage(world: World, options: SendOptions): SendMessage {
  const views = new IncidentViews();
  return (message, onPaused) => {
    const { incident, delivery } = message;
    if (delivery.reminder)
      return sendReminder(world, options.outbound, delivery, delivery.reminder);
    if (delivery.test) return sendTest(world, options, delivery, delivery.test);
    if (delivery.toSubscriber)
      return sendToSubscriber(world, options, delivery, delivery.toSubscriber);
    if (delivery.note) return noteToPerson(world, options, delivery, delivery.note);
    if (!incident) return Promise.resolve(refused(say('incidentGone')));
    return message.lane === 'Outbound'
      ? toTool(world, options, { views, onPaused }, { ...message, incident })
      : toPerson(world, options, { ...message, incident });
  };
}

type AboutIncident = OutgoingMessage & { incident: IncidentDocument };

async function toPerson(
  world: World,
  options: SendOptions,
  message: AboutIncident,
): Promise<SendResult | VoidResult> {
  const { delivery } = message;
  const ctx = systemContext(world, delivery.organizationId);
  const user = await findResource(ctx, userKind, { _id: delivery.ownerId });
  if (!user) return refused(say('personGone'));
  if (isSuspended(user)) return { outcome: 'void', reason: say('personSuspended') };
  const reply = replyOf(message, user);
  const { token, code } = await issueReplyLink(world, reply);
  const publicUrl = options.publicUrl();
  const url = acknowledgeUrl(publicUrl, token);
  const isOpen = message.incident.status === 'Open' && !isAcknowledged(message.incident);
  const notification = await composeNotification(world, message, user, {
    view: url,
    acknowledge: isOpen ? url : null,
    replyCode: isOpen ? code : null,
  });
  if (delivery.lane !== 'VoiceCall') return byChannel(world, options, delivery, user, notification);
  // The words of the call are stored before it rings.
  await issueReplyLink(world, { ...reply, script: renderVoice(notification) });
  const to = reachablePhoneOf(user);
  if (to === null) return refused(say('personHasNoPhone'));
  return options.channels.call({
    key: delivery._id,
    to,
    answerUrl: callAnswerUrl(publicUrl, token, delivery._id),
    statusUrl: carrierStatusUrl(publicUrl, delivery._id),
  });
}

/** Something about no incident. */
async function noteToPerson(
  world: World,
  { channels, publicUrl }: SendOptions,
  delivery: DeliveryDocument,
  note: DeliveryNote,
): Promise<SendResult | VoidResult> {
  const { _id: key, lane, organizationId, ownerId } = delivery;
  const ctx = systemContext(world, organizationId);
  const user = await findResource(ctx, userKind, { _id: ownerId });
  if (!user) return refused(say('personGone'));
  if (isSuspended(user)) return { outcome: 'void', reason: say('personSuspended') };
  if (note.until && world.clock.now() >= note.until)
    return { outcome: 'void', reason: say('noteOver') };
  if (lane === 'Email')
    return channels.email({ key, to: user.wire.email, ...noteEmail(note, publicUrl()) });
  if (lane === 'SMS') {
    const to = reachablePhoneOf(user);
    return to === null
      ? refused(say('personHasNoPhone'))
      : channels.sms({ key, to, text: noteText(note, publicUrl()) });
  }
  return push(world, channels, delivery, notePush(note, publicUrl()));
}

/** The answers that the message allows: the same for all messages that one answer is enough for. */
function replyOf({ delivery, incident, others }: AboutIncident, user: User): NewReplyLink {
  const { generation } = alertingOf(incident);
  const raised = incident.events.filter(({ intent, by }) => intent === 'Escalated' && by).length;
  const isBundle = others.length > 0;
  const calls = delivery.lane === 'VoiceCall' ? ' call' : '';
  return {
    organizationId: delivery.organizationId,
    userId: user.id,
    incidentIds: [incident._id, ...others.flatMap((other) => other.incident?._id ?? [])],
    round: isBundle ? `bundle ${delivery._id}` : `${incident._id} ${generation} ${raised}${calls}`,
    phoneNumber: delivery.lane === 'SMS' ? reachablePhoneOf(user) : null,
  };
}

async function byChannel(
  world: World,
  { channels, publicUrl }: SendOptions,
  delivery: DeliveryDocument,
  user: User,
  notification: Notification,
): Promise<SendResult | VoidResult> {
  const { _id: key, lane } = delivery;
  if (lane === 'Email')
    return channels.email({ key, to: user.wire.email, ...renderEmail(notification) });
  if (lane === 'Push') return push(world, channels, delivery, renderPush(notification));
  const to = reachablePhoneOf(user);
  if (to === null) return refused(say('personHasNoPhone'));
  const statusUrl = carrierStatusUrl(publicUrl(), key);
  return channels.sms({ key, to, text: renderSms(notification), statusUrl });
}

/** To the device of the message. */
async function push(
  world: World,
  channels: Channels,
  { _id: key, organizationId, ownerId, deviceId }: DeliveryDocument,
  message: ReturnType<typeof renderPush>,
): Promise<SendResult | VoidResult> {
  const targets = await pushTargetsOf(world, organizationId, ownerId);
  const device = targets.find(({ subscriptionId }) => subscriptionId === deviceId);
  if (!device) return { outcome: 'void', reason: say('deviceUnsubscribed') };
  const { isGone, ...result } = await channels.push({ key, ...message, target: device.target });
  if (isGone) await forgetPushSubscription(world, organizationId, device.subscriptionId);
  return result;
}

async function toTool(
  world: World,
  { outbound, channels, publicUrl }: SendOptions,
  { views, onPaused }: { views: IncidentViews; onPaused: Parameters<SendMessage>[1] },
  { delivery, incident }: AboutIncident,
): Promise<MessageResult> {
  const ctx = systemContext(world, delivery.organizationId);
  const integration = await findResource(ctx, outboundIntegrationKind, {
    _id: delivery.ownerId,
  });
  if (!integration) return refused(say('toolDeleted'));
  const view = await views.of(ctx, await withAllEvents(world, incident));
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
  // A missing setting of this server is not the tool's failure.
  if (result.outcome === 'sent' || result.outcome === 'refused') {
    const error = result.outcome === 'sent' ? null : result.error;
    await noteOutcome(world, integration, result.outcome === 'sent', error, onPaused);
  }
  return result;
}

/** The page of an incident, for people. */
function incidentUrl(publicUrl: string, incidentId: string): string {
  return `${publicUrl}/incidents/${incidentId}`;
}

function refused(sentence: Sentence): SendResult {
  return { outcome: 'refused', code: null, error: inEnglish(sentence), sentence };
}
