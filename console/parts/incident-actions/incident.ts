import type { components } from '../../../openapi/types/public-v1.generated.ts';

export type Incident = components['schemas']['Incident'];
export type IncidentEvent = components['schemas']['IncidentEvent'];
export type IncidentOperations = components['schemas']['IncidentOperations'];
/** A change to an incident. A merge is an operation of its own in the API. */
export type Deed = IncidentOperations | { mergeInto: string } | { unmerge: true };
export type Intent = components['schemas']['Intent'];

/** Status and severity are those of the newest event. */
export function statusOf({ events }: Incident): 'Open' | 'Resolved' {
  return events[0]?.status ?? 'Open';
}

export function severityOf({ events }: Incident): 'Minor' | 'Warning' | 'Critical' {
  return events[0]?.severity ?? 'Critical';
}

/** When it was opened: older incidents may not say. */
export function openedAt(incident: Incident): string {
  return incident.createdAt ?? incident.lastUpdatedAt;
}

export function nameOf(person: {
  displayName: string | null;
  email?: string | null | undefined;
}): string | null {
  return person.displayName ?? person.email ?? null;
}

/** In the words of whoever wrote it, which have no translation; null where it says nothing, or the product says it. */
export function writtenIn({ message, messageSentence }: IncidentEvent): string | null {
  return messageSentence?.code === 'words' ? message : null;
}

/** Whether somebody did it, a rule or a program among them: neither the product by itself nor an alert. */
export function isDoneBySomebody({ modification }: IncidentEvent): boolean {
  const { user, externalUser, rule, apiKey } = modification;
  return [user, externalUser, rule, apiKey].some((one) => one !== null);
}
