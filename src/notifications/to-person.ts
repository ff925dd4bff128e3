import {
  type ChannelName,
  type ChannelResult,
  type Envelope,
  isAddress,
  type Note,
  type Reachable,
  reachableAt,
  registry,
  type Said,
} from '../channels/index.ts';
import {
  addressesOf,
  furtherContactsOf,
  noteRegisteredOutcome,
  registeredTargetsOf,
  rulesOf,
} from '../contacts/index.ts';
import type { SendResult } from '../egress/index.ts';
import { isSuspended, speechFor, type User, userKind } from '../identity/index.ts';
import { alertingOf, type IncidentDocument, isAcknowledged } from '../incidents/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { findResource } from '../resources/index.ts';
import { inWords, type Speech, say } from '../sentences/index.ts';
import { acknowledgeUrl, callAnswerUrl, carrierStatusUrl, coverPath } from './addresses.ts';
import { answerAddress } from './answer-address.ts';
import { composeNotification } from './compose.ts';
import type { DeliveryDocument, DeliveryNote } from './delivery.ts';
import { type OutgoingMessage, refused, type VoidResult } from './outgoing-message.ts';
import { issueReplyLink, type NewReplyLink } from './reply-link.ts';
import type { SendOptions } from './send-message.ts';
import { updateMessages } from './update-messages.ts';

type AboutIncident = OutgoingMessage & { incident: IncidentDocument };
type Result = SendResult | VoidResult;

/** Tells a person of an incident, or of several. */
export async function alertPerson(
  world: World,
  options: SendOptions,
  channel: ChannelName,
  message: AboutIncident,
): Promise<Result> {
  const { delivery } = message;
  const user = await receiverOf(world, delivery);
  if ('outcome' in user) return user;
  const person = await personAt(world, channel, delivery, user);
  if ('outcome' in person) return person;
  return delivery.isUpdate
    ? updateMessages(world, message, (earlier, replaces) =>
        tell(world, options, channel, { message: earlier, user, person, replaces }),
      )
    : tell(world, options, channel, { message, user, person });
}

interface Telling {
  message: AboutIncident;
  user: User;
  person: Reachable;
  /** The message that is changed. */
  replaces?: string;
}

async function tell(
  world: World,
  options: SendOptions,
  channel: ChannelName,
  { message, user, person, replaces }: Telling,
): Promise<Result> {
  const { delivery, incident } = message;
  const { reply, deliveredBy } = registry[channel];
  const link = replyOf(message, user, person, channel);
  const { id, token, code } = await issueReplyLink(world, link);
  const publicUrl = options.publicUrl();
  const url = acknowledgeUrl(publicUrl, token);
  const isOpen = incident.status === 'Open' && !isAcknowledged(incident);
  const domain = reply.by === 'mail' ? options.answerDomain() : null;
  const left = isOpen ? 'both' : 'resolve';
  const alert = await composeNotification(world, message, user, {
    view: url,
    acknowledge: isOpen ? url : null,
    replyCode: isOpen ? code : null,
    mailAnswers: domain !== null && incident.status === 'Open' ? left : null,
    replyToken: reply.by === 'buttons' ? token : null,
  });
  const key = delivery._id;
  const statusUrl = carrierStatusUrl(publicUrl, key);
  const envelope: Envelope = {
    key,
    ...(deliveredBy === 'acceptance' ? {} : { statusUrl }),
    ...(replaces === undefined ? {} : { replaces }),
  };
  if (domain !== null) {
    const now = world.clock.now();
    envelope.replyTo = answerAddress(world, id, { now, domain });
  }
  if (reply.by === 'keys') {
    // The words of the call are stored before it rings.
    await issueReplyLink(world, { ...link, script: reply.script(alert) });
    envelope.answerUrl = callAnswerUrl(publicUrl, token, key);
  }
  return send(world, options, channel, { delivery, person, envelope, said: { alert } });
}

/** Tells a person of something that is about no incident. */
export async function sendNote(
  world: World,
  options: SendOptions,
  channel: ChannelName,
  delivery: DeliveryDocument,
  note: DeliveryNote,
): Promise<Result> {
  const user = await receiverOf(world, delivery);
  if ('outcome' in user) return user;
  if (note.until && world.clock.now() >= note.until)
    return { outcome: 'void', reason: say('noteOver') };
  const person = await personAt(world, channel, delivery, user);
  if ('outcome' in person) return person;
  const envelope = { key: delivery._id };
  const { asks } = note;
  const link = asks && {
    path: coverPath(await coverToken(world, user, asks.coverRequestId)),
    text: asks.text,
  };
  const shown = link ? { ...note, link } : note;
  const said = { note: spokenNote(shown, await speechFor(world, user)) };
  return send(world, options, channel, { delivery, person, envelope, said });
}

