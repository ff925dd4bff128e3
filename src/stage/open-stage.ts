import {
  integrationFactsOf,
  knownPolicyOf,
  type NamedPolicy,
  organizationFactsOf,
  type PolicyFacts,
  policyNamedBy,
  type SceneFacts,
} from '../alerting/index.ts';
import type { ChannelName } from '../channels/index.ts';
import { chatAccountKind, notificationRulesKind, pushSubscriptionKind } from '../contacts/index.ts';
import { isSuspended, organizationMembershipKind, type User, userKind } from '../identity/index.ts';
import {
  type IntakeSettings,
  type Integration,
  intakeSettingsOf,
  integrationKind,
  maintenanceWindowKind,
} from '../integrations/index.ts';
import { type ChannelReadiness, recipientsIn } from '../notifications/index.ts';
import {
  type EscalationPolicy,
  escalationsKind,
  overrideKind,
  type PlannedTeam,
  peopleNamedIn,
  plannedTeamsOf,
  policyKind,
  rotaOfFacts,
  scheduleFactsIn,
  scheduleKind,
  temporaryScheduleKind,
} from '../on-call/index.ts';
import { outboundIntegrationKind } from '../outbound/index.ts';
import type { Rota } from '../rota/index.ts';
import { type RuleSurroundings, routingKind, surroundingsIn } from '../routing/index.ts';
import { say } from '../sentences/index.ts';
import { type Service, serviceKind } from '../services/index.ts';
import { shadowRunKind, type TeamsInShadow, teamsOfRuns } from '../shadow/index.ts';
import { type Silence, silenceKind } from '../silences/index.ts';
import { suppressionRuleKind, suppressionsIn } from '../suppression/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import { hoursOf, supportHoursKind } from '../urgency/index.ts';
import { itemsOf, type Snapshot, type SnapshotFacts } from './snapshot.ts';

/** A snapshot in the form in which decisions ask for it. Made once, for any number of runs. */
export interface Stage {
  organizationId: string;
  facts: SceneFacts;
  channels: ChannelReadiness;
  /** As the snapshot says: faults need the carriers. */
  sending: Pick<SnapshotFacts, 'channels'>;
  inShadow: TeamsInShadow;
  surroundings: Omit<RuleSurroundings, 'now'>;
  silences: readonly Silence[];
  /** What decides how an incident of the integration opens; undefined where it, or its team, is gone. */
  intake(integrationId: string): IntakeSettings | undefined;
}

/** Pure: the same snapshot gives a stage on which the same happens. */
export function openStage(snapshot: Snapshot): Stage {
  const teams = itemsOf(snapshot, teamKind);
  const integrations = itemsOf(snapshot, integrationKind);
  const services = itemsOf(snapshot, serviceKind);
  const policies = itemsOf(snapshot, policyKind);
  const outbound = itemsOf(snapshot, outboundIntegrationKind);
  const users = itemsOf(snapshot, userKind);
  const { organizationId, facts } = snapshot;
  const organization = organizationFactsOf({
    administrators: itemsOf(snapshot, organizationMembershipKind).filter(({ wire }) =>
      administrating.has(wire.role.toLowerCase()),
    ),
    tools: outbound,
    routings: itemsOf(snapshot, routingKind),
    services,
    supportHours: hoursOf(itemsOf(snapshot, supportHoursKind), facts.holidays),
    suppressions: suppressionsIn({
      rules: itemsOf(snapshot, suppressionRuleKind),
      teams,
      integrations,
    }),
  });
  const wires = <Wire>(items: readonly { id: string; wire: Wire }[]) =>
    new Map(items.map(({ id, wire }) => [id, wire]));
  return {
    organizationId,
    facts: {
      teams: new Map(plansOf(snapshot, teams, policies, users).map((one) => [one.team.id, one])),
      organizations: new Map([[organizationId, organization]]),
      people: recipientsIn({
        users,
        subscriptions: itemsOf(snapshot, pushSubscriptionKind),
        accounts: itemsOf(snapshot, chatAccountKind),
        rules: itemsOf(snapshot, notificationRulesKind),
      }),
      policies: policyFactsOf(snapshot, policies, users, integrations, services),
      integrations: new Map(integrations.map((one) => [one.id, integrationFactsOf(one)])),
    },
    channels: { missing: (channel: ChannelName) => facts.channels[channel].missing },
    sending: facts,
    inShadow: teamsOfRuns(itemsOf(snapshot, shadowRunKind)),
    surroundings: surroundingsIn(
      {
        Team: wires(teams),
        Service: wires(services),
        OutboundIntegration: wires(outbound),
        EscalationPolicy: wires(policies),
      },
      wires(integrations),
    ),
    silences: itemsOf(snapshot, silenceKind),
    intake: intakeOf(snapshot, teams, integrations),
  };
}

