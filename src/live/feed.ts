import { incidentsAsListed } from '../incident-lists/index.ts';
import {
  type IncidentChange,
  incidentsChangedSince,
  isOwnIncident,
  readersOfIncidents,
} from '../incidents/index.ts';
import { type PayloadArrival, payloadsSince } from '../ingest/index.ts';
import type { Ctx, World } from '../kernel/index.ts';
import {
  type DeliveryChange,
  deliveriesChangedSince,
  IncidentViews,
} from '../notifications/index.ts';
import type { LiveEvent } from './event.ts';

/** Something that changed, as a watch deals with it. */
export interface Change {
  id: string;
  /** Another one after every change. */
  version: string;
  at: Date;
}

/** Events by what they are about. */
export interface Events {
  /** The same for all who have the rights of the actor in teams. */
  byRights(ctx: Ctx): Promise<Map<string, LiveEvent>>;
  /** Beside them, those of incidents of other teams that this person has or was told of. */
  own?(ctx: Ctx): Map<string, LiveEvent>;
}

/** Where changes of one sort are found. */
export interface Feed<Found extends Change = Change> {
  /** The latest `limit` that are not older, the newest first. */
  since(moment: Date, limit: number): Promise<Found[]>;
  /** Told in place of more changes than are told one by one. */
  readonly tooMany: LiveEvent;
  /** The events of the changes, the newest first. Those that a reader may not see are missing. */
  eventsOf(changes: readonly Found[]): Promise<Events>;
}

interface IncidentNews extends Change {
  incident: IncidentChange;
}

const reset: LiveEvent = { name: 'reset', data: {} };

/** Beyond as many at once, pages fetch what they show: a flood is not sent to everybody whole. */
const rowsMax = 40;
/** In characters of JSON, of one incident. */
const rowLengthMax = 32_768;

/** Incidents of an organization. */
export function incidentFeed(world: World, organizationId: string): Feed<IncidentNews> {
  const views = new IncidentViews();
  return {
    tooMany: reset,
    since: async (moment, limit) =>
      (await incidentsChangedSince(world, organizationId, moment, limit)).map((incident) => ({
        id: incident._id,
        version: String(incident.version),
        at: incident.lastUpdatedAt,
        incident,
      })),
    async eventsOf(changes) {
      const ids = changes.length <= rowsMax ? changes.map(({ id }) => id) : [];
      const listed = await incidentsAsListed(world, organizationId, ids);
      return {
        async byRights(ctx) {
          const events = new Map<string, LiveEvent>();
          for (const { id, incident } of changes) {
            const teamIds = seenTeams(ctx, incident.teamIds);
            if (teamIds === null) continue;
            const data = dataOf(incident, teamIds);
            const document = listed.get(id);
            // It may have gone out of sight since.
            const row =
              document && seenTeams(ctx, document.teamIds) && (await views.of(ctx, document));
            const isShort = row && JSON.stringify(row).length <= rowLengthMax;
            events.set(id, { name: 'incident', data: isShort ? { ...data, incident: row } : data });
          }
          return events;
        },
        // Their list does not show it.
        own: (ctx) =>
          new Map(
            changes
              .filter(({ incident }) => isOnlyOwn(ctx, incident))
              .map(({ id, incident }) => [id, { name: 'incident', data: dataOf(incident, []) }]),
          ),
      };
    },
  };
}

function dataOf(
  { _id: id, version, status, severity }: IncidentChange,
  teamIds: readonly string[],
) {
  return { id, teamIds, version, status, severity };
}

function isOnlyOwn(ctx: Ctx, incident: Pick<IncidentChange, 'teamIds' | 'userIds' | 'alerting'>) {
  return seenTeams(ctx, incident.teamIds) === null && isOwnIncident(ctx, incident);
}

/** As the list of incidents decides it; null: out of sight. */
function seenTeams({ teams: { see } }: Ctx, teamIds: readonly string[]): readonly string[] | null {
  if (see === 'all') return teamIds;
  const seen = teamIds.filter((team) => see.includes(team));
  return seen.length > 0 ? seen : null;
}

interface DeliveryNews extends Change {
  delivery: DeliveryChange;
}

/**
 * Messages about incidents of an organization: they leave, arrive and fail without their incident. Pages fetch them;
 * one event for all messages about an incident.
 */
export function deliveryFeed(world: World, organizationId: string): Feed<DeliveryNews> {
  return {
    tooMany: { name: 'told', data: {} },
    since: async (moment, limit) =>
      (await deliveriesChangedSince(world, organizationId, moment, limit)).map((delivery) => ({
        id: delivery.id,
        version: `${delivery.state} ${delivery.changedAt.getTime()}`,
        at: delivery.changedAt,
        delivery,
      })),
    async eventsOf(changes) {
      const ids = changes.map(({ delivery }) => delivery.incidentId);
      const incidents = await readersOfIncidents(world, organizationId, ids);
      const toldOf = (seen: readonly { _id: string }[]) =>
        new Map<string, LiveEvent>(
          seen.map(({ _id: id }) => [`told ${id}`, { name: 'told', data: { id } }]),
        );
      return {
        byRights: async (ctx) =>
          toldOf(incidents.filter(({ teamIds }) => seenTeams(ctx, teamIds) !== null)),
        own: (ctx) => toldOf(incidents.filter((incident) => isOnlyOwn(ctx, incident))),
      };
    },
  };
}

interface PayloadNews extends Change {
  arrival: PayloadArrival;
}

/** Payloads that come in at one integration. */
export function payloadFeed(world: World, integrationId: string): Feed<PayloadNews> {
  return {
    tooMany: reset,
    since: async (moment, limit) =>
      (await payloadsSince(world, integrationId, moment, limit)).map((arrival) => ({
        id: arrival._id.toHexString(),
        // A payload is stored first and applied later, which changes its outcome.
        version: arrival.outcome,
        at: arrival._id.getTimestamp(),
        arrival,
      })),
    eventsOf: async (changes) => ({
      async byRights({ teams: { edit } }) {
        const seen = changes.filter(
          ({ arrival }) => edit === 'all' || edit.includes(arrival.teamId),
        );
        return new Map(
          seen.map(({ id, arrival: { outcome, incidentId } }) => [
            id,
            { name: 'payload', data: { id, integrationId, outcome, incidentId } },
          ]),
        );
      },
    }),
  };
}
