import type { Channels } from '../channels/index.ts';
import type { SendResult } from '../egress/index.ts';
import type { World } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import {
  findNews,
  findPublicUpdate,
  findSignUp,
  findStatusPageById,
  findSubscriber,
  type StatusPage,
  type Subscriber,
  signUpCode,
  signUpToken,
  statusPageUrl,
  unsubscribeToken,
} from '../status-pages/index.ts';
import { carrierStatusUrl } from './addresses.ts';
import type { DeliveryDocument } from './delivery.ts';
import type { VoidResult } from './outgoing-message.ts';
import { newsMessage, type SubscriberMessage, signUpMessage } from './render-subscriber.ts';
import { subscriberChannelOf, subscriberWays } from './subscriber-ways.ts';

interface Options {
  channels: Channels;
  publicUrl(): string;
}

/** Writes to somebody who subscribed, or wants to, if they still do. */
export async function sendToSubscriber(
  world: World,
  options: Options,
  delivery: DeliveryDocument,
  { statusPageId, newsId }: NonNullable<DeliveryDocument['toSubscriber']>,
): Promise<SendResult | VoidResult> {
  const page = await findStatusPageById(world, statusPageId);
  if (!page) return gone(say('statusPageDeleted'));
  return newsId === null
    ? toNewcomer(world, options, delivery, page)
    : tellNews(world, options, delivery, page, newsId);
}

async function toNewcomer(
  world: World,
  options: Options,
  delivery: DeliveryDocument,
  page: StatusPage,
): Promise<SendResult | VoidResult> {
  const signUp = await findSignUp(world, delivery.ownerId);
  if (!signUp) return gone(say('signUpOver'));
  const url = `${statusPageUrl(page, options.publicUrl())}/confirm/${signUpToken(world, signUp)}`;
  const message = signUpMessage(page, signUp.speech.language, {
    url,
    code: signUpCode(world, signUp),
  });
  return send(options, delivery, signUp, message, {});
}

async function tellNews(
  world: World,
  options: Options,
  delivery: DeliveryDocument,
  page: StatusPage,
  newsId: string,
): Promise<SendResult | VoidResult> {
  const channel = subscriberChannelOf(delivery);
  const reason = subscriberWays[channel].whyNot(page);
  if (reason !== null) return gone(reason);
  const [subscriber, told] = await Promise.all([
    findSubscriber(world, page.organizationId, channel, delivery.ownerId),
    findNews(world, newsId),
  ]);
  if (!subscriber) return gone(say('subscriptionEnded'));
  if (!told) return gone(say('newsTooOld'));
  const { update } = told.news;
  if (update) {
    const stored = await findPublicUpdate(world, page.organizationId, update.id);
    if (!stored?.wire.isPublished) return gone(say('updateWithdrawn'));
  }
  const url = statusPageUrl(page, options.publicUrl());
  const leave = `${url}/unsubscribe/${unsubscribeToken(world, subscriber)}`;
  const message = newsMessage(page, told.news, subscriber.speech, { url, leave });
  return send(options, delivery, subscriber, message, {
    // One click in the mail program, without opening a page (RFC 8058).
    'List-Unsubscribe': `<${leave}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
}

function send(
  { channels, publicUrl }: Options,
  { _id: key }: DeliveryDocument,
  { channel, address: to }: Pick<Subscriber, 'channel' | 'address'>,
  message: SubscriberMessage,
  headers: Readonly<Record<string, string>>,
): Promise<SendResult> {
  const statusUrl = carrierStatusUrl(publicUrl(), key);
  return subscriberWays[channel].send(channels, { key, to, ...message, headers, statusUrl });
}

function gone(reason: Sentence): VoidResult {
  return { outcome: 'void', reason };
}
