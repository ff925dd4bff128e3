import { localTime } from '../channels/index.ts';
import type { OutboundClient, SendResult } from '../egress/index.ts';
import { isPlaceholderEmail, organizationLanguage, personName } from '../identity/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { onDutyNow, type TierOnDuty } from '../on-call/index.ts';
import { outboundIntegrationKind, postReminder, type ReminderTier } from '../outbound/index.ts';
import { findResource } from '../resources/index.ts';
import { say, usualSpeech } from '../sentences/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import { isTooLate } from './on-call-reminder.ts';
import type { VoidResult } from './outgoing-message.ts';

/** Tells a channel who is on call now, not when the reminder was due. */
export async function sendReminder(
  world: World,
  egress: OutboundClient,
  delivery: DeliveryDocument,
  { channelId }: NonNullable<DeliveryDocument['reminder']>,
): Promise<SendResult | VoidResult> {
  if (isTooLate(delivery, world.clock.now()))
    return { outcome: 'void', reason: say('reminderTooLate') };
  const ctx = systemContext(world, delivery.organizationId);
  const integration = await findResource(ctx, outboundIntegrationKind, { _id: delivery.ownerId });
  if (!integration) return { outcome: 'void', reason: say('toolDeleted') };
  const onDuty = integration.teamId === null ? null : await onDutyNow(ctx, integration.teamId);
  if (!onDuty) return { outcome: 'void', reason: say('teamDeleted') };
  const { locale } = usualSpeech[await organizationLanguage(world, delivery.organizationId)];
  return postReminder(world, egress, {
    key: delivery._id,
    integration,
    channelId,
    teamName: onDuty.team.wire.displayName,
    tiers: onDuty.tiers.map((tier) => shownTier(tier, onDuty.timeZoneId, locale)),
  });
}

function shownTier({ tier, people }: TierOnDuty, timeZoneId: string, locale: string): ReminderTier {
  return {
    tier,
    people: people.map(({ user: { wire }, until }) => ({
      displayName: personName(wire),
      email: isPlaceholderEmail(wire.email) ? null : wire.email,
      until: until === null ? null : localTime(until, timeZoneId, locale),
    })),
  };
}
