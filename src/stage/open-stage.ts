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
import {
  isSuspended,
  organizationMembershipKind,
  personName,
  type User,
  userKind,
} from '../identity/index.ts';
import {
  type IntakeSettings,
  type Integration,
  intakeSettingsOf,
  integrationKind,
  maintenanceWindowKind,
} from '../integrations/index.ts';
import { type ChannelReadiness, recipientsIn } from '../notifications/index.ts';
import {
  calendarsFollowed,
  type EscalationPolicy,
  escalationsKind,
  overrideKind,
  type PlannedTeam,
  peopleNamedIn,
  plannedTeamsOf,
  policyKind,
  rotaOfFacts,
  type ScheduleFacts,
  scheduleFactsIn,
  scheduleKind,
  temporaryScheduleKind,
} from '../on-call/index.ts';
import { outboundIntegrationKind } from '../outbound/index.ts';
import {
  holidaysIn,
  leavesIn,
  type PersonCalendar,
  personCalendarKind,
  unreadWhy,
} from '../person-calendars/index.ts';
import type { Rota } from '../rota/index.ts';
import { type RuleSurroundings, routingKind, surroundingsIn } from '../routing/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type Service, serviceKind } from '../services/index.ts';
import { shadowRunKind, type TeamsInShadow, teamsOfRuns } from '../shadow/index.ts';
import { type Silence, silenceKind } from '../silences/index.ts';
import { suppressionRuleKind, suppressionsIn } from '../suppression/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import { hoursOf, type SupportHours, supportHoursKind } from '../urgency/index.ts';
import { itemsOf, type Snapshot, type SnapshotFacts } from './snapshot.ts';

/** A snapshot in the form in which decisions ask for it. Made once, for any number of runs. */
export interface Stage {
  organizationId: string;
  facts: SceneFacts;
  /** The facts that count at an instant: always the same, unless somebody says what was set up then. */
  factsAt(now: number): SceneFacts;
  /** When that says something else after this instant; infinite where it never does. */
  factsChangeAfter(now: number): number;
  channels: ChannelReadiness;
  /** As the snapshot says: faults need the carriers. */
  sending: Pick<SnapshotFacts, 'channels'>;
  inShadow: TeamsInShadow;
  surroundings: Omit<RuleSurroundings, 'now'>;
  silences: readonly Silence[];
  calendars: FollowedCalendars;
  /** All that decides who is on call by it; null: it is gone. */
  schedule(id: string): ScheduleFacts | null;
  /** The settings by which an incident of the integration opens; undefined if it, or its team, is gone. */
  intake(integrationId: string): IntakeSettings | undefined;
}

/** The calendars that have a part in what these decide. */
export interface FollowedCalendars {
  bySchedule(id: string): FollowedCalendar[];
  byHours(id: string): FollowedCalendar[];
}

interface FollowedCalendar {
  displayName: string;
  /** The person whose calendar it is; null: it names holidays. */
  person: string | null;
  /** Who follows it. */
  follower: string;
  /** Why it is not known what it says until then; null: it is. */
  unreadWhy(until: Date): Sentence | null;
}

