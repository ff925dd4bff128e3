import type { Intent, OutboundDelivery } from './delivery.ts';

export type State = 'Open' | 'Acknowledged' | 'Resolved';
export type Severity = 'Critical' | 'Warning' | 'Minor';

export interface Happened {
  /** One line: what happened and who did it. */
  happened: string;
  /** What somebody wrote about it; several lines. */
  message: string | null;
}

/** What a tool is told, in words that no tool has touched yet. */
export interface Report extends Happened {
  incidentId: string;
  /** One line. */
  title: string;
  state: State;
  severity: Severity;
  /** What happened last, for messages that are changed in place: they are right in whatever order events come. */
  latest: Happened;
  facts: { name: string; value: string }[];
  url: string;
  isOpen: boolean;
  onCall: OutboundDelivery['onCall'];
  /** Identifies the message or ticket in the tool, for tools that can look for it. */
  marker: string;
}

const factsMax = 20;
const factLengthMax = 1000;

/** Every intent in the past tense. */
const done: Record<Intent, string> = {
  Resolved: 'Resolved',
  Investigated: 'Acknowledged',
  Escalated: 'Escalated',
  Commented: 'Commented',
  Unresolved: 'Reopened',
  Assigned: 'Assigned',
  Affects: 'Affected services changed',
  Forwarded: 'Forwarded',
  Archived: 'Archived',
  Unarchived: 'Taken out of the archive',
  Created: 'Opened',
  Deleted: 'Deleted',
  Updated: 'Updated',
  Snoozed: 'Snoozed',
  Unsnoozed: 'Snooze ended',
};

export function reportOf({
  incident,
  event,
  url,
  onCall,
  isSnapshot,
  key,
}: OutboundDelivery): Report {
  const [latest] = incident.events;
  const state = stateOf(incident.events);
  const severity = latest?.severity ?? 'Warning';
  const facts = [
    { name: 'Severity', value: severity },
    { name: 'State', value: state },
    { name: 'Teams', value: names(incident.teams) },
    { name: 'Services', value: names(incident.services) },
    { name: 'Integration', value: incident.integration?.displayName ?? '' },
    { name: 'On call', value: onCall.map(({ displayName }) => displayName).join(', ') },
    ...incident.attributes.filter(({ hideInPreviews }) => !hideInPreviews),
  ];
  return {
    incidentId: incident.id,
    title: oneLine(incident.title),
    state,
    severity,
    ...happenedOf(event),
    latest: latest ? latestOf(latest) : happenedOf(event),
    facts: facts
      .map(({ name, value }) => ({
        name: oneLine(name),
        value: cut(oneLine(value ?? ''), factLengthMax),
      }))
      .filter(({ value }) => value !== '')
      .slice(0, factsMax),
    url,
    isOpen: state !== 'Resolved',
    onCall,
    marker: isSnapshot
      ? `tocsin-${key.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 40)}`
      : `tocsin-${incident.id}`,
  };
}

function happenedOf({
  intent,
  by,
  message,
}: Pick<OutboundDelivery['event'], 'intent' | 'by' | 'message'>): Happened {
  return { happened: oneLine(by === null ? done[intent] : `${done[intent]} by ${by}`), message };
}

function latestOf({
  modification,
  message,
}: OutboundDelivery['incident']['events'][number]): Happened {
  const { intent, user, externalUser, rule } = modification;
  const by = (user ?? externalUser ?? rule)?.displayName ?? null;
  return happenedOf({ intent, by, message });
}

/** At most `length` UTF-16 units, which is what vendors count; characters stay whole. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function stateOf(
  newestFirst: readonly { status: string; modification: { intent: Intent } }[],
): State {
  if (newestFirst[0]?.status === 'Resolved') return 'Resolved';
  const last = newestFirst.find(({ modification: { intent } }) =>
    ['Investigated', 'Unresolved', 'Created'].includes(intent),
  );
  return last?.modification.intent === 'Investigated' ? 'Acknowledged' : 'Open';
}

function names(items: readonly { displayName: string | null }[]): string {
  return items.map(({ displayName }) => displayName ?? '').join(', ');
}
