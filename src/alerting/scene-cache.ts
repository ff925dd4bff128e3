import { notificationRulesKind, pushSubscriptionKind } from '../contacts/index.ts';
import { organizationMembershipKind, userKind } from '../identity/index.ts';
import { type IncidentDocument, leadersOf } from '../incidents/index.ts';
import { integrationKind, phoneNumbersIn } from '../integrations/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  loadRecipients,
  type NamedRecipient,
  peopleReached,
} from '../notifications/index.ts';
import {
  administratorsOf,
  escalationsKind,
  nextDutyAt,
  overrideKind,
  type PlannedTeam,
  policyKind,
  rosterAt,
  scheduleKind,
  teamPlans,
  temporaryScheduleKind,
} from '../on-call/index.ts';
import { type OutboundIntegration, outboundIntegrationKind } from '../outbound/index.ts';
import { personCalendarKind } from '../person-calendars/index.ts';
import type { Processes } from '../processes/index.ts';
import { changeCount, listResources, withIds } from '../resources/index.ts';
import {
  loadSurroundings,
  type Routing,
  type RuleSurroundings,
  routingKind,
} from '../routing/index.ts';
import { dependenciesOf, effectsOn, type Service, serviceKind } from '../services/index.ts';
import { type TeamsInShadow, teamsInShadow } from '../shadow/index.ts';
import { loadSuppressions, suppressionRuleKind } from '../suppression/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import {
  type HoursInForce,
  hoursInForce,
  supportHoursKind,
  type UrgencySettings,
  type UrgencySources,
} from '../urgency/index.ts';
import { mayWait } from './hold-back.ts';
import { OpenIncidents, sharedMilliseconds, type WaitingList } from './open-incidents.ts';
import { PolicyScenes } from './policy-scenes.ts';
import type { PolicyScene, Scene, TeamScene } from './scene.ts';
import { type Waits, waitsOf } from './waits.ts';

interface OrganizationFacts {
  lastResort: readonly string[];
  tools: readonly OutboundIntegration[];
  routings: readonly Routing[];
  /** Of the services that say how urgent incidents are: which of them an incident affects. */
  effects: ReturnType<typeof effectsOn<Service>>;
  /** Null where nothing makes any incident wait for another one. */
  waits: Waits | null;
  supportHours: ReadonlyMap<string, HoursInForce>;
}

interface Facts {
  changes: number;
  loadedAt: number;
  /** Null: it is gone, and is not looked for with every incident that it has. */
  teams: Map<string, PlannedTeam | null>;
  organizations: Map<string, OrganizationFacts>;
  people: Map<string, NamedRecipient>;
  policies: PolicyScenes;
  /** By the members of an incident that they depend on. */
  surroundings: Map<string, RuleSurroundings>;
  /** What integrations say of urgency, and whether they are phone numbers. */
  integrations: Map<string, { urgency: UrgencySettings | null; isPhoneNumber: boolean }>;
}

/** Keeps what alerting knows of teams, people and tools until something of it changes. */
export class SceneCache {
  readonly #world: World;
  readonly #processes: Processes;
  readonly #channels: ChannelReadiness;
  readonly #open: OpenIncidents;
  #facts: Facts;

  constructor(world: World, processes: Processes, channels: ChannelReadiness) {
    this.#world = world;
    this.#processes = processes;
    this.#channels = channels;
    this.#open = new OpenIncidents(world);
    this.#facts = this.#empty();
  }