function spokenNote({ title, body, link, threadId }: DeliveryNote, speech: Speech): Note {
  return {
    language: speech.language,
    title: inWords(title, speech),
    body: inWords(body, speech),
    ...(link && { link: { path: link.path, text: inWords(link.text, speech) } }),
    ...(threadId === undefined ? {} : { threadId }),
  };
}

/** The same at every attempt and by every channel. */
async function coverToken(
  world: World,
  { id, organizationId }: User,
  coverRequestId: string,
): Promise<string> {
  const { token } = await issueReplyLink(world, {
    organizationId,
    userId: id,
    incidentIds: [],
    coverRequestId,
    round: `cover ${coverRequestId}`,
    phoneNumber: null,
  });
  return token;
}

/** The person, if they may still be written to. */
async function receiverOf(
  world: World,
  { organizationId, ownerId }: DeliveryDocument,
): Promise<User | Result> {
  const ctx = systemContext(world, organizationId);
  const user = await findResource(ctx, userKind, { _id: ownerId });
  if (!user) return refused(say('personGone'));
  return isSuspended(user) ? { outcome: 'void', reason: say('personSuspended') } : user;
}

/** The answers that the message allows: the same for all messages that one answer is enough for. */
function replyOf(
  { delivery, incident, others }: AboutIncident,
  user: User,
  { phone }: Reachable,
  channel: ChannelName,
): NewReplyLink {
  const { generation } = alertingOf(incident);
  const raised = incident.events.filter(({ intent, by }) => intent === 'Escalated' && by).length;
  const isBundle = others.length > 0;
  const { reply } = registry[channel];
  const calls = reply.by === 'keys' ? ' call' : '';
  // Each number has a code of its own.
  const at = reply.by === 'code' && delivery.deviceId ? ` ${delivery.deviceId}` : '';
  return {
    organizationId: delivery.organizationId,
    userId: user.id,
    incidentIds: [incident._id, ...others.flatMap((other) => other.incident?._id ?? [])],
    round: isBundle
      ? `bundle ${delivery._id}`
      : `${incident._id} ${generation} ${raised}${calls}${at}`,
    phoneNumber: reply.by === 'code' ? phone : null,
  };
}

interface Sending {
  delivery: DeliveryDocument;
  person: Reachable;
  envelope: Envelope;
  said: Said;
}

async function send(
  world: World,
  { channels }: SendOptions,
  channel: ChannelName,
  { delivery, person, envelope, said }: Sending,
): Promise<Result> {
  const result: ChannelResult = await channels.reach(channel, person, envelope, said);
  const { deviceId, organizationId } = delivery;
  const kind = registry[channel].reachedBy;
  if (deviceId && !isAddress(kind))
    await noteRegisteredOutcome(world, organizationId, { kind, id: deviceId }, result);
  const { isGone: _, ...kept } = result;
  return kept;
}

/** The person as this message finds them: at their own address, at a further one, on a device or in a chat. */
async function personAt(
  world: World,
  channel: ChannelName,
  { organizationId, ownerId, deviceId }: DeliveryDocument,
  user: User,
): Promise<Reachable | Result> {
  const kind = registry[channel].reachedBy;
  if (!isAddress(kind)) {
    const targets = await registeredTargetsOf(world, organizationId, ownerId, kind);
    const found = targets.find(({ id }) => id === deviceId);
    if (!found) {
      const reason = say(kind === 'device' ? 'deviceUnsubscribed' : 'chatDisconnected');
      return { outcome: 'void', reason };
    }
    // A failure, so that what else reaches the person does not wait.
    return found.at === null
      ? refused(say('chatNotForPeople'))
      : { ...addressesOf(user), device: null, ...found.at };
  }
  if (!deviceId) return { ...addressesOf(user), device: null };
  const ctx = systemContext(world, organizationId);
  const rules = await rulesOf(ctx, ownerId);
  const contact = (rules ? furtherContactsOf(rules) : []).find(
    ({ id, isConfirmed }) => isConfirmed && id.toLowerCase() === deviceId.toLowerCase(),
  );
  // A failure, so that what else reaches the person, or the next step, does not wait.
  return contact ? reachableAt(contact.target) : refused(say('contactNoLongerUsable'));
}
