import { appendEntry, auditEntry } from '../audit/index.ts';
import {
  type AddressKind,
  type ChannelName,
  type ChannelResult,
  type ContactKind,
  isAddress,
  type Reachable,
  reachableAt,
  registry,
} from '../channels/index.ts';
import type { SendResult } from '../egress/index.ts';
import { isSuspended, personName, speechFor, type User } from '../identity/index.ts';
import { type Ctx, invalidField, orderedId } from '../kernel/index.ts';
import { refusal, type Sentence, say, words } from '../sentences/index.ts';
import { addressesOf } from './addresses.ts';
import { contactOf } from './contact-code.ts';
import { confirmedAtOf } from './notification-contacts.ts';
import { rulesOf } from './notification-rules.ts';
import { noteRegisteredOutcome, registeredTargetsOf } from './registered-targets.ts';
import type { TestWays } from './send-code.ts';

interface TestResult {
  /** `partly`: some devices took it, and others did not. */
  outcome: DeviceResult['outcome'] | 'partly' | 'unreachable' | 'unconfigured';
  /** The problem and what to do about it; null when it was sent. */
  detail: Sentence | null;
  /** For a push: its outcome on each device. */
  devices: DeviceResult[];
}

interface DeviceResult {
  id: string;
  displayName: string;
  outcome: 'sent' | 'unconfigured' | 'refused' | 'failed';
  detail: Sentence | null;
}

/** The way to test: a channel, or one of its contacts or devices. */
export interface TestedWay {
  channel: ChannelName;
  contactId?: string | null | undefined;
}

/**
 * Sends a person a short message at once, whatever their settings say. Recorded, because calls and texts cost. Throws
 * 404 for a contact that is not there.
 */
export async function sendTestNotification(
  ctx: Ctx,
  user: User,
  way: TestedWay,
  ways: TestWays,
): Promise<TestResult> {
  const result = await attempt(ctx, user, way, ways);
  await appendEntry(
    ctx,
    auditEntry(ctx, {
      action: 'user.send-test-notification',
      entityType: 'User',
      entityId: user.id,
      entityDisplayName: personName(user.wire),
      personIds: [user.id],
    }),
  );
  return result;
}

async function attempt(
  ctx: Ctx,
  user: User,
  { channel, contactId = null }: TestedWay,
  { channels, testCallUrl, callStatusUrl }: TestWays,
): Promise<TestResult> {
  const { reachedBy, reply } = registry[channel];
  const named =
    contactId === null || !isAddress(reachedBy)
      ? null
      : await namedContact(ctx, user, channel, contactId);
  if (isSuspended(user)) return unreachable(say('userSuspended'));
  const missing = channels.missing(channel);
  if (missing !== null) return { outcome: 'unconfigured', detail: missing, devices: [] };
  if (named && !named.isConfirmed) return unreachable(say('contactNotConfirmed'));
  const person = named ? reachableAt(named.target) : { ...addressesOf(user), device: null };
  const speech = await speechFor(ctx, user);
  const answerUrl = testCallUrl(speech.language);
  const test = {
    key: orderedId(ctx.clock.now().getTime()),
    ...(reply.by === 'keys' ? { answerUrl, statusUrl: callStatusUrl } : {}),
  };
  const send = (to: Reachable) => channels.reach(channel, to, test, { test: speech });
  if (!isAddress(reachedBy))
    return toRegistered(ctx, user, { kind: reachedBy, id: contactId }, (at) =>
      send({ ...person, ...at }),
    );
  return registry[channel].addressOf(person) === null
    ? unreachable(lacking[reachedBy](user))
    : resultOf(await send(person));
}

/** Throws 404, and 400 for one of another channel. */
async function namedContact(ctx: Ctx, user: User, channel: ChannelName, contactId: string) {
  const rules = await rulesOf(ctx, user.id);
  if (!rules) throw refusal('not-found', say('noSuchContact', { id: contactId }));
  const contact = contactOf(rules, contactId);
  if (contact.channel !== channel)
    throw invalidField(
      'channel',
      say('contactOfOtherChannel', { id: contactId, channel: contact.channel }),
    );
  return { target: contact.target, isConfirmed: confirmedAtOf(rules, contact) !== null };
}

/**
 * To all devices of the person, or all their accounts in a chat, or to one of them. One that is always on must not hide
 * a phone that is not reached.
 */
async function toRegistered(
  ctx: Ctx,
  user: User,
  { kind, id: wanted }: { kind: ContactKind; id: string | null },
  send: (at: Partial<Reachable>) => Promise<ChannelResult>,
): Promise<TestResult> {
  const { organizationId } = ctx;
  const all = await registeredTargetsOf(ctx, organizationId, user.id, kind);
  const targets = all.filter(({ id }) => wanted === null || id === wanted.toLowerCase());
  if (wanted !== null && targets.length === 0)
    throw refusal('not-found', say('noSuchDevice', { id: wanted }));
  if (targets.length === 0)
    return unreachable(say(kind === 'device' ? 'userHasNoPush' : 'userHasNoChat'));
  const devices = await Promise.all(
    targets.map(async ({ id, name, at }): Promise<DeviceResult> => {
      if (at === null)
        return { id, displayName: name, outcome: 'refused', detail: say('chatNotForPeople') };
      const result = await send(at);
      await noteRegisteredOutcome(ctx, organizationId, { kind, id }, result);
      return { id, displayName: name, ...outcomeOf(result) };
    }),
  );
  return ofDevices(devices);
}

/** One sentence on all of them. Pure. */
function ofDevices(devices: DeviceResult[]): TestResult {
  const missed = devices.filter(({ outcome }) => outcome !== 'sent');
  const taken = devices.length - missed.length;
  const [first] = missed;
  if (!first) return { outcome: 'sent', detail: null, devices };
  // One that may take it at another time says more than those that never will.
  const worst = missed.find(({ outcome }) => outcome === 'failed') ?? first;
  const outcome = taken > 0 ? 'partly' : worst.outcome;
  if (devices.length === 1) return { outcome, detail: first.detail, devices };
  const reasons = missed
    .slice(0, reasonsMax)
    .map(({ displayName, detail }) =>
      say('deviceSays', { device: displayName, why: detail ?? say('channelFails') }),
    );
  const all = devices.length;
  const detail =
    taken > 0
      ? say('devicesTookIt', { taken, all, reasons })
      : say('noDeviceTookIt', { all, reasons });
  return { outcome, detail, devices };
}

/** More of them say nothing new. */
const reasonsMax = 4;

function unreachable(detail: Sentence): TestResult {
  return { outcome: 'unreachable', detail, devices: [] };
}

function resultOf(result: SendResult): TestResult {
  return { ...outcomeOf(result), devices: [] };
}

function outcomeOf(result: SendResult): Pick<DeviceResult, 'outcome' | 'detail'> {
  switch (result.outcome) {
    case 'sent':
      return { outcome: 'sent', detail: null };
    case 'refused':
    case 'unconfigured':
      return { outcome: result.outcome, detail: result.sentence ?? words(result.error) };
    default:
      return { outcome: 'failed', detail: result.sentence ?? words(result.error) };
  }
}

/** Why somebody is not reached, for whoever tries it: with what to do about it. */
const lacking: Readonly<Record<AddressKind, (user: User) => Sentence>> = {
  email: () => say('userHasNoEmail'),
  phone: ({ wire }) =>
    wire.phoneNumber === null ? say('userHasNoPhone') : say('phoneUnconfirmed'),
};
