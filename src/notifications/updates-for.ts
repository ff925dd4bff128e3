import { channelNames, registry } from '../channels/index.ts';
import { type ChannelReadiness, channelSettings, type Recipient } from './deliveries-to.ts';
import type { DeliveryDocument } from './delivery.ts';
import { type Notice, queued, targetsOf } from './new-delivery.ts';

/**
 * The deliveries that change the messages a person has of an incident, wherever they can be changed, and whatever the
 * person is told of: a message that shows yesterday's state misleads. Pure.
 */
export function updatesFor(
  recipient: Recipient,
  notice: Notice,
  channels: ChannelReadiness,
): DeliveryDocument[] {
  if (recipient.isSuspended) return [];
  return channelNames
    .filter((channel) => {
      if (!registry[channel].isUpdated || channels.missing(channel) !== null) return false;
      return recipient.rules !== null || channelSettings(recipient.settings, channel).isOn;
    })
    .flatMap((channel) =>
      targetsOf(recipient, channel).map((target) => ({
        ...queued(recipient, channel, notice, { dueAt: notice.at }, target),
        isUpdate: true as const,
      })),
    );
}