  /** Everything that deciding these incidents needs, as of now. */
  async sceneFor(
    incidents: readonly IncidentDocument[],
    turns: ReadonlyMap<string, number>,
    now = this.#world.clock.now(),
  ): Promise<Scene> {
    const facts = this.#current();
    // Not among the facts: where it cannot be read now, it is asked again for the next decision.
    const inShadow = new Map<string, TeamsInShadow>();
    for (const [organizationId, group] of Map.groupBy(incidents, (one) => one.organizationId)) {
      inShadow.set(organizationId, await teamsInShadow(this.#world, organizationId));
      await this.#load(facts, organizationId, group);
    }
    const reached = await this.#reached(incidents);
    const leaders = await leadersOf(this.#world, incidents);
    const lists = await this.#listsFor(facts, incidents);
    const scenes = new Map<string, TeamScene>();
    const policies = new Map<string, PolicyScene>();
    // Rules may give an incident to other teams; what they look at is that of its own ones.
    const keys = new Map(incidents.map((one) => [one._id, surroundingsKey(one)]));
    return {
      now,
      channels: this.#channels,
      routings: (organizationId) => facts.organizations.get(organizationId)?.routings ?? [],
      surroundings: (incident) => {
        const known = facts.surroundings.get(keys.get(incident._id) ?? '');
        return known ? { ...known, now } : { ...unknown, now };
      },
      urgency: (incident) => urgencyOf(facts, incident),
      turn: (key) => turns.get(key),
      team: (given) => {
        const id = given.toLowerCase();
        const known = scenes.get(id);
        const planned = facts.teams.get(id);
        if (known || !planned) return known;
        const scene = sceneOf(planned, now.getTime());
        scenes.set(id, scene);
        return scene;
      },
      policy: (given) => {
        const id = given.toLowerCase();
        const scene =
          policies.get(id) ??
          facts.policies.policy(id, now.getTime(), (teamId) => peopleOf(facts, teamId));
        if (scene) policies.set(id, scene);
        return scene;
      },
      chosenPolicies: (incident) => facts.policies.chosen(incident),
      isInShadow: ({ organizationId, teamIds }) => {
        // Nobody is in a team that is gone: the last who can be told are told.
        const areThere = teamIds.every((id) => facts.teams.get(id.toLowerCase()));
        return areThere && inShadow.get(organizationId)?.holds(teamIds, now) === true;
      },
      leader: ({ _id }) => leaders.get(_id),
      waitOf: (incident) => {
        const list = lists.get(incident.organizationId);
        if (!list) return null;
        return waitsFor(facts, incident)?.waitOf(incident, list.findFor(incident), now) ?? null;
      },
      patienceOf: (incident) =>
        lists.has(incident.organizationId)
          ? (waitsFor(facts, incident)?.patienceOf(incident, now) ?? null)
          : null,
      hasWaiting: (organizationId) =>
        (facts.organizations.get(organizationId)?.waits ?? null) !== null,
      isOver: ({ organizationId }, id) => lists.get(organizationId)?.has(id) === false,
      recipient: (userId) => facts.people.get(userId)?.recipient,
      nameOf: (userId) => facts.people.get(userId)?.name ?? 'a former member',
      lastResort: (organizationId) =>
        (facts.organizations.get(organizationId)?.lastResort ?? []).filter(
          (userId) => facts.people.get(userId)?.recipient.isSuspended === false,
        ),
      reached: (incidentId, step) => reached.get(`${incidentId} ${step}`) ?? [],
      tools: ({ organizationId, teamIds }) =>
        (facts.organizations.get(organizationId)?.tools ?? []).filter((tool) =>
          isConnected(tool, teamIds),
        ),
      tool: (organizationId, id) =>
        facts.organizations.get(organizationId)?.tools.find((tool) => tool.id === id),
    };
  }

  /** For which incidents others may wait, in organizations where that is asked for. */
  async #listsFor(
    facts: Facts,
    incidents: readonly IncidentDocument[],
  ): Promise<Map<string, WaitingList>> {
    const lists = new Map<string, WaitingList>();
    const asking = incidents.filter(mayWait).map(({ organizationId }) => organizationId);
    for (const organizationId of new Set(asking)) {
      const waits = facts.organizations.get(organizationId)?.waits;
      if (!waits) continue;
      const isExclusive = this.#processes.exclusive();
      const list = await this.#open.listOf(organizationId, waits, isExclusive);
      if (list) lists.set(organizationId, list);
    }
    return lists;
  }

  /** These incidents as they were just read, or decided; what is decided after that knows of it. */
  note(incidents: readonly IncidentDocument[]): void {
    this.#open.note(incidents);
  }

  /** The incident is no longer there. */
  noteGone(incident: IncidentDocument): void {
    this.#open.noteGone(incident);
  }

  /** In how many organizations nothing waits, because too many incidents are open. */
  tooManyOpen(): number {
    return this.#open.tooMany();
  }

  /** Few incidents wait to know what became of a message; of these it is asked each time. */
  async #reached(incidents: readonly IncidentDocument[]): Promise<Map<string, string[]>> {
    const reached = new Map<string, string[]>();
    for (const { _id, organizationId, alerting } of incidents)
      for (const { lastResort } of alerting?.plans ?? []) {
        if (!lastResort) continue;
        const { step } = lastResort;
        const people = await peopleReached(this.#world, { organizationId, incidentId: _id, step });
        reached.set(`${_id} ${step}`, people);
      }
    return reached;
  }

  #current(): Facts {
    const isOld =
      !this.#processes.exclusive() && Date.now() - this.#facts.loadedAt > sharedMilliseconds;
    if (isOld || this.#facts.changes !== this.changes()) this.#facts = this.#empty();
    return this.#facts;
  }

  #empty(): Facts {
    return {
      changes: this.changes(),
      loadedAt: Date.now(),
      teams: new Map(),
      organizations: new Map(),
      people: new Map(),
      policies: new PolicyScenes(),
      surroundings: new Map(),
      integrations: new Map(),
    };
  }

  /** Another number after every change that this process made to what decisions depend on. */
  changes(): number {
    return changeCount(
      this.#world,
      teamKind.entityType,
      teamMembershipKind.entityType,
      organizationMembershipKind.entityType,
      escalationsKind.entityType,
      overrideKind.entityType,
      userKind.entityType,
      outboundIntegrationKind.entityType,
      integrationKind.entityType,
      serviceKind.entityType,
      suppressionRuleKind.entityType,
      routingKind.entityType,
      policyKind.entityType,
      scheduleKind.entityType,
      temporaryScheduleKind.entityType,
      pushSubscriptionKind.entityType,
      notificationRulesKind.entityType,
      supportHoursKind.entityType,
      personCalendarKind.entityType,
    );
  }

  async #load(
    facts: Facts,
    organizationId: string,
    incidents: readonly IncidentDocument[],
  ): Promise<void> {
    const ctx = systemContext(this.#world, organizationId);
    if (!facts.organizations.has(organizationId)) {
      const [memberships, tools, routings, services, hours, suppressions] = await Promise.all([
        listResources(ctx, organizationMembershipKind, {
          // As lookups are stored: in lower case.
          'lookup.role': { $in: ['owner', 'administrator'] },
        }),
        listResources(ctx, outboundIntegrationKind),
        listResources(ctx, routingKind),
        listResources(ctx, serviceKind, {
          $or: [
            { 'wire.urgencySettings.type': { $exists: true } },
            { 'wire.dependsOn.0': { $exists: true } },
          ],
        }),
        hoursInForce(ctx),
        loadSuppressions(ctx),
      ]);
      const depends = services.items.some(({ wire }) => wire.dependsOn?.length);
      const all = depends ? (await listResources(ctx, serviceKind)).items : [];
      facts.organizations.set(organizationId, {
        lastResort: memberships.items.flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []),
        tools: tools.items,
        routings: routings.items,
        effects: effectsOn(services.items.filter(({ wire }) => wire.urgencySettings)),
        waits: waitsOf(dependenciesOf(all), suppressions),
        supportHours: hours,
      });
    }
    const routings = facts.organizations.get(organizationId)?.routings ?? [];
    if (routings.length > 0) await this.#loadSurroundings(facts, incidents, routings);
    await this.#loadIntegrations(facts, organizationId, incidents);
    await this.#loadTeams(facts, organizationId, teamsOf(incidents));
    // Teams that those of an incident, or rules, may assign.
    const assignable = [
      ...teamsOf(incidents).flatMap((id) => autoAssigned(facts.teams.get(id))),
      ...routings.flatMap(({ wire }) =>
        wire.rules.flatMap(({ actions }) => actions?.assignToTeams ?? []),
      ),
    ].map((id) => id.toLowerCase());
    await this.#loadTeams(facts, organizationId, assignable);
    const ofPolicies = await facts.policies.load(ctx, incidents, routings, {
      load: (ids) => this.#loadTeams(facts, organizationId, ids),
      get: (id) => facts.teams.get(id),
    });
    const people = [
      ...ofPolicies,
      ...incidents.flatMap(({ userIds = [], alerting }) => [...userIds, ...(alerting?.told ?? [])]),
      ...(facts.organizations.get(organizationId)?.lastResort ?? []),
      ...[...teamsOf(incidents), ...assignable].flatMap((id) => [
        ...(facts.teams.get(id)?.plan.members ?? []),
      ]),
    ];
    await this.#loadPeople(facts, organizationId, people);
  }

