import { isToolLane } from '../notifications/index.ts';
import type { CounterExample } from './findings.ts';
import type { StagedPlay } from './staging.ts';

/** A stored object. */
export interface ObjectOfPlay {
  entityType: string;
  id: string;
}

/** What decided about an incident that was played, in the order in which it did: where to look for what is wrong. */
export function objectsOfPlay({ source, played }: CounterExample<StagedPlay>): ObjectOfPlay[] {
  const { trace } = played;
  const teamId = source.teamId.toLowerCase();
  const plans = (trace?.steps ?? []).flatMap((step) => [
    { entityType: 'Team', id: step.teamId },
    step.policyId === null
      ? { entityType: 'TeamEscalations', id: step.teamId }
      : { entityType: 'EscalationPolicy', id: step.policyId },
  ]);
  const people = (trace?.messages ?? []).filter(({ lane }) => !isToolLane(lane));
  const silence = trace?.after?.silencedBy;
  const objects = [
    { entityType: 'InboundIntegration', id: source.integrationId },
    { entityType: 'Team', id: teamId },
    ...(silence ? [{ entityType: 'Silence', id: silence.id }] : []),
    ...(trace?.routingIds ?? []).map((id) => ({ entityType: 'Routing', id })),
    ...(plans.length > 0 ? plans : [{ entityType: 'TeamEscalations', id: teamId }]),
    ...people.flatMap(({ ownerId: id }) => [
      { entityType: 'User', id },
      { entityType: 'UserIncidentNotificationSettings', id },
      { entityType: 'UserNotificationRules', id },
    ]),
  ];
  const known = new Map(objects.map((one) => [`${one.entityType} ${one.id}`, one]));
  return [...known.values()];
}
