import type { PolicyFacts, SceneFacts } from '../alerting/index.ts';
import type { TimeSource } from '../calendar/index.ts';
import { type IntakeSettings, timesOfIntegration } from '../integrations/index.ts';
import { timesOfPerson } from '../notifications/index.ts';
import {
  everybodyNamed,
  namedBy,
  type PlannedTeam,
  type PolicyPlan,
  timesOfPolicy,
  timesOfSchedule,
  timesOfTeam,
  timesOfTiers,
} from '../on-call/index.ts';
import { type Routing, teamsOfRouting, timesOfConditions, timesOfRule } from '../routing/index.ts';
import { type ShadowRun, timesOfShadow } from '../shadow/index.ts';
import { type Silence, timesOfSilence } from '../silences/index.ts';
import type { SuppressionRule } from '../suppression/index.ts';
import { timesOfHours } from '../urgency/index.ts';
import type { FollowedCalendars } from './open-stage.ts';

/** The part of the setup of one organization by which people are told. */
interface CourseSetup {
  organizationId: string;
  facts: SceneFacts;
}

/** The setup of one organization. */
export interface Setup extends CourseSetup {
  silences: readonly Silence[];
  suppressionRules: readonly SuppressionRule[];
  shadowRuns: readonly ShadowRun[];
  calendars: FollowedCalendars;
}

/** Where incidents come from. */
export type Source = IntakeSettings;

/** All that may have a part in what becomes of the incidents of an integration. Rather too much than too little. */
export interface Reach {
  teams: PlannedTeam[];
  policies: { teamId: string; plan: PolicyPlan }[];
  scheduleIds: Set<string>;
  routings: Routing[];
  silences: Silence[];
  suppressionRules: SuppressionRule[];
}

/** Follows whom incidents may be assigned to, until nothing is added. Pure. */
export function reachOf(setup: Setup, { integrationId, teamId }: Source): Reach {
  const { facts, silences, suppressionRules } = setup;
  const first = { teamIds: [teamId], policyIds: chosenBy(facts.policies, [integrationId]) };
  const { teamIds, ...reach } = followed(
    setup,
    first,
    facts.organizations.get(setup.organizationId)?.routings ?? [],
  );
  return {
    ...reach,
    silences: silences.filter(({ wire }) => wire.teamId.toLowerCase() === teamId.toLowerCase()),
    suppressionRules: suppressionRules.filter(({ wire }) =>
      [wire.teamId, ...(wire.teamIds ?? [])].some((id) => teamIds.has(id.toLowerCase())),
    ),
  };
}

/** Whom an incident begins with, once rules have left it. */
export interface FirstTold {
  teamIds: readonly string[];
  policyIds: readonly string[];
}

/** All that may have a part in what becomes of an incident that no rule looks at any more. Pure. */
export function courseReachOf(setup: CourseSetup, first: FirstTold): Reach {
  const { teamIds: _, ...reach } = followed(setup, first, []);
  return { ...reach, silences: [], suppressionRules: [] };
}

function followed({ facts }: CourseSetup, first: FirstTold, all: readonly Routing[]) {
  const teamIds = new Set(first.teamIds.map((id) => id.toLowerCase()));
  const policyIds = new Set(first.policyIds);
  const routings = new Set<Routing>();
  for (let size = -1; size !== teamIds.size + policyIds.size + routings.size; ) {
    size = teamIds.size + policyIds.size + routings.size;
    for (const routing of all)
      if (teamsOfRouting(routing, { teamIds: [...teamIds] }).length > 0) routings.add(routing);
    for (const id of teamIds) {
      const planned = facts.teams.get(id);
      if (planned?.defaultPolicy) policyIds.add(planned.defaultPolicy.id);
      addAll(
        teamIds,
        planned?.escalationPlan.steps.flatMap(({ assigns }) => assigns?.teamIds ?? []),
      );
    }
    for (const { wire } of routings)
      for (const { actions } of wire.rules) {
        addAll(teamIds, actions?.assignToTeams);
        addAll(policyIds, chosenBy(facts.policies, actions?.affectsServices ?? []));
        if (actions?.useEscalationPolicyId)
          policyIds.add(actions.useEscalationPolicyId.toLowerCase());
      }
    for (const id of policyIds) {
      const policy = facts.policies.policy(id);
      if (!policy) continue;
      const named = namedBy(policy.plan);
      addAll(teamIds, [policy.teamId, ...named.teamIds]);
      addAll(policyIds, named.policyIds);
    }
  }
  const policies = [...policyIds].flatMap((id) => facts.policies.policy(id) ?? []);
  return {
    teamIds,
    teams: [...teamIds].flatMap((id) => facts.teams.get(id) ?? []),
    policies,
    scheduleIds: new Set(
      policies.flatMap(({ plan }) => namedBy(plan).scheduleIds).map((id) => id.toLowerCase()),
    ),
    routings: [...routings],
  };
}

