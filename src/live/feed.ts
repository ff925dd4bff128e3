import { type IncidentChange, incidentsChangedSince } from '../incidents/index.ts';
import { type PayloadArrival, payloadsSince } from '../ingest/index.ts';
import type { TeamAccess, World } from '../kernel/index.ts';
import type { LiveEvent } from './event.ts';

/** Something that changed, as a watch deals with it. */
export interface Change {
  id: string;
  /** Another one after every change. */
  version: string;
  at: Date;
  /** Null for who may not see it. */
  eventFor(teams: TeamAccess): LiveEvent | null;
}

/** Where changes of one sort are found. */
export interface Feed {
  /** By the clock that its changes carry. */
  now(): Date;
  /** The latest `limit` that are not older, the newest first. */
  since(moment: Date, limit: number): Promise<Change[]>;
}

/** Incidents of an organization. */
export function incidentFeed(world: World, organizationId: string): Feed {
  return {
    now: () => world.clock.now(),
    since: async (moment, limit) =>
      (await incidentsChangedSince(world, organizationId, moment, limit)).map(incidentChange),
  };
}

function incidentChange(incident: IncidentChange): Change {
  const { _id: id, version, status, severity, lastUpdatedAt } = incident;
  return {
    id,
    version: String(version),
    at: lastUpdatedAt,
    eventFor({ see }) {
      // As the list of incidents decides it.
      const teamIds =
        see === 'all' ? incident.teamIds : incident.teamIds.filter((team) => see.includes(team));
      if (see !== 'all' && teamIds.length === 0) return null;
      return { name: 'incident', data: { id, teamIds, version, status, severity } };
    },
  };
}

/** Payloads that come in at one integration. */
export function payloadFeed(world: World, integrationId: string): Feed {
  return {
    // Not the clock of the world: ids carry the time of the machine.
    now: () => new Date(),
    since: async (moment, limit) =>
      (await payloadsSince(world, integrationId, moment, limit)).map((payload) =>
        payloadArrival(integrationId, payload),
      ),
  };
}

function payloadArrival(
  integrationId: string,
  { _id, teamId, outcome, incidentId }: PayloadArrival,
): Change {
  const id = _id.toHexString();
  return {
    id,
    // What is stored first may be applied later.
    version: outcome,
    at: _id.getTimestamp(),
    eventFor: ({ edit }) =>
      edit === 'all' || edit.includes(teamId)
        ? { name: 'payload', data: { id, integrationId, outcome, incidentId } }
        : null,
  };
}