  async #loadSurroundings(
    facts: Facts,
    incidents: readonly IncidentDocument[],
    routings: readonly Routing[],
  ): Promise<void> {
    for (const incident of incidents) {
      const key = surroundingsKey(incident);
      if (facts.surroundings.has(key)) continue;
      const now = this.#world.clock.now();
      facts.surroundings.set(key, await loadSurroundings(this.#world, incident, routings, now));
    }
  }

  async #loadIntegrations(
    facts: Facts,
    organizationId: string,
    incidents: readonly IncidentDocument[],
  ): Promise<void> {
    const ids = incidents.flatMap(({ integrationId }) => integrationId?.toLowerCase() ?? []);
    const missing = [...new Set(ids)].filter((id) => !facts.integrations.has(id));
    if (missing.length === 0) return;
    const ctx = systemContext(this.#world, organizationId);
    const { items } = await listResources(ctx, integrationKind, withIds(missing));
    for (const id of missing) facts.integrations.set(id, { urgency: null, isPhoneNumber: false });
    for (const { id, wire } of items)
      facts.integrations.set(id, {
        urgency: wire.urgencySettings ?? null,
        isPhoneNumber: phoneNumbersIn(wire.integrationSettings).length > 0,
      });
  }

  async #loadTeams(facts: Facts, organizationId: string, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !facts.teams.has(id));
    if (missing.length === 0) return;
    const ctx = systemContext(this.#world, organizationId);
    const planned = await teamPlans(ctx, missing, this.#world.clock.now());
    for (const id of missing) facts.teams.set(id, null);
    for (const team of planned) facts.teams.set(team.team.id, team);
  }

  async #loadPeople(facts: Facts, organizationId: string, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !facts.people.has(id));
    if (missing.length === 0) return;
    const ctx = systemContext(this.#world, organizationId);
    for (const [id, person] of await loadRecipients(ctx, missing)) facts.people.set(id, person);
  }
}

function surroundingsKey({ organizationId, integrationId, teamIds }: IncidentDocument): string {
  return JSON.stringify([organizationId, integrationId, teamIds]);
}

/** Used for an incident that rules have given to other teams since its surroundings were read. */
const unknown: Omit<RuleSurroundings, 'now'> = {
  timeZoneOf: () => 'UTC',
  labelsOfTeam: () => [],
  labelsOfIntegration: () => [],
  nameOf: () => null,
};

function integrationOf({ integrations }: Facts, id: string | null) {
  return integrations.get((id ?? '').toLowerCase());
}

/** A person who calls is never held back. */
function waitsFor(facts: Facts, { organizationId, integrationId }: IncidentDocument) {
  if (integrationOf(facts, integrationId)?.isPhoneNumber) return null;
  return facts.organizations.get(organizationId)?.waits ?? null;
}

function urgencyOf(facts: Facts, incident: IncidentDocument): UrgencySources {
  const { organizationId, integrationId } = incident;
  const of = facts.organizations.get(organizationId);
  const affected = (of?.effects(incident) ?? []).filter(({ at }) => at.includes(incident.severity));
  return {
    integration: integrationOf(facts, integrationId)?.urgency ?? null,
    services: affected.flatMap(({ service }) => service.wire.urgencySettings ?? []),
    hours: (id) => of?.supportHours.get(id),
  };
}

function teamsOf(incidents: readonly IncidentDocument[]): string[] {
  return [...new Set(incidents.flatMap(({ teamIds }) => teamIds))];
}

function autoAssigned(planned: PlannedTeam | null | undefined): string[] {
  return planned?.escalationPlan.steps.flatMap(({ assigns }) => assigns?.teamIds ?? []) ?? [];
}

function sceneOf(planned: PlannedTeam, now: number): TeamScene {
  const { team, plan, escalationPlan, defaultPolicy } = planned;
  return {
    id: team.id,
    displayName: team.wire.displayName,
    timeZoneId: plan.timeZoneId,
    plan: escalationPlan,
    roster: rosterAt(plan, now),
    nextDutyAt: () => nextDutyAt(plan, now),
    administrators: administratorsOf(planned),
    ...(defaultPolicy ? { defaultPolicyId: defaultPolicy.id } : {}),
  };
}

/** Members of a team who are not suspended; nobody where it is gone. */
function peopleOf({ teams }: Facts, teamId: string) {
  const planned = teams.get(teamId);
  if (!planned) return { members: [], administrators: [] };
  return { members: [...planned.plan.members], administrators: administratorsOf(planned) };
}

/** Whether the tool belongs to one of these teams, or is connected with one (public-api.md 2.9). */
function isConnected({ teamId, wire }: OutboundIntegration, teamIds: readonly string[]): boolean {
  const { teamConnectionSettings } = wire;
  if (teamId !== null && teamIds.includes(teamId)) return true;
  if (!teamConnectionSettings) return false;
  if (teamConnectionSettings.teamConnectionMode === 'OrganizationTeams') return true;
  return (teamConnectionSettings.teamIds ?? []).some((id) => teamIds.includes(id.toLowerCase()));
}
