import { Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Face } from '../../parts/face.tsx';
import { actorOf } from '../../parts/incident-actions/actor.ts';
import { type IncidentEvent, writtenIn } from '../../parts/incident-actions/incident.ts';
import { Moment } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { type Change, type Entry, foldRepeats } from './fold-repeats.ts';
import { texts } from './texts.ts';

const shownAtFirst = 20;

/** Who did what when, newest first; an alert that came again and again is one line. */
export function Timeline({ events }: { events: readonly IncidentEvent[] }) {
  const t = useTexts(texts);
  const [isWhole, setIsWhole] = useState(false);
  const entries = useMemo(() => foldRepeats(events), [events]);
  const shown = isWhole ? entries : entries.slice(0, shownAtFirst);
  return (
    <>
      <ol className="timeline">
        {shown.map((entry) => (
          <TimelineEvent key={entry.event.id} entry={entry} />
        ))}
      </ol>
      {shown.length < entries.length && (
        <Button variant="subtle" onClick={() => setIsWhole(true)}>
          {t.more(entries.length - shown.length)}
        </Button>
      )}
    </>
  );
}

function TimelineEvent({ entry: { event, before, repeats, changes } }: { entry: Entry }) {
  const t = useTexts(texts);
  const severities = useSeverityTexts();
  const { language } = useLanguage();
  const { modification, message, messageSentence, messageIsPublic, severity } = event;
  const written = writtenIn(event);
  const isNewSeverity = before !== undefined && before.severity !== severity;
  const { user, externalUser } = modification;
  const actor = actorOf(event, language);
  return (
    <li data-intent={repeats > 0 ? 'Repeated' : modification.intent}>
      <div className="timeline-head">
        <Text span fw={repeats > 0 ? 500 : 600} size="sm" className="breaks-anywhere">
          {(user || externalUser) && actor !== null && (
            <>
              <Face name={actor} size={20} />{' '}
            </>
          )}
          {repeats > 0 ? t.again(repeats) : t.happened[modification.intent](actor)}{' '}
          {modification.intent === 'Assigned' && <Assignees event={event} />}
        </Text>
        <Text span size="sm" c="dimmed">
          {repeats > 1 && `${t.lastly} `}
          <Moment at={modification.timestamp} absolute />
        </Text>
      </div>
      {isNewSeverity && <Text size="sm">{t.severityNow(severities[severity])}</Text>}
      {message && (
        <blockquote className="timeline-message">
          {written ?? <Said text={message} sentence={messageSentence} />}
          {messageIsPublic && <span className="badge">{t.publicMessage}</span>}
        </blockquote>
      )}
      <Changes changes={changes} />
    </li>
  );
}

const changesAtFirst = 3;
const changesMax = 50;

function Changes({ changes }: { changes: readonly Change[] }) {
  const t = useTexts(texts);
  const list = (some: readonly Change[]) => (
    <ul className="timeline-changes">
      {some.map(({ name, oldValue, newValue }) => (
        <li key={name} className="breaks-anywhere">
          <b>{name}</b>: {oldValue !== null && <del>{cut(oldValue)}</del>} {cut(newValue ?? '')}
        </li>
      ))}
    </ul>
  );
  if (changes.length === 0) return null;
  const rest = changes.slice(changesAtFirst, changesMax);
  return (
    <>
      {list(changes.slice(0, changesAtFirst))}
      {rest.length > 0 && (
        <details className="folded">
          <summary>{t.changesFolded(rest.length)}</summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}

function Assignees({ event }: { event: IncidentEvent }) {
  const t = useTexts(texts);
  const people = event.userAssignments.map(({ displayName }) => displayName ?? t.formerPerson);
  const whom = people.length > 0 ? people : event.teams.map((team) => team.displayName);
  return whom.length > 0 && <>{t.assignedTo(whom.join(', '))}</>;
}

function cut(text: string): string {
  if (text.startsWith('data:')) return `${text.slice(0, 20)}…`;
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
