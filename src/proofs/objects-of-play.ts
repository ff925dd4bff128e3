import { isToolLane } from '../notifications/index.ts';
import type { Trace } from '../stage/index.ts';
import type { CounterExample } from './findings.ts';
import type { StagedPlay } from './staging.ts';

/** A stored object, or a part of one. */
export interface ObjectOfPlay {
  entityType: string;
  id: string;
  /** As the API calls it: `escalationTiers[1].schedules`; null: it is the object as a whole. */
  member: string | null;
}

/** The objects that decided about an incident that was played, in this order: the places to look for the mistake. */
export function objectsOfPlay({ source, played }: CounterExample<StagedPlay>): ObjectOfPlay[] {
  const { trace, keptBy } = played;
  const teamId = source.teamId.toLowerCase();
  const plans = (trace?.steps ?? []).flatMap((step): ObjectOfPlay[] => [
    { entityType: 'Team', id: step.teamId, member: null },
    partOf(step),
    ...(step.outcome === 'nobody' && step.policyId !== null
      ? source.schedulesOf(step.policyId, step.tier)
      : []),
  ]);
  const people = (trace?.messages ?? []).filter(({ lane }) => !isToolLane(lane));
  const suppressions = trace?.suppressionRuleIds ?? [];
  const objects = [
    whole('InboundIntegration', source.integrationId),
    whole('Team', teamId),
    ...keptBy,
    ...suppressions.map((id) => whole('SuppressionRule', id)),
    ...(trace?.fired ?? []).map(({ routingId, place }) => ({
      ...whole('Routing', routingId),
      member: place === null ? null : `rules[${place}]`,
    })),
    ...source.neverFire().map(({ routingId, place, condition }) => ({
      ...whole('Routing', routingId),
      member: `rules[${place}].conditions.${condition}`,
    })),
    ...(plans.length > 0 ? plans : source.follows),
    ...people.flatMap(({ ownerId: id }) => [
      whole('User', id),
      whole('UserIncidentNotificationSettings', id),
      whole('UserNotificationRules', id),
    ]),
  ];
  return eachOnce(objects);
}

/** In the order in which they come first. */
export function eachOnce(objects: readonly ObjectOfPlay[]): ObjectOfPlay[] {
  const known = new Map(objects.map((one) => [`${one.entityType} ${one.id} ${one.member}`, one]));
  return [...known.values()];
}

export function wholeObject({ entityType }: { entityType: string }, id: string): ObjectOfPlay {
  return whole(entityType, id);
}

function whole(entityType: string, id: string): ObjectOfPlay {
  return { entityType, id, member: null };
}

/** The tier or step; where it tells nobody, whom it names. */
function partOf({ teamId, policyId, tier, outcome }: Trace['steps'][number]): ObjectOfPlay {
  const isEmpty = outcome === 'nobody';
  return policyId === null
    ? {
        ...{ entityType: 'TeamEscalations', id: teamId },
        member: `escalationTiers[${tier - 1}]${isEmpty ? '.schedules' : ''}`,
      }
    : {
        ...{ entityType: 'EscalationPolicy', id: policyId },
        member: `steps[${tier - 1}]${isEmpty ? '.targets' : ''}`,
      };
}
