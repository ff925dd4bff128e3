import type { Resource } from '../../../resources/index.ts';
import {
  emailSubscriberKind,
  type SubscriberHouse,
  smsSubscriberKind,
} from '../../../status-pages/index.ts';
import { resourceOperations } from '../resource-operations.ts';

const computed = () => (subscriber: Resource<object, SubscriberHouse>) => ({
  confirmedAt: subscriber.internal.confirmedAt?.toISOString() ?? null,
});

// Subscribers do not change: they leave and come again.
const except = ['replace' as const];

const byEmail = resourceOperations({
  kind: emailSubscriberKind,
  name: 'StatusPageSubscriber',
  list: 'StatusPageSubscribers',
  items: 'statusPageSubscribers',
  except,
  computed,
});

const bySms = resourceOperations({
  kind: smsSubscriberKind,
  name: 'StatusPageSubscriberSms',
  list: 'StatusPageSubscribersSms',
  items: 'statusPageSubscribersSms',
  except,
  computed,
});

export const statusPageSubscriberOperations = { ...byEmail, ...bySms };
