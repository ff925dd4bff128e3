import type { IncidentAttribute, IncidentDocument } from '../../src/incidents/model.ts';
import { type Alert, type Candidates, transition } from '../../src/incidents/transition.ts';

export const noCandidates: Candidates = { sameProblem: null, openGroup: null };
export const plain = { isMuted: false, snoozed: null };

const start = Date.parse('2026-03-02T10:00:00.000Z');

/** The moment `seconds` after the start of every table. */
export function at(seconds: number): Date {
  return new Date(start + seconds * 1000);
}

export function attribute(name: string, value: string): IncidentAttribute {
  return { name, value, isImage: false, hideInPreviews: false, isGroupingKey: false };
}

export function alert(over: Partial<Alert> = {}): Alert {
  return {
    organizationId: 'org',
    teamId: 'team',
    integrationId: 'integration',
    payloadId: '65f000000000000000000001',
    at: at(0),
    status: 'Open',
    severity: 'Warning',
    title: 'Disk is full',
    correlationId: 'disk',
    attributes: [attribute('Host', 'db-1')],
    groupingKey: null,
    groupingWindowSeconds: null,
    ...over,
  };
}

export function opened(over: Partial<Alert> = {}): IncidentDocument {
  return transition(alert(over), noCandidates, plain).incident;
}

/** A group with one open subincident per correlation id. */
export function group(...correlationIds: string[]): IncidentDocument {
  const [first = 'disk', ...others] = correlationIds;
  let incident = opened({ groupingKey: 'rack-1', correlationId: first });
  for (const correlationId of others)
    incident = transition(
      alert({ groupingKey: 'rack-1', correlationId }),
      { sameProblem: null, openGroup: incident },
      plain,
    ).incident;
  return incident;
}
