import { inWords, type Sentence, type Speech, say, speaker } from '../sentences/index.ts';
import type { Intent, Note, Notification, NotifiedAttribute } from './notification.ts';

/** The words for an action; the name of the person who did it follows. */
const deeds: Readonly<Record<Intent, Sentence>> = {
  Created: say('deedOpened'),
  Investigated: say('deedAcknowledged'),
  Resolved: say('deedResolved'),
  Unresolved: say('deedReopened'),
  Escalated: say('deedEscalated'),
  Commented: say('deedCommented'),
  Assigned: say('deedAssigned'),
  Affects: say('deedAffects'),
  Forwarded: say('deedForwarded'),
  Archived: say('deedArchived'),
  Unarchived: say('deedUnarchived'),
  Deleted: say('deedDeleted'),
  Updated: say('deedUpdated'),
  Snoozed: say('deedSnoozed'),
  Unsnoozed: say('deedUnsnoozed'),
  Released: say('deedReleased'),
  Unacknowledged: say('deedUnacknowledged'),
  Merged: say('deedMerged'),
  Unmerged: say('deedUnmerged'),
};
const byIntegration = new Set<Intent>(['Created', 'Resolved', 'Updated']);

/** `Acknowledged by Ada`, `Opened by Grafana`; of a bundle only what happened: each may be by somebody else. */
export function whatHappened(notification: Notification): string {
  const { intent, actorName, integrationName, recipient, bundledCount } = notification;
  if (bundledCount > 1) return deedInWords(intent, null, recipient.speech);
  const who = actorName ?? (byIntegration.has(intent) ? integrationName : null);
  return deedInWords(intent, who === null ? null : oneLine(who), recipient.speech);
}

function deedInWords(intent: Intent, by: string | null, speech: Speech): string {
  const deed = deeds[intent];
  return inWords(by === null ? deed : say('deedBy', { deed, who: by }), speech);
}

/** The word that comes first: what is wrong while it is, and what became of it afterwards. */
export function stateWord({ incident, intent, recipient }: Notification): string {
  const isTaken = incident.status === 'Open' && intent === 'Investigated';
  return isTaken
    ? speaker(recipient.speech)('deedAcknowledged')
    : stateOf(incident, recipient.speech);
}

/** `Critical` while it is open, else `Resolved`. */
export function stateOf(
  { status, severity }: Pick<Notification['incident'], 'status' | 'severity'>,
  speech: Speech,
): string {
  const t = speaker(speech);
  return status === 'Open' ? t('severityWord', { severity }) : t('deedResolved');
}

/** `Disk full`, or `Disk full and 4 more` for a bundle, with at most `charactersMax` characters of the title. */
export function titleOf(notification: Notification, charactersMax = 300): string {
  const { incident, bundledCount, recipient } = notification;
  const t = speaker(recipient.speech);
  const title = shortened(oneLine(incident.title) || t('untitled'), charactersMax);
  return bundledCount > 1 ? t('titleAndMore', { title, count: bundledCount - 1 }) : title;
}

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

/** `Sat 21 Nov 2026, 20:03 CET` where the person is, as it is written there; UTC where nobody knows. */
export function localTime(at: Date, timeZoneId: string | null, locale: string): string {
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
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

/** CommonMark and its relatives. A zero-width space keeps `@all` from calling people, which no backslash does. */
export function markdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~!&$]/g, '\\$&').replaceAll('@', '@\u200B');
}