const administrating: ReadonlySet<string> = new Set(['owner', 'administrator']);

function plansOf(
  snapshot: Snapshot,
  teams: readonly PlannedTeam['team'][],
  policies: readonly EscalationPolicy[],
  users: readonly User[],
) {
  const defaults = policies.filter(({ wire }) => wire.isDefault);
  return plannedTeamsOf({
    teams,
    memberships: itemsOf(snapshot, teamMembershipKind),
    escalations: itemsOf(snapshot, escalationsKind),
    overrides: itemsOf(snapshot, overrideKind).filter(({ wire }) => !wire.scheduleId),
    defaults: new Map(defaults.flatMap((one) => (one.teamId === null ? [] : [[one.teamId, one]]))),
    suspended: new Set(users.flatMap((user) => (isSuspended(user) ? user.id : []))),
  });
}

function policyFactsOf(
  snapshot: Snapshot,
  policies: readonly EscalationPolicy[],
  users: readonly User[],
  integrations: readonly Integration[],
  services: readonly Service[],
): PolicyFacts {
  const known = new Map(policies.map((one) => [one.id, knownPolicyOf(one)]));
  const chosen = new Map<string, NamedPolicy | null>([
    ...integrations.map(({ id, wire }) => {
      const because = say('policyOfIntegration', { name: wire.displayName });
      return [id, policyNamedBy(wire, because)] as const;
    }),
    ...services.map(({ id, wire }) => {
      const because = say('policyOfService', { name: wire.displayName });
      return [id, policyNamedBy(wire, because)] as const;
    }),
  ]);
  return {
    policy: (id) => known.get(id),
    rota: rotasOf(snapshot, users),
    chosen: (id) => chosen.get(id),
  };
}

/** Rotas are made when they are asked for: there may be thousands that no policy names. */
function rotasOf(snapshot: Snapshot, users: readonly User[]): PolicyFacts['rota'] {
  const schedules = itemsOf(snapshot, scheduleKind);
  const temporaries = itemsOf(snapshot, temporaryScheduleKind);
  const overrides = itemsOf(snapshot, overrideKind).filter(
    ({ teamId, wire }) => teamId === null || wire.scheduleId,
  );
  const { holidays, leaves } = snapshot.facts;
  const away = new Set(peopleNamedIn({ schedules, temporaries, overrides }));
  for (const user of users) if (!isSuspended(user)) away.delete(user.id);
  const factsOf = scheduleFactsIn({ temporaries, overrides, away, holidays, leaves });
  const byId = new Map(schedules.map((one) => [one.id, one]));
  const made = new Map<string, Rota>();
  return (id) => {
    const schedule = byId.get(id);
    if (!schedule) return null;
    const rota = made.get(id) ?? rotaOfFacts(factsOf(schedule));
    made.set(id, rota);
    return rota;
  };
}

function intakeOf(
  snapshot: Snapshot,
  teams: readonly PlannedTeam['team'][],
  integrations: readonly Integration[],
): Stage['intake'] {
  const byId = new Map(integrations.map((one) => [one.id, one]));
  const teamById = new Map(teams.map(({ id, wire }) => [id, wire]));
  const windows = Map.groupBy(itemsOf(snapshot, maintenanceWindowKind), ({ wire }) =>
    wire.integrationId.toLowerCase(),
  );
  return (id) => {
    const integration = byId.get(id.toLowerCase());
    const team = teamById.get(integration?.wire.teamId.toLowerCase() ?? '');
    if (!integration || !team) return undefined;
    const own = windows.get(integration.id) ?? [];
    return intakeSettingsOf({ integration, team, windows: own.map(({ wire }) => wire) });
  };
}
