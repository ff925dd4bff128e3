import { chatAccountKind, notificationRulesKind, pushSubscriptionKind } from '../contacts/index.ts';
import { organizationMembershipKind, userKind } from '../identity/index.ts';
import { type IncidentDocument, leadersOf } from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  loadRecipients,
  type NamedRecipient,
  peopleReached,
} from '../notifications/index.ts';
import {
  escalationsKind,
  overrideKind,
  type PlannedTeam,
  policyKind,
  scheduleKind,
  teamPlans,
  temporaryScheduleKind,
} from '../on-call/index.ts';
import { outboundIntegrationKind } from '../outbound/index.ts';
import { personCalendarKind } from '../person-calendars/index.ts';
import type { Processes } from '../processes/index.ts';
import { changeCount, listResources, withIds } from '../resources/index.ts';
import {
  loadSurroundings,
  type Routing,
  type RuleSurroundings,
  routingKind,
} from '../routing/index.ts';
import { serviceKind } from '../services/index.ts';
import { type TeamsInShadow, teamsInShadow } from '../shadow/index.ts';
import { loadSuppressions, suppressionRuleKind } from '../suppression/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import { hoursInForce, supportHoursKind } from '../urgency/index.ts';
import { mayWait } from './hold-back.ts';
import { OpenIncidents, sharedMilliseconds, type WaitingList } from './open-incidents.ts';
import { PolicyScenes } from './policy-scenes.ts';
import type { Scene } from './scene.ts';
import {
  type IntegrationFacts,
  integrationFactsOf,
  type OrganizationFacts,
  organizationFactsOf,
  type SceneFacts,
} from './scene-facts.ts';
import { type SceneAt, sceneOf } from './scene-of.ts';

const entityTypesOf = (kinds: readonly { entityType: string }[]) =>
  kinds.map(({ entityType }) => entityType);

/** Also which policy is for an incident: integrations, services and rules name one. */
const sayWhoIsOnCall = entityTypesOf([
  teamKind,
  teamMembershipKind,
  organizationMembershipKind,
  escalationsKind,
  overrideKind,
  userKind,
  policyKind,
  scheduleKind,
  temporaryScheduleKind,
  personCalendarKind,
  integrationKind,
  serviceKind,
  routingKind,
  supportHoursKind,
]);

const sayWhatFollows = entityTypesOf([
  outboundIntegrationKind,
  suppressionRuleKind,
  pushSubscriptionKind,
  chatAccountKind,
  notificationRulesKind,
]);

interface Facts extends SceneFacts {
  changes: number;
  loadedAt: number;
  teams: Map<string, PlannedTeam | null>;
  organizations: Map<string, OrganizationFacts>;
  people: Map<string, NamedRecipient>;
  policies: PolicyScenes;
  integrations: Map<string, IntegrationFacts>;
  /** By the members of an incident that they depend on. */
  surroundings: Map<string, RuleSurroundings>;
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
    const open = await this.#listsFor(facts, incidents);
    // Rules may give an incident to other teams; what they look at is that of its own ones.
    const keys = new Map(incidents.map((one) => [one._id, surroundingsKey(one)]));
    return sceneOf(facts, {
      now,
      channels: this.#channels,
      inShadow,
      leaders,
      open,
      surroundings: ({ _id }) => facts.surroundings.get(keys.get(_id) ?? ''),
      reached: (incidentId, step) => reached.get(`${incidentId} ${step}`) ?? [],
      turn: (key) => turns.get(key),
    });
  }

  /** The same for one incident at any time, whichever teams it comes to. */
  async scenesFor(incident: IncidentDocument): Promise<SceneAt> {
    const facts = this.#current();
    const { organizationId } = incident;
    await this.#load(facts, organizationId, [incident]);
    await this.#loadReachable(facts, incident);
    const inShadow = new Map([[organizationId, await teamsInShadow(this.#world, organizationId)]]);
    const leaders = await leadersOf(this.#world, [incident]);
    const open = await this.#listsFor(facts, [incident]);
    const surroundings = facts.surroundings.get(surroundingsKey(incident));
    const channels = this.#channels;
    return (now, asked) =>
      sceneOf(facts, {
        ...{ now, channels, inShadow, leaders, open },
        surroundings: () => surroundings,
        ...asked,
      });
  }

  /** Teams may assign others, which assign others in turn. */
  async #loadReachable(facts: Facts, incident: IncidentDocument): Promise<void> {
    const { organizationId } = incident;
    const known = () =>
      [...facts.teams].flatMap(([id, planned]) =>
        planned?.team.organizationId === organizationId ? id : [],
      );
    for (let before = -1, teamIds = known(); teamIds.length > before; teamIds = known()) {
      before = teamIds.length;
      await this.#loadPlans(facts, organizationId, [{ ...incident, teamIds }]);
    }
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
      !this.#processes.exclusive() && performance.now() - this.#facts.loadedAt > sharedMilliseconds;
    if (isOld || this.#facts.changes !== this.changes()) this.#facts = this.#empty();
    return this.#facts;
  }

  #empty(): Facts {
    return {
      changes: this.changes(),
      loadedAt: performance.now(),
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
    return changeCount(this.#world, ...sayWhoIsOnCall, ...sayWhatFollows);
  }

  /** The same for what says who is on call. */
  changesOfDuty(): number {
    return changeCount(this.#world, ...sayWhoIsOnCall);
  }

  async #load(
    facts: Facts,
    organizationId: string,
    incidents: readonly IncidentDocument[],
  ): Promise<void> {
    const ctx = systemContext(this.#world, organizationId);
    if (!facts.organizations.has(organizationId)) {
      const [memberships, tools, routings, services, supportHours, suppressions] =
        await Promise.all([
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
      const all = depends ? (await listResources(ctx, serviceKind)).items : services.items;
      const known = organizationFactsOf({
        administrators: memberships.items,
        tools: tools.items,
        routings: routings.items,
        services: all,
        supportHours,
        suppressions,
      });
      facts.organizations.set(organizationId, known);
    }
    const routings = facts.organizations.get(organizationId)?.routings ?? [];
    if (routings.length > 0) await this.#loadSurroundings(facts, incidents, routings);
    await this.#loadIntegrations(facts, organizationId, incidents);
    await this.#loadPlans(facts, organizationId, incidents);
  }

  /** The teams of incidents, those that they or rules may assign, what they follow, and everybody in them. */
  async #loadPlans(
    facts: Facts,
    organizationId: string,
    incidents: readonly IncidentDocument[],
  ): Promise<void> {
    const ctx = systemContext(this.#world, organizationId);
    const routings = facts.organizations.get(organizationId)?.routings ?? [];
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
    for (const one of items) facts.integrations.set(one.id, integrationFactsOf(one));
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

function teamsOf(incidents: readonly IncidentDocument[]): string[] {
  return [...new Set(incidents.flatMap(({ teamIds }) => teamIds))];
}

function autoAssigned(planned: PlannedTeam | null | undefined): string[] {
  return planned?.escalationPlan.steps.flatMap(({ assigns }) => assigns?.teamIds ?? []) ?? [];
}
