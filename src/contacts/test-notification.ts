import { appendEntry, auditEntry } from '../audit/index.ts';
import type { ChannelName, Channels, PushTarget } from '../channels/index.ts';
import type { SendResult } from '../egress/index.ts';
import { isPlaceholderEmail, isSuspended, reachablePhoneOf, type User } from '../identity/index.ts';
import { type Ctx, orderedId } from '../kernel/index.ts';
import { forgetPushSubscription, pushTargetsOf } from './push-subscriptions.ts';

export interface TestResult {
  outcome: 'sent' | 'unreachable' | 'unconfigured' | 'refused' | 'failed';
  /** What went wrong and what to do about it; null when it was sent. */
  detail: string | null;
}

export interface TestWays {
  channels: Channels;
  /** What a call asks for its words; see the surface for telephony. */
  testCallUrl: string;
  callStatusUrl: string;
  publicUrl: string;
}

/** Sends a person a short message at once, whatever their settings say. Recorded, because calls and texts cost. */
export async function sendTestNotification(
  ctx: Ctx,
  user: User,
  channel: ChannelName,
  ways: TestWays,
): Promise<TestResult> {
  const result = await attempt(ctx, user, channel, ways);
  await appendEntry(
    ctx,
    auditEntry(ctx, {
      action: 'user.send-test-notification',
      entityType: 'User',
      entityId: user.id,
      entityDisplayName: user.wire.displayName ?? user.wire.email,
      personIds: [user.id],
    }),
  );
  return result;
}

const words = 'This is a test notification of Tocsin. If you can read it, alerts reach you here.';

async function attempt(
  ctx: Ctx,
  user: User,
  channel: ChannelName,
  { channels, testCallUrl, callStatusUrl, publicUrl }: TestWays,
): Promise<TestResult> {
  if (isSuspended(user))
    return { outcome: 'unreachable', detail: 'The user is suspended; resume them first.' };
  const missing = channels.missing(channel);
  if (missing !== null) return { outcome: 'unconfigured', detail: missing };
  const key = orderedId(ctx.clock.now().getTime());
  switch (channel) {
    case 'Email':
      if (isPlaceholderEmail(user.wire.email))
        return { outcome: 'unreachable', detail: 'The user has no e-mail address.' };
      return resultOf(
        await channels.email({
          key,
          to: user.wire.email,
          subject: 'Test notification',
          text: `${words}\n`,
          html: `<p>${words}</p>\n`,
        }),
      );
    case 'SMS':
    case 'VoiceCall': {
      const to = reachablePhoneOf(user);
      if (to === null) return { outcome: 'unreachable', detail: whyNoPhone(user) };
      return resultOf(
        channel === 'SMS'
          ? await channels.sms({ key, to, text: words })
          : await channels.call({ key, to, answerUrl: testCallUrl, statusUrl: callStatusUrl }),
      );
    }
    case 'Push':
      return pushAll(ctx, user, (target) =>
        channels.push({
          key,
          target,
          title: 'Test notification',
          body: words,
          url: publicUrl,
          urgency: 'high',
          topic: 'test',
        }),
      );
  }
}

/** To all receivers of the person; one that took it is enough. */
async function pushAll(
  ctx: Ctx,
  user: User,
  send: (target: PushTarget) => ReturnType<Channels['push']>,
): Promise<TestResult> {
  const targets = await pushTargetsOf(ctx, ctx.organizationId, user.id);
  if (targets.length === 0)
    return { outcome: 'unreachable', detail: 'The user has no push subscription.' };
  const results = await Promise.all(
    targets.map(async ({ subscriptionId, target }) => {
      const result = await send(target);
      if (result.isGone) await forgetPushSubscription(ctx, ctx.organizationId, subscriptionId);
      return resultOf(result);
    }),
  );
  const [first] = results;
  return results.find(({ outcome }) => outcome === 'sent') ?? first ?? resultOf(null);
}

function resultOf(result: SendResult | null): TestResult {
  switch (result?.outcome) {
    case 'sent':
      return { outcome: 'sent', detail: null };
    case 'refused':
    case 'unconfigured':
      return { outcome: result.outcome, detail: result.error };
    default:
      return { outcome: 'failed', detail: result?.error ?? null };
  }
}

function whyNoPhone({ wire }: User): string {
  return wire.phoneNumber === null
    ? 'The user has no phone number.'
    : 'The phone number is not confirmed; text a code to it with send-code, and confirm it.';
}