/** All in it whose answers depend on the time. */
export function sourcesOf(setup: Setup, source: Source, reach: Reach): TimeSource[] {
  return [...openingSourcesOf(setup, source, reach), ...courseSourcesOf(setup, reach)];
}

/** The sources of time-dependent decisions about how an incident opens and what rules do with it. */
export function openingSourcesOf(setup: Setup, source: Source, reach: Reach): TimeSource[] {
  const zoneOf = zonesOf(setup);
  return [
    ...timesOfIntegration(source),
    ...reach.silences.map(timesOfSilence),
    ...reach.routings.flatMap(({ wire }) =>
      wire.rules.flatMap((rule) => timesOfRule(rule, zoneOf(wire.teamId))),
    ),
    ...reach.suppressionRules.flatMap(({ wire }) =>
      [wire.source, wire.target].flatMap((one) => timesOfConditions(one, zoneOf(wire.teamId))),
    ),
    ...setup.shadowRuns.map(timesOfShadow),
  ];
}

/** The sources of time-dependent decisions about whom it tells then. */
export function courseSourcesOf(setup: CourseSetup, reach: Reach): TimeSource[] {
  const { facts } = setup;
  const zoneOf = zonesOf(setup);
  const hours = facts.organizations.get(setup.organizationId)?.supportHours.values() ?? [];
  return [
    ...reach.teams.flatMap(({ plan, escalationPlan }) => [
      timesOfTeam(plan),
      ...timesOfTiers(escalationPlan, plan.timeZoneId),
    ]),
    ...reach.policies.flatMap(({ teamId, plan }) => timesOfPolicy(plan, zoneOf(teamId))),
    ...[...reach.scheduleIds].flatMap((id) => {
      const rota = facts.policies.rota(id);
      return rota ? timesOfSchedule(rota, { withNeighbours: asksForNeighbours(reach, id) }) : [];
    }),
    ...[...hours].flatMap(timesOfHours),
    ...peopleIn(setup, reach).flatMap((id) => {
      const rules = facts.people.get(id)?.recipient.rules;
      return rules ? timesOfPerson(rules) : [];
    }),
  ];
}

function zonesOf({ facts }: CourseSetup): (teamId: string) => string {
  return (id) => facts.teams.get(id.toLowerCase())?.plan.timeZoneId ?? 'UTC';
}

/** Everybody who may be told. */
export function peopleIn({ facts, organizationId }: CourseSetup, reach: Reach): string[] {
  const rotas = [...reach.scheduleIds].flatMap((id) => facts.policies.rota(id) ?? []);
  const people = new Set([
    ...reach.teams.flatMap(({ plan }) => [...plan.members]),
    ...reach.policies.flatMap(({ plan }) => namedBy(plan).userIds),
    ...rotas.flatMap(everybodyNamed),
    ...(facts.organizations.get(organizationId)?.lastResort ?? []),
  ]);
  return [...people].map((id) => id.toLowerCase());
}

function asksForNeighbours({ policies }: Reach, scheduleId: string): boolean {
  return policies.some(({ plan }) =>
    plan.steps.some(({ targets }) =>
      targets.some(
        (target) =>
          target.kind === 'schedule' &&
          target.scheduleId.toLowerCase() === scheduleId &&
          (target.pick === 'next' || target.pick === 'previous'),
      ),
    ),
  );
}

/** The policies that integrations and services name. */
function chosenBy(policies: PolicyFacts, ids: readonly string[]): string[] {
  return ids.flatMap((id) => policies.chosen(id.toLowerCase())?.policyId ?? []);
}

function addAll(ids: Set<string>, more: readonly string[] | null | undefined): void {
  for (const id of more ?? []) ids.add(id.toLowerCase());
}
