import { systemContext, unlessGone, type World } from '../kernel/index.ts';
import {
  findResource,
  listResources,
  type Resource,
  type ResourceKind,
  removeResource,
  storedFilter,
} from '../resources/index.ts';
import { type Speech, usualSpeech } from '../sentences/index.ts';
import { idOfToken, tokenFor } from './sign-ups.ts';
import type { StatusPage } from './status-pages.ts';
import { emailSubscriberKind, type SubscriberInternal, smsSubscriberKind } from './subscribers.ts';
import type { SubscriberChannel } from './subscription-models.ts';

/** Somebody whom a page writes to. */
export interface Subscriber {
  id: string;
  channel: SubscriberChannel;
  address: string;
  statusPageId: string;
  speech: Speech;
  confirmedAt: Date;
}

const purpose = 'status-page-unsubscribe';

/** The token in the link that ends a subscription; it works for as long as the subscription exists. */
export function unsubscribeToken(world: World, { id }: Pick<Subscriber, 'id'>): string {
  return tokenFor(world, id, purpose);
}

/** Whether the token is one of ours, whether or not the subscription still is there. */
export function isUnsubscribeToken(world: World, token: string): boolean {
  return idOfToken(world, token, purpose) !== null;
}

/** Ends the subscription of a link. Doing it twice is harmless. */
export async function unsubscribe(world: World, page: StatusPage, token: string): Promise<void> {
  const id = idOfToken(world, token, purpose);
  if (id === null) return;
  const ctx = systemContext(world, page.organizationId);
  await unlessGone(removeResource(ctx, emailSubscriberKind, id));
  await unlessGone(removeResource(ctx, smsSubscriberKind, id));
}

/** Ends all texts to a number, of whatever page: its owner said STOP. */
export async function unsubscribeNumber(world: World, telephoneNumber: string): Promise<void> {
  const found = await smsSubscriberKind
    .model(world.store)
    .find(
      storedFilter(smsSubscriberKind, { 'lookup.telephoneNumber': telephoneNumber.toLowerCase() }),
      { organizationId: 1 },
    )
    .lean<{ _id: string; organizationId?: string }[]>();
  for (const { _id, organizationId } of found)
    if (organizationId)
      await unlessGone(
        removeResource(systemContext(world, organizationId), smsSubscriberKind, _id),
      );
}

export async function findSubscriber(
  world: World,
  organizationId: string,
  channel: SubscriberChannel,
  id: string,
): Promise<Subscriber | null> {
  const ctx = systemContext(world, organizationId);
  if (channel === 'email') {
    const found = await findResource(ctx, emailSubscriberKind, { _id: id });
    return found && toSubscriber(found, channel, found.wire.email);
  }
  const found = await findResource(ctx, smsSubscriberKind, { _id: id });
  return found && toSubscriber(found, channel, found.wire.telephoneNumber);
}

const pageSize = 500;

/** Everybody whom the page writes to by the channel, in pages. */
export async function* subscriberPages(
  world: World,
  page: StatusPage,
  channel: SubscriberChannel,
): AsyncGenerator<Subscriber[]> {
  const pages =
    channel === 'email'
      ? resourcePages(world, page, emailSubscriberKind, ({ email }) => email)
      : resourcePages(world, page, smsSubscriberKind, ({ telephoneNumber }) => telephoneNumber);
  for await (const found of pages)
    yield found.flatMap(({ resource, address }) => toSubscriber(resource, channel, address) ?? []);
}

async function* resourcePages<Wire extends { statusPageId: string }>(
  world: World,
  { id, organizationId }: StatusPage,
  kind: ResourceKind<Wire, SubscriberInternal>,
  addressOf: (wire: Wire) => string,
) {
  const ctx = systemContext(world, organizationId);
  for (let offset = 0; ; offset += pageSize) {
    const { items, hasMore } = await listResources(
      ctx,
      kind,
      { 'lookup.statusPageId': id },
      { offset, limit: pageSize },
    );
    yield items.map((resource) => ({ resource, address: addressOf(resource.wire) }));
    if (!hasMore) return;
  }
}

function toSubscriber(
  { id, wire, internal }: Resource<{ statusPageId: string }, SubscriberInternal>,
  channel: SubscriberChannel,
  address: string,
): Subscriber | null {
  const { confirmedAt, speech = usualSpeech.en } = internal;
  if (confirmedAt === null) return null;
  return {
    id,
    channel,
    address,
    speech,
    confirmedAt,
    statusPageId: wire.statusPageId.toLowerCase(),
  };
}
