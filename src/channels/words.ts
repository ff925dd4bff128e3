import type { Intent, Note, Notification, NotifiedAttribute } from './notification.ts';

/** Verbs for what was done; the name of the author follows. */
const deeds: Readonly<Record<Intent, string>> = {
  Created: 'Opened',
  Investigated: 'Acknowledged',
  Resolved: 'Resolved',
  Unresolved: 'Reopened',
  Escalated: 'Escalated',
  Commented: 'Comment',
  Assigned: 'Assigned',
  Affects: 'Affected services set',
  Forwarded: 'Forwarded',
  Archived: 'Archived',
  Unarchived: 'Taken out of the archive',
  Deleted: 'Deleted',
  Updated: 'Updated',
  Snoozed: 'Snoozed',
  Unsnoozed: 'Snooze ended',
};
const byIntegration = new Set<Intent>(['Created', 'Resolved', 'Updated']);

/** `Acknowledged by Ada`, `Opened by Grafana`. */
export function whatHappened({ intent, actorName, integrationName }: Notification): string {
  const who = actorName ?? (byIntegration.has(intent) ? integrationName : null);
  return who === null ? deeds[intent] : `${deeds[intent]} by ${oneLine(who)}`;
}

/** The word that comes first: what is wrong while it is, and what became of it afterwards. */
export function stateWord({ incident, intent }: Notification): string {
  if (incident.status === 'Resolved') return 'Resolved';
  return intent === 'Investigated' ? 'Acknowledged' : incident.severity;
}

/** `Disk full`, or `Disk full and 4 more` for a bundle, with at most `charactersMax` characters of the title. */
export function titleOf({ incident, bundledCount }: Notification, charactersMax = 300): string {
  const title = shortened(oneLine(incident.title) || untitled, charactersMax);
  return bundledCount > 1 ? `${title} and ${bundledCount - 1} more` : title;
}

export const untitled = 'Incident without a title';

/** Attributes that a message may show, none without a value. */
export function shownAttributes({ incident }: Notification): NotifiedAttribute[] {
  return incident.attributes.filter(
    ({ hideInPreviews, value }) => !hideInPreviews && value.trim() !== '',
  );
}

/** One line without control characters, and without those that turn the direction of what follows. */
export function oneLine(text: string): string {
  return plain(text).replaceAll(/\s+/g, ' ').trim();
}

/** Line breaks stay; other control characters and those that turn the direction of text go. */
export function plain(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, (character) =>
      character === '\n' || character === '\t' ? character : '',
    );
}

/** At most `charactersMax` characters, an ellipsis included. Never half a character. */
export function shortened(text: string, charactersMax: number, ellipsis = '…'): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const kept = characters.slice(0, Math.max(0, charactersMax - [...ellipsis].length));
  return `${kept.join('').trimEnd()}${ellipsis}`;
}

/** `Sat 21 Nov 2026, 20:03 CET` where the person is; UTC where nobody knows. */
export function localTime(at: Date, timeZoneId: string | null, locale = 'en-GB'): string {
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  };
  try {
    return at.toLocaleString(locale, { ...options, timeZone: timeZoneId ?? 'UTC' });
  } catch {
    // A zone that this system does not know.
    return at.toLocaleString(locale, { ...options, timeZone: 'UTC' });
  }
}

/** Where a note leads. */
export function noteUrl({ link }: Note, publicUrl: string): string {
  return `${publicUrl}${link?.path ?? ''}`;
}
