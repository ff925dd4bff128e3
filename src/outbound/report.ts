import {
  inWords,
  type Sentence,
  type SentenceCode,
  type Speak,
  type Speech,
  speaker,
} from '../sentences/index.ts';
import type { Intent, OutboundDelivery } from './delivery.ts';

export type State = 'Open' | 'Acknowledged' | 'Resolved';
export type Severity = 'Critical' | 'Warning' | 'Minor';

export interface Happened {
  /** One line: what happened and who did it. */
  happened: string;
  /** The text that somebody wrote about it; several lines. */
  message: string | null;
}

/** The report for a tool, in the language of the organization; no tool has changed its words yet. */
export interface Report extends Happened {
  incidentId: string;
  /** One line. */
  title: string;
  state: State;
  severity: Severity;
  /** The latest event, for messages that are changed in place: they are right in whatever order events come. */
  latest: Happened;
  facts: { name: string; value: string }[];
  /** The name of the integration that the incident came from. */
  source: string | null;
  url: string;
  isOpen: boolean;
  onCall: OutboundDelivery['onCall'];
  /** Identifies the message or ticket in the tool, for tools that can look for it. */
  marker: string;
  /** Speaks the other words of a tool, such as the labels of its buttons. */
  t: Speak<string>;
}

const factsMax = 20;
const factLengthMax = 1000;

/** Every intent in the past tense. */
const done = {
  Resolved: 'deedResolved',
  Investigated: 'deedAcknowledged',
  Escalated: 'deedEscalated',
  Commented: 'deedCommented',
  Unresolved: 'deedReopened',
  Assigned: 'deedAssigned',
  Affects: 'deedAffects',
  Forwarded: 'deedForwarded',
  Archived: 'deedArchived',
  Unarchived: 'deedUnarchived',
  Created: 'deedOpened',
  Deleted: 'deedDeleted',
  Updated: 'deedUpdated',
  Snoozed: 'deedSnoozed',
  Unsnoozed: 'deedUnsnoozed',
  Released: 'deedReleased',
  Unacknowledged: 'deedUnacknowledged',
  Merged: 'deedMerged',
  Unmerged: 'deedUnmerged',
} as const satisfies Record<Intent, SentenceCode>;

export function reportOf(
  { incident, event, url, onCall, isSnapshot, key }: OutboundDelivery,
  speech: Speech,
): Report {
  const t = speaker(speech);
  const [latest] = incident.events;
  const told = incident.events.find(({ id }) => id === event.id);
  const state = stateOf(incident.events);
  const severity = latest?.severity ?? 'Warning';
  const source = incident.integration?.displayName ?? null;
  const facts = [
    { name: t('wordSeverity'), value: t('severityWord', { severity }) },
    { name: t('wordState'), value: t('stateWord', { state }) },
    { name: t('wordTeams'), value: names(incident.teams) },
    { name: t('wordServices'), value: names(incident.services) },
    { name: t('wordIntegration'), value: source ?? '' },
    { name: t('wordOnCall'), value: onCall.map(({ displayName }) => displayName).join(', ') },
    ...incident.attributes.filter(({ hideInPreviews }) => !hideInPreviews),
  ];
  const happened = happenedOf(
    { ...event, message: told ? messageIn(told, speech) : event.message },
    speech,
  );
  return {
    incidentId: incident.id,
    title: oneLine(incident.title),
    state,
    severity,
    ...happened,
    latest: latest ? latestOf(latest, speech) : happened,
    facts: facts
      .map(({ name, value }) => ({
        name: oneLine(name),
        value: cut(oneLine(value ?? ''), factLengthMax),
      }))
      .filter(({ value }) => value !== '')
      .slice(0, factsMax),
    source,
    url,
    isOpen: state !== 'Resolved',
    onCall,
    marker: isSnapshot
      ? `tocsin-${key.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 40)}`
      : `tocsin-${incident.id}`,
    t,
  };
}

function happenedOf(
  { intent, by, message }: Pick<OutboundDelivery['event'], 'intent' | 'by' | 'message'>,
  speech: Speech,
): Happened {
  const deed: Sentence = { code: done[intent], values: {} };
  const happened =
    by === null ? inWords(deed, speech) : speaker(speech)('deedBy', { deed, who: by });
  return { happened: oneLine(happened), message };
}

type IncidentEvent = OutboundDelivery['incident']['events'][number];

function latestOf(event: IncidentEvent, speech: Speech): Happened {
  const { intent, user, externalUser, rule } = event.modification;
  const by = (user ?? externalUser ?? rule)?.displayName ?? null;
  return happenedOf({ intent, by, message: messageIn(event, speech) }, speech);
}

function messageIn({ message, messageSentence }: IncidentEvent, speech: Speech): string | null {
  // as Sentence: the document knows no kinds of values.
  return messageSentence ? inWords(messageSentence as Sentence, speech) : message;
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
    ['Investigated', 'Unacknowledged', 'Unresolved', 'Created'].includes(intent),
  );
  return last?.modification.intent === 'Investigated' ? 'Acknowledged' : 'Open';
}

function names(items: readonly { displayName: string | null }[]): string {
  return items.map(({ displayName }) => displayName ?? '').join(', ');
}