/** Pure: the same snapshot gives a stage on which the same happens. */
export function openStage(snapshot: Snapshot): Stage {
  const teams = itemsOf(snapshot, teamKind);
  const integrations = itemsOf(snapshot, integrationKind);
  const services = itemsOf(snapshot, serviceKind);
  const policies = itemsOf(snapshot, policyKind);
  const outbound = itemsOf(snapshot, outboundIntegrationKind);
  const users = itemsOf(snapshot, userKind);
  const supportHours = itemsOf(snapshot, supportHoursKind);
  const calendars = itemsOf(snapshot, personCalendarKind);
  const { organizationId, facts } = snapshot;
  const factsOfSchedule = scheduleFactsOf(snapshot, users);
  const organization = organizationFactsOf({
    administrators: itemsOf(snapshot, organizationMembershipKind).filter(({ wire }) =>
      administrating.has(wire.role.toLowerCase()),
    ),
    tools: outbound,
    routings: itemsOf(snapshot, routingKind),
    services,
    supportHours: hoursOf(supportHours, holidaysIn(calendars, facts.calendars)),
    suppressions: suppressionsIn({
      rules: itemsOf(snapshot, suppressionRuleKind),
      teams,
      integrations,
    }),
  });
  const wires = <Wire>(items: readonly { id: string; wire: Wire }[]) =>
    new Map(items.map(({ id, wire }) => [id, wire]));
  const known: SceneFacts = {
    teams: new Map(plansOf(snapshot, teams, policies, users).map((one) => [one.team.id, one])),
    organizations: new Map([[organizationId, organization]]),
    people: recipientsIn({
      users,
      subscriptions: itemsOf(snapshot, pushSubscriptionKind),
      accounts: itemsOf(snapshot, chatAccountKind),
      rules: itemsOf(snapshot, notificationRulesKind),
    }),
    policies: policyFactsOf(factsOfSchedule, policies, integrations, services),
    integrations: new Map(integrations.map((one) => [one.id, integrationFactsOf(one)])),
  };
  return {
    organizationId,
    facts: known,
    factsAt: () => known,
    factsChangeAfter: () => Number.POSITIVE_INFINITY,
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
    calendars: followedOf(snapshot, calendars, factsOfSchedule, supportHours),
    schedule: factsOfSchedule,
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
  factsOfSchedule: FactsOfSchedule,
  policies: readonly EscalationPolicy[],
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
    rota: rotasOf(factsOfSchedule),
    chosen: (id) => chosen.get(id),
  };
}

type FactsOfSchedule = (id: string) => ScheduleFacts | null;

function scheduleFactsOf(snapshot: Snapshot, users: readonly User[]): FactsOfSchedule {
  const schedules = itemsOf(snapshot, scheduleKind);
  const temporaries = itemsOf(snapshot, temporaryScheduleKind);
  const overrides = itemsOf(snapshot, overrideKind).filter(
    ({ teamId, wire }) => teamId === null || wire.scheduleId,
  );
  const calendars = itemsOf(snapshot, personCalendarKind);
  const { calendars: readings } = snapshot.facts;
  const zones = new Map(users.map(({ id, wire }) => [id, wire.timeZoneId]));
  const holidays = holidaysIn(calendars, readings);
  const leaves = leavesIn(calendars, readings, (id) => zones.get(id) ?? null);
  const away = new Set(peopleNamedIn({ schedules, temporaries, overrides }));
  for (const user of users) if (!isSuspended(user)) away.delete(user.id);
  const factsOf = scheduleFactsIn({ temporaries, overrides, away, holidays, leaves });
  const byId = new Map(schedules.map((one) => [one.id, one]));
  return (id) => {
    const schedule = byId.get(id);
    return schedule ? factsOf(schedule) : null;
  };
}

/** Rotas are made when they are asked for: there may be thousands that no policy names. */
function rotasOf(factsOfSchedule: FactsOfSchedule): PolicyFacts['rota'] {
  const made = new Map<string, Rota | null>();
  return (id) => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const facts = factsOfSchedule(id);
    const rota = facts && rotaOfFacts(facts);
    made.set(id, rota);
    return rota;
  };
}

function followedOf(
  { takenAt, resources, facts }: Snapshot,
  calendars: readonly PersonCalendar[],
  factsOfSchedule: FactsOfSchedule,
  supportHours: readonly SupportHours[],
): FollowedCalendars {
  const people = new Map(
    itemsOf({ resources }, userKind).map(({ id, wire }) => [id, personName(wire)]),
  );
  const byId = new Map(calendars.map((one) => [one.id, one]));
  const hoursById = new Map(supportHours.map((one) => [one.id, one.wire]));
  const followedBy = (follower: string) => (calendar: PersonCalendar) => {
    const { displayName, userId } = calendar.wire;
    return {
      displayName,
      person: userId && (people.get(userId.toLowerCase()) ?? null),
      follower,
      unreadWhy: (until: Date) =>
        unreadWhy(calendar, facts.calendars.get(calendar.id), takenAt, until),
    };
  };
  return {
    bySchedule(id) {
      const own = calendars.length === 0 ? null : factsOfSchedule(id);
      if (!own) return [];
      const { displayName } = own.schedule.wire;
      return calendarsFollowed(own, calendars).map(followedBy(displayName));
    },
    byHours(id) {
      const { holidayCalendarIds = null, displayName = '' } = hoursById.get(id) ?? {};
      const own = (holidayCalendarIds ?? []).flatMap((one) => byId.get(one.toLowerCase()) ?? []);
      return own.map(followedBy(displayName));
    },
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
