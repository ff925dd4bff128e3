import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { cleanText } from '../../parts/clean-text.ts';
import { actorOf, type IncidentEvent, writtenIn } from '../../parts/incident-actions/incident.ts';
import { Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { Said } from '../../parts/said/index.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

const shownAtFirst = 30;

/** Who did what when, newest first. */
export function Timeline({ events }: { events: readonly IncidentEvent[] }) {
  const t = useTexts(texts);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, shownAtFirst);
  return (
    <>
      <ol className="timeline">
        {shown.map((event, at) => (
          <TimelineEvent key={event.id} event={event} before={events[at + 1]} />
        ))}
      </ol>
      {shown.length < events.length && (
        <Button variant="subtle" onClick={() => setIsWhole(true)}>
          {t.more(events.length - shown.length)}
        </Button>
      )}
    </>
  );
}

interface TimelineEventProps {
  event: IncidentEvent;
  /** The one before it in time. */
  before: IncidentEvent | undefined;
}

function TimelineEvent({ event, before }: TimelineEventProps) {
  const t = useTexts(texts);
  const severities = useSeverityTexts();
  const { modification, message, messageSentence, messageIsPublic, attributeChanges, severity } =
    event;
  const written = writtenIn(event);
  const isNewSeverity = before !== undefined && before.severity !== severity;
  return (
    <li data-intent={modification.intent}>
      <div className="timeline-head">
        <Text span fw={600} size="sm" className="breaks-anywhere">
          {t.happened[modification.intent](actorOf(event))}{' '}
          {modification.intent === 'Assigned' && <Assignees event={event} />}
        </Text>
        <Text span size="sm" c="dimmed">
          <Moment at={modification.timestamp} absolute />
        </Text>
      </div>
      {isNewSeverity && <Text size="sm">{t.severityNow(severities[severity])}</Text>}
      {message && (
        <blockquote className="timeline-message">
          {written ? cleanText(written) : <Said text={message} sentence={messageSentence} />}
          {messageIsPublic && <span className="badge">{t.publicMessage}</span>}
        </blockquote>
      )}
      {attributeChanges.length > 0 && (
        <ul className="timeline-changes">
          {attributeChanges.slice(0, 20).map(({ name, oldValue, newValue }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: changes of one event have no identity and never change
            <li key={at} className="breaks-anywhere">
              <b>{cleanText(name)}</b>: {oldValue !== null && <del>{cut(oldValue)}</del>}{' '}
              {cut(newValue ?? '')}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** People are answered as ids; their names are asked for only where somebody was assigned. */
function Assignees({ event }: { event: IncidentEvent }) {
  const t = useTexts(texts);
  const names = useNames(event.userAssignments.length > 0 ? 'User' : null);
  const people = event.userAssignments.map(({ userId }) => names.data?.get(userId) ?? '…');
  const whom = people.length > 0 ? people : event.teams.map((team) => team.displayName);
  return whom.length > 0 ? t.assignedTo(whom.join(', ')) : null;
}

function cut(given: string): string {
  const text = cleanText(given);
  if (text.startsWith('data:')) return `${text.slice(0, 20)}…`;
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
