import type { Resource } from '../../../resources/index.ts';
import {
  emailSubscriberKind,
  type SubscriberInternal,
  smsSubscriberKind,
} from '../../../status-pages/index.ts';
import { resourceOperations } from '../resource-operations.ts';

const derivedMembers = () => (subscriber: Resource<object, SubscriberInternal>) => ({
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
  derivedMembers,
});

const bySms = resourceOperations({
  kind: smsSubscriberKind,
  name: 'StatusPageSubscriberSms',
  list: 'StatusPageSubscribersSms',
  items: 'statusPageSubscribersSms',
  except,
  derivedMembers,
});

export const statusPageSubscriberOperations = { ...byEmail, ...bySms };
