import type { components } from '../contract/index.ts';
import { byLookup, defineKind, wireShapes } from '../resources/index.ts';
import { type Speech, say } from '../sentences/index.ts';

export interface SubscriberInternal {
  /** Null until the subscriber answered the confirmation; who was entered by an administrator need not. */
  confirmedAt: Date | null;
  /** As they were spoken to when they subscribed; left out for those whom an administrator entered. */
  speech?: Speech;
}

export type EmailSubscriberWire = components['schemas']['StatusPageSubscriberInput'];

export type SmsSubscriberWire = components['schemas']['StatusPageSubscriberSmsInput'];

const subscriberLeft = 'The subscriber left the status page.';
const subscribedAlready = say('subscribedAlready');

export const emailSubscriberKind = defineKind<EmailSubscriberWire, SubscriberInternal>({
  entityType: 'StatusPageSubscriber',
  noun: 'status-page-subscriber',
  collection: 'status_page_subscribers',
  shape: wireShapes.StatusPageSubscriber,
  displayNameOf: (subscriber) => subscriber.email,
  lookupOf: ({ statusPageId, email }) => ({ statusPageId, email }),
  personOf: (_subscriber, id) => id,
  person: { reason: subscriberLeft },
  filters: { StatusPageId: byLookup('statusPageId'), Email: byLookup('email') },
  prepare: (ctx, wire) => ({ wire, internal: { confirmedAt: ctx.clock.now() } }),
  removedWith: { StatusPage: (id) => ({ 'lookup.statusPageId': id }) },
  duplicate: { code: 'validation-failed', field: 'email', message: subscribedAlready },
  indexes: [
    [
      { organizationId: 1, 'lookup.statusPageId': 1, 'lookup.email': 1 },
      { unique: true, partialFilterExpression: { 'lookup.statusPageId': { $exists: true } } },
    ],
  ],
});

export const smsSubscriberKind = defineKind<SmsSubscriberWire, SubscriberInternal>({
  entityType: 'StatusPageSubscriberSms',
  noun: 'status-page-subscriber-sms',
  collection: 'status_page_subscribers_sms',
  shape: wireShapes.StatusPageSubscriberSms,
  displayNameOf: (subscriber) => subscriber.telephoneNumber,
  lookupOf: ({ statusPageId, telephoneNumber }) => ({ statusPageId, telephoneNumber }),
  personOf: (_subscriber, id) => id,
  person: { reason: subscriberLeft },
  filters: {
    StatusPageId: byLookup('statusPageId'),
    TelephoneNumber: byLookup('telephoneNumber'),
  },
  prepare: (ctx, wire) => ({ wire, internal: { confirmedAt: ctx.clock.now() } }),
  removedWith: { StatusPage: (id) => ({ 'lookup.statusPageId': id }) },
  duplicate: { code: 'validation-failed', field: 'telephoneNumber', message: subscribedAlready },
  indexes: [
    [
      { organizationId: 1, 'lookup.statusPageId': 1, 'lookup.telephoneNumber': 1 },
      { unique: true, partialFilterExpression: { 'lookup.statusPageId': { $exists: true } } },
    ],
    // Finds who texts STOP, on any page.
    [{ 'lookup.telephoneNumber': 1 }, { sparse: true }],
  ],
});
