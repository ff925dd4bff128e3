import {
  type AddressForCarrier,
  type ChannelName,
  type Channels,
  maskedAddress,
  maskedNumber,
} from '../channels/index.ts';
import type { SendResult } from '../egress/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { StatusPage, Subscriber } from '../status-pages/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import type { SubscriberMessage } from './render-subscriber.ts';

/** The message for a subscriber, by either way. */
export interface SubscriberSending extends SubscriberMessage {
  key: string;
  to: string;
  headers: Readonly<Record<string, string>>;
  statusUrl: AddressForCarrier;
}

interface SubscriberWay {
  lane: ChannelName;
  masked(address: string): string;
  /** Null while the page sends by it; else why it does not. */
  whyNot(page: StatusPage): Sentence | null;
  send(channels: Channels, sending: SubscriberSending): Promise<SendResult>;
}

/** The channels by which strangers subscribe to a status page. */
export const subscriberWays: Readonly<Record<Subscriber['channel'], SubscriberWay>> = {
  email: {
    lane: 'Email',
    masked: maskedAddress,
    whyNot: () => null,
    send: (channels, { key, to, email, headers }) =>
      channels.send('Email', { key, to, ...email, headers }),
  },
  sms: {
    lane: 'SMS',
    masked: maskedNumber,
    whyNot: ({ wire }) =>
      wire.enableSMSSubscription === true ? null : say('statusPageSendsNoTexts'),
    send: (channels, { key, to, text, statusUrl }) =>
      channels.send('SMS', { key, to, text, statusUrl }),
  },
};

/** By which of them a message to a subscriber goes. */
export function subscriberChannelOf({
  lane,
}: Pick<DeliveryDocument, 'lane'>): Subscriber['channel'] {
  // as: these are the keys of the table above.
  const channels = Object.keys(subscriberWays) as Subscriber['channel'][];
  const channel = channels.find((name) => subscriberWays[name].lane === lane);
  if (channel === undefined) throw new TypeError(`No subscriber is told by ${lane}.`);
  return channel;
}
