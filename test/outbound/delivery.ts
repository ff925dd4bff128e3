import { randomUUID } from 'node:crypto';
import type { components } from '../../src/contract/index.ts';
import type { OutboundDelivery, OutboundIntegration } from '../../src/outbound/index.ts';
import { wireShapes } from '../../src/resources/index.ts';
import { answered, words } from '../../src/sentences/index.ts';

type Incident = components['schemas']['Incident'];
type Event = components['schemas']['IncidentEvent'];
type Intent = components['schemas']['Intent'];

/** An integration of a type as `deliver` gets it: whole, secrets in clear. */
export function integrationOf(
  type: string,
  settings: Partial<OutboundIntegration['wire']>,
): OutboundIntegration {
  const members = wireShapes.OutboundIntegration.members;
  const at = new Date('2026-03-02T09:00:00Z');
  return {
    id: randomUUID(),
    organizationId: randomUUID(),
    teamId: randomUUID(),
    wire: {
      ...structuredClone<Record<string, unknown>>(members),
      displayName: 'Tool',
      teamId: randomUUID(),
      type,
      triggersOnlyOnForwarded: false,
      skipUpdatingAfterForwarding: false,
      isPaused: false,
      ...settings,
    } as OutboundIntegration['wire'],
    internal: { pausedReason: null },
    provisioned: false,
    source: 'ApiKey',
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

const anna = { id: randomUUID(), displayName: 'Anna', avatarUrl: null, email: 'anna@example.com' };

/** The story of one incident: each event becomes a delivery, with the incident as it is then. */
export class Story {
  readonly integration: OutboundIntegration;
  readonly title: string;
  readonly id = randomUUID();
  #events: Event[] = [];
  readonly attribute: string;

  constructor(integration: OutboundIntegration, title = 'Checkout is down', attribute = 'web-1') {
    this.integration = integration;
    this.title = title;
    this.attribute = attribute;
  }

  next(
    intent: Intent,
    { message = null, isSnapshot = false }: { message?: string | null; isSnapshot?: boolean } = {},
  ): OutboundDelivery {
    const status = intent === 'Resolved' ? 'Resolved' : 'Open';
    const minutes = String(this.#events.length).padStart(2, '0');
    const timestamp = `2026-03-02T10:${minutes}:00.000Z`;
    const event: Event = {
      id: randomUUID(),
      severity: 'Critical',
      status,
      modification: {
        timestamp,
        intent,
        user: anna,
        externalUser: null,
        rule: null,
        apiKey: null,
      },
      userAssignments: [],
      onCallUsers: [],
      ...answered('message', message === null ? null : words(message)),
      messageIsPublic: null,
      unattended: false,
      teams: [],
      attributeChanges: [],
    };
    this.#events = [event, ...this.#events];
    return {
      key: `delivery-${randomUUID()}`,
      integration: this.integration,
      incident: this.#incident(timestamp),
      event: { id: event.id, intent, message, by: 'Anna', at: timestamp },
      url: `https://tocsin.example.com/incident/${this.id}`,
      isSnapshot,
      onCall: [
        { id: randomUUID(), displayName: 'Bert', email: 'bert@example.com', chatUserId: null },
      ],
    };
  }

  #incident(lastUpdatedAt: string): Incident {
    return {
      id: this.id,
      title: this.title,
      integration: { id: randomUUID(), displayName: 'Shop alerts' },
      createdAt: '2026-03-02T10:00:00.000Z',
      lastUpdatedAt,
      attributes: [
        {
          name: 'Host',
          value: this.attribute,
          isImage: false,
          isGroupingKey: false,
          hideInPreviews: false,
        },
        {
          name: 'Hidden',
          value: 'not-for-chats',
          isImage: false,
          isGroupingKey: false,
          hideInPreviews: true,
        },
      ],
      events: this.#events,
      eventsTotalCount: this.#events.length,
      services: [],
      sourceUser: null,
      unattended: true,
      isArchived: false,
      onCallUsers: [],
      teams: [{ id: randomUUID(), displayName: 'Payments' }],
      snoozed: null,
      hold: null,
      muted: null,
      endedWhileHeld: false,
      isShadow: false,
      mergedInto: null,
      subIncidents: [],
      allowedIntents: [],
      canDelete: false,
      excludeFromUptimeCalculation: false,
      statusPageStartOverride: null,
      statusPageEndOverride: null,
    };
  }
}
