import { type Incident, type IncidentEvent, isDoneBySomebody, statusOf } from './incident.ts';

/** Who looks after an incident. */
export type Holder =
  | { how: 'acknowledged'; since: IncidentEvent; userId: string | null }
  /** Told of it, and has not acknowledged it since. */
  | {
      how: 'assigned';
      since: IncidentEvent;
      userIds: readonly string[];
      names: readonly (string | null)[];
    };

/** The last holder since it opened, reopened, was unacknowledged or was escalated by hand; null: nobody. */
export function holderOf(incident: Pick<Incident, 'events' | 'unattended'>): Holder | null {
  return lastHolder(incident) ?? null;
}

/** Whether nobody has acknowledged it. Who is assigned was told, and may sleep. */
export function isUntaken(incident: Incident): boolean {
  if (statusOf(incident) === 'Resolved') return false;
  const { events, unattended } = incident;
  const holder = lastHolder({ events: events.filter((event) => !assigns(event)) });
  // Lists hold only the end of a long history: if nothing in it tells, somebody has the incident.
  return unattended || holder === null;
}

function assigns({ modification, userAssignments }: IncidentEvent): boolean {
  return modification.intent === 'Assigned' && userAssignments.length > 0;
}

/** Undefined: its events, as far as they are known, do not say. */
function lastHolder({ events }: Pick<Incident, 'events'>): Holder | null | undefined {
  for (const event of events) {
    const { intent, user } = event.modification;
    if (intent === 'Investigated')
      return { how: 'acknowledged', since: event, userId: user?.id ?? null };
    if (assigns(event)) {
      const userIds = event.userAssignments.map(({ userId }) => userId);
      const names = event.userAssignments.map(({ displayName }) => displayName);
      return { how: 'assigned', since: event, userIds, names };
    }
    if (intent === 'Created' || intent === 'Unresolved' || intent === 'Unacknowledged') return null;
    if (intent === 'Escalated' && isDoneBySomebody(event)) return null;
  }
  return undefined;
}

/** Nobody is told of it as long as it is so: it waits for nobody. */
export function isQuiet({ snoozed, muted, hold, mergedInto, isShadow }: Incident): boolean {
  const held = [snoozed, muted, hold, mergedInto].some((one) => one !== null);
  return held || isShadow;
}
