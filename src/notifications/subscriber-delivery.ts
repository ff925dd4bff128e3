import { repeatableId } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { NewsDocument, SignUpDocument, Subscriber } from '../status-pages/index.ts';
import { type DeliveryDocument, lastRank } from './delivery.ts';
import { aboutNoIncident } from './no-incident.ts';
import { subscriberWays } from './subscriber-ways.ts';

/** The messages that tell subscribers of a page; those who came after it happened are told what comes next. Pure. */
export function newsDeliveries(
  { _id: newsId, organizationId, statusPageId, news }: NewsDocument,
  subscribers: readonly Subscriber[],
): DeliveryDocument[] {
  return subscribers
    .filter(({ confirmedAt }) => confirmedAt <= news.dueAt)
    .map((subscriber) =>
      deliveryOf({
        _id: repeatableId(news.dueAt.getTime(), 'status-page-news', newsId, subscriber.id),
        organizationId,
        ownerId: subscriber.id,
        lane: subscriberWays[subscriber.channel].lane,
        step: news.key,
        because: say('statusPageSubscribed'),
        severity: news.severity ?? 'Minor',
        toSubscriber: { statusPageId, newsId },
        at: news.dueAt,
        target: masked(subscriber),
      }),
    );
}

/** The message by which somebody confirms an address. Pure. */
export function signUpDelivery(signUp: SignUpDocument): DeliveryDocument {
  const { _id, organizationId, statusPageId, channel, createdAt } = signUp;
  return deliveryOf({
    _id: repeatableId(createdAt.getTime(), 'status-page-sign-up', _id),
    organizationId,
    ownerId: _id,
    lane: subscriberWays[channel].lane,
    step: 'status-page-sign-up',
    because: say('statusPageSubscribing'),
    severity: 'Minor',
    toSubscriber: { statusPageId, newsId: null },
    at: createdAt,
    target: masked(signUp),
  });
}

function deliveryOf(
  given: Omit<Parameters<typeof aboutNoIncident>[0], 'teamIds'>,
): DeliveryDocument {
  // The intent that is nearest to telling somebody something.
  return aboutNoIncident({ ...given, teamIds: [], intent: 'Commented', rank: lastRank });
}

function masked({ channel, address }: Pick<Subscriber, 'channel' | 'address'>): string {
  return subscriberWays[channel].masked(address);
}
