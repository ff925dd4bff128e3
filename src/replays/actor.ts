import type { IncidentDocument } from '../incidents/index.ts';
import type { Lane } from '../notifications/index.ts';
import type { TracedLine } from './traced-line.ts';

/** Somebody was sent something. */
export interface Sent {
  ownerId: string;
  lane: Lane;
  at: number;
  isAlert: boolean;
}

/** An incident of one world, as it goes through time. */
export interface Actor {
  incident: IncidentDocument;
  /** Alerts that it holds, by what they are known by in both worlds. */
  keys: string[];
  /** The incidents that its alerts came to when they were received. */
  realIds: string[];
  /** When it is to be looked at next; infinite: not by itself. */
  lookAt: number;
  /** When anything happens to it by itself. */
  nextAt: number;
  sent: Sent[];
  /** Who was reached, by the steps of its alerts. */
  reached: Map<string, Set<string>>;
  known: Set<string>;
  /** How many messages wait. */
  waiting: number;
  lines: TracedLine[];
  /** It was open before: it is no part of what is compared. */
  wasOpen: boolean;
  isGone: boolean;
  couldDiffer: boolean;
  looks: number;
}

/** What is compared of an incident that has ended. */
export interface ReplayedIncident
  extends Pick<Actor, 'keys' | 'realIds' | 'sent' | 'lines' | 'wasOpen' | 'couldDiffer'> {
  id: string;
  openedAt: number;
  integrationId: string | null;
  severity: IncidentDocument['severity'];
  teamIds: readonly string[];
  isShadow: boolean;
  title: string;
  attributes: IncidentDocument['attributes'];
  /** Null: it goes on. */
  endedAt: number | null;
}

export function newActor(incident: IncidentDocument, more: Partial<Actor> = {}): Actor {
  return {
    incident,
    keys: [],
    realIds: [],
    lookAt: never,
    nextAt: never,
    sent: [],
    reached: new Map(),
    known: new Set(),
    waiting: 0,
    lines: [],
    wasOpen: false,
    isGone: false,
    couldDiffer: false,
    looks: 0,
    ...more,
  };
}

export function replayedOf({ incident, ...actor }: Actor): ReplayedIncident {
  const { keys, realIds, sent, lines, wasOpen, couldDiffer } = actor;
  return {
    ...{ keys, realIds, sent, lines, wasOpen, couldDiffer },
    id: incident._id,
    openedAt: incident.createdAt.getTime(),
    integrationId: incident.integrationId,
    severity: incident.severity,
    teamIds: incident.teamIds,
    isShadow: incident.isShadow === true,
    title: incident.title,
    attributes: incident.attributes,
    endedAt: endOf(incident),
  };
}

function endOf({ status, events, lastUpdatedAt }: IncidentDocument): number | null {
  if (status !== 'Resolved') return null;
  const end = events.findLast(({ intent }) => intent === 'Resolved');
  return (end?.at ?? lastUpdatedAt).getTime();
}

export const never = Number.POSITIVE_INFINITY;
