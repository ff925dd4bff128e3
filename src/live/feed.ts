import { incidentsAsListed } from '../incident-lists/index.ts';
import {
  type IncidentChange,
  incidentsChangedSince,
  readersOfIncidents,
  sees,
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

/** An event, for whoever may see it. */
export interface Telling {
  /** A later one about the same takes its place. */
  about: string;
  isSeen(ctx: Ctx): boolean;
  /** The same for all who see it with the same rights in teams. */
  event(ctx: Ctx): LiveEvent | Promise<LiveEvent>;
}

/** Where changes of one sort are found. */
export interface Feed<Found extends Change = Change> {
  /** The latest `limit` that are not older, the newest first. */
  since(moment: Date, limit: number): Promise<Found[]>;
  /** Told in place of more changes than are told one by one. */
  readonly tooMany: LiveEvent;
  /** The changes, in their order. */
  tell(changes: readonly Found[]): Promise<Telling[]>;
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
    async tell(changes) {
      const ids = changes.length <= rowsMax ? changes.map(({ id }) => id) : [];
      const listed = await incidentsAsListed(world, organizationId, ids);
      return changes.map(({ id, incident }) => ({
        about: id,
        isSeen: (ctx) => sees(ctx, incident),
        async event(ctx) {
          const data = dataOf(ctx, incident);
          const document = listed.get(id);
          const row = document && (await views.of(ctx, document));
          const isShort = row && JSON.stringify(row).length <= rowLengthMax;
          return { name: 'incident', data: isShort ? { ...data, incident: row } : data };
        },
      }));
    },
  };
}

/** With its teams as far as they are in sight. */
function dataOf(
  { teams }: Ctx,
  { _id: id, version, status, severity, ...incident }: IncidentChange,
) {
  const { see } = teams;
  const teamIds =
    see === 'all' ? incident.teamIds : incident.teamIds.filter((team) => see.includes(team));
  return { id, teamIds, version, status, severity };
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
    async tell(changes) {
      const ids = changes.map(({ delivery }) => delivery.incidentId);
      const incidents = await readersOfIncidents(world, organizationId, ids);
      return incidents.map((incident) => ({
        about: `told ${incident._id}`,
        isSeen: (ctx) => sees(ctx, incident),
        event: () => ({ name: 'told', data: { id: incident._id } }),
      }));
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
    tell: async (changes) =>
      changes.map(({ id, arrival: { teamId, outcome, incidentId } }) => ({
        about: id,
        isSeen: ({ teams: { edit } }) => edit === 'all' || edit.includes(teamId),
        event: () => ({ name: 'payload', data: { id, integrationId, outcome, incidentId } }),
      })),
  };
}
