import type { OutboundDelivery } from './delivery.ts';

/** The body without a template; `type` is `incident.` and the intent in lower case. */
export function defaultBody({ incident, event, url }: OutboundDelivery): object {
  return {
    type: `incident.${event.intent.toLowerCase()}`,
    timestamp: event.at,
    data: { incident, event, url },
  };
}

/**
 * The data for a template: the incident, as the Public API shows it, with the event and the page beside its members.
 */
export function templateData({ incident, event, url }: OutboundDelivery): object {
  return { ...incident, event, url };
}

/** The data with which templates are tried when they are saved. */
export const sampleData: object = {
  id: '6f8e2b1c-0d4a-4c55-b7a9-31f0e8d2c4b6',
  title: 'Checkout is down',
  attributes: [{ name: 'Host', value: 'web-1' }],
  events: [
    {
      id: '8a1f4c55-0d4a-4c55-b7a9-31f0e8d2c4b6',
      status: 'Open',
      severity: 'Critical',
      modification: { intent: 'Created' },
    },
  ],
  teams: [],
  services: [],
  subIncidents: [],
  event: { intent: 'Created' },
  url: 'https://tocsin.example.com/',
};
