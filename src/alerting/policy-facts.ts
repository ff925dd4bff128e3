import type { IncidentDocument } from '../incidents/index.ts';
import {
  type EscalationPolicy,
  namedBy,
  type PolicyPlan,
  planOfPolicy,
  stepRoster,
} from '../on-call/index.ts';
import { type Rota, stretches } from '../rota/index.ts';
import type { NamedPolicy, PolicyScene } from './scene.ts';

/** A policy as decisions know it, until something changes. */
export interface KnownPolicy {
  id: string;
  displayName: string;
  teamId: string;
  plan: PolicyPlan;
}

/** The known policies, and the schedules in them. */
export interface PolicyFacts {
  /** By id; null: it is gone. */
  policy(id: string): KnownPolicy | null | undefined;
  rota(scheduleId: string): Rota | null | undefined;
  /** The policies that integrations and services name, by the ids of those. */
  chosen(id: string): NamedPolicy | null | undefined;
}

/** People of a team who are not suspended. */
export interface TeamPeople {
  members: readonly string[];
  administrators: readonly string[];
}

/** Null where it belongs to no team any more. Pure. */
export function knownPolicyOf({
  id,
  teamId,
  wire,
}: Pick<EscalationPolicy, 'id' | 'teamId' | 'wire'>): KnownPolicy | null {
  if (teamId === null) return null;
  return { id, teamId, displayName: wire.displayName, plan: planOfPolicy(wire) };
}

/** The policy that an integration or a service names for its incidents. Pure. */
export function policyNamedBy(
  { escalationPolicyId }: { escalationPolicyId?: string | null },
  because: NamedPolicy['because'],
): NamedPolicy | null {
  return escalationPolicyId ? { policyId: escalationPolicyId.toLowerCase(), because } : null;
}

/** The policy at an instant; undefined where it is gone. Pure. */
export function policySceneOf(
  facts: PolicyFacts,
  id: string,
  now: number,
  team: (id: string) => TeamPeople,
): PolicyScene | undefined {
  const known = facts.policy(id.toLowerCase());
  if (!known) return undefined;
  const rota = (scheduleId: string) => facts.rota(scheduleId) ?? undefined;
  const around = {
    rota,
    members: (teamId: string) => team(teamId).members,
    administrators: (teamId: string) => team(teamId).administrators,
  };
  return {
    ...known,
    roster: (step, draw) =>
      stepRoster(known.plan.steps[step - 1] ?? { targets: [] }, now, around, draw),
    nextDutyAt: () =>
      nextDuty(
        namedBy(known.plan).scheduleIds.flatMap((one) => rota(one) ?? []),
        now,
      ),
  };
}

/** The policy that the integration of the incident names, else those of its services; none that is gone. Pure. */
export function chosenPoliciesOf(
  facts: PolicyFacts,
  { integrationId, serviceIds = [] }: IncidentDocument,
): NamedPolicy[] {
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const chosen = facts.chosen(id.toLowerCase());
      return chosen && facts.policy(chosen.policyId) ? [chosen] : [];
    });
  const ofIntegration = integrationId === null ? [] : named([integrationId]);
  return ofIntegration.length > 0 ? ofIntegration : named(serviceIds);
}

const searchedMilliseconds = 8 * 86_400_000;

function nextDuty(rotas: readonly Rota[], now: number): number | null {
  const starts = rotas.flatMap(
    (rota) =>
      stretches(rota, now, now + searchedMilliseconds).find(
        ({ start, people }) => start > now && people.length > 0,
      )?.start ?? [],
  );
  return starts.length > 0 ? Math.min(...starts) : null;
}
