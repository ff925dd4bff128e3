import { isDeepStrictEqual } from 'node:util';
import type { Scene } from '../alerting/index.ts';
import { integrationKind } from '../integrations/index.ts';
import type { Routing } from '../routing/index.ts';
import type { Snapshot, Stage, StoredResource } from '../stage/index.ts';

/** Which of what decisions read is another one after the changes. */
export interface Touched {
  /** Something differs of which it is not known who reads it: any incident could differ. */
  everything: boolean;
  teams: ReadonlySet<string>;
  people: ReadonlySet<string>;
  /** Integrations whose payloads are read or taken otherwise, or whose incidents are. */
  integrations: ReadonlySet<string>;
  /** As they are in either world. */
  routings: readonly Routing[];
}

/** By whom objects are read: with their team, with their person, by an integration, or for incidents of teams. */
const readers: Readonly<Record<string, 'team' | 'person' | 'integration' | 'routing' | 'nobody'>> =
  {
    TeamEscalations: 'team',
    TeamMembership: 'team',
    User: 'person',
    UserNotificationRules: 'person',
    PushSubscription: 'person',
    ChatAccount: 'person',
    InboundIntegration: 'integration',
    InboundIntegrationMapping: 'integration',
    InboundIntegrationMaintenanceWindow: 'integration',
    Routing: 'routing',
    ApiKey: 'nobody',
    Guarantee: 'nobody',
    OnCallCalendar: 'nobody',
    StatusPage: 'nobody',
  };

/** Compares what is set up in two worlds. Where it is not certain who reads an object, everything is touched. */
export function touchedBetween(
  snapshots: readonly [Snapshot, Snapshot],
  stages: readonly [Stage, Stage],
): Touched {
  const integrations = new Set<string>();
  const routings: Routing[] = [];
  const isWaiting = stages.some(waits);
  let everything = false;
  for (const { entityType, resource } of changedObjects(snapshots))
    switch (readers[entityType]) {
      case undefined:
        everything ||= !isOverrideOfTeam(entityType, resource);
        break;
      case 'integration':
        integrations.add(integrationOf(resource));
        // Incidents of others may wait by what is said of it.
        everything ||= entityType === integrationKind.entityType && isWaiting;
        break;
      case 'routing':
        // as: what is kept under the name of a kind is of that kind.
        routings.push(resource as Routing);
    }
  const [one, other] = [stages[0].facts, stages[1].facts];
  return {
    everything,
    teams: differing(one.teams, other.teams),
    people: differing(one.people, other.people),
    integrations,
    routings,
  };
}

/** Objects that are only in one of the snapshots, or not the same in both. */
function* changedObjects([one, other]: readonly [Snapshot, Snapshot]): Generator<{
  entityType: string;
  resource: StoredResource;
}> {
  for (const entityType of new Set([...one.resources.keys(), ...other.resources.keys()])) {
    const [before, after] = [one, other].map(({ resources }) => resources.get(entityType));
    if (before === after) continue;
    for (const id of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
      const [old, next] = [before?.get(id), after?.get(id)];
      const isSame = old && next && isDeepStrictEqual(saidBy(old), saidBy(next));
      if (!isSame) for (const resource of [old, next]) if (resource) yield { entityType, resource };
    }
  }
}

/** Incidents of the organization may wait for others. */
export function waits({ facts, organizationId }: Stage): boolean {
  return (facts.organizations.get(organizationId)?.waits ?? null) !== null;
}

function saidBy({ wire, internal, teamId }: StoredResource) {
  return { wire, internal, teamId };
}

/** An override of a schedule is not one of a team: the objects that follow the schedule read it. */
function isOverrideOfTeam(entityType: string, { teamId, wire }: StoredResource): boolean {
  const scheduleId = 'scheduleId' in wire ? wire.scheduleId : null;
  return entityType === 'OnCallOverride' && teamId !== null && !scheduleId;
}

function integrationOf({ id, wire }: StoredResource): string {
  const named = 'integrationId' in wire ? wire.integrationId : null;
  return typeof named === 'string' ? named.toLowerCase() : id;
}

function differing<Fact>(
  one: ReadonlyMap<string, Fact>,
  other: ReadonlyMap<string, Fact>,
): ReadonlySet<string> {
  const ids = [...new Set([...one.keys(), ...other.keys()])];
  return new Set(ids.filter((id) => !isDeepStrictEqual(one.get(id), other.get(id))));
}

/** The scene, which says when something is read of it that is another one in the other world. */
export function noting(scene: Scene, { teams, people }: Touched, note: () => void): Scene {
  if (teams.size + people.size === 0) return scene;
  return {
    ...scene,
    team: (id) => {
      if (teams.has(id.toLowerCase())) note();
      return scene.team(id);
    },
    // It tells people and teams that it does not name here.
    policy: (id) => {
      note();
      return scene.policy(id);
    },
    recipient: (id) => {
      if (people.has(id)) note();
      return scene.recipient(id);
    },
  };
}
