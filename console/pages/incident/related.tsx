import { Text, VisuallyHidden } from '@mantine/core';
import { formatDuration } from '../../parts/duration.ts';
import { Face } from '../../parts/face.tsx';
import { actorOf } from '../../parts/incident-actions/actor.ts';
import {
  type Incident,
  type Intent,
  openedAt,
  statusOf,
  writtenIn,
} from '../../parts/incident-actions/incident.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useRelated } from './loading.ts';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

/** Earlier incidents of the same problem, and how they ended. */
export function Related({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const related = useRelated(incident.id);
  return (
    <Section title={t.last}>
      <Loaded query={related} lines={2}>
        {({ incidents }) => {
          const [last] = incidents;
          if (!last)
            return (
              <Text size="sm" c="dimmed">
                {t.relatedNone}
              </Text>
            );
          // Where nobody wrote anything last time, what somebody wrote before helps.
          const told = incidents.find((one) => wordsOf(one) !== null);
          const shown = [...new Set([last, told ?? last])];
          const rest = incidents.filter((one) => !shown.includes(one));
          return (
            <>
              <List incidents={shown} title={incident.title} />
              {rest.length > 0 && (
                <details className="folded">
                  <summary>{t.earlier(rest.length)}</summary>
                  <List incidents={rest} title={incident.title} />
                </details>
              )}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function List({ incidents, title }: { incidents: readonly Incident[]; title: string }) {
  return (
    <ul className="told">
      {incidents.map((one) => (
        <li key={one.id}>
          <Earlier incident={one} title={title} />
        </li>
      ))}
    </ul>
  );
}

/** Intents whose texts say most, best first: the end, then comments. */
const spoken: readonly Intent[] = ['Resolved', 'Commented', 'Investigated'];

function wordsOf({ events }: Incident): string | null {
  const words = spoken
    .flatMap((intent) => events.filter((one) => one.modification.intent === intent))
    .map(writtenIn);
  return words.find(Boolean) ?? null;
}

function Earlier({ incident, title }: { incident: Incident; title: string }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const end = incident.events.find(({ modification }) => modification.intent === 'Resolved');
  const words = wordsOf(incident);
  const by = end ? actorOf(end, language) : null;
  const isOver = statusOf(incident) === 'Resolved' && end !== undefined;
  const duration = end
    ? formatDuration(
        Date.parse(end.modification.timestamp) - Date.parse(openedAt(incident)),
        language,
      )
    : '';
  return (
    <>
      <Text size="sm" className="last-time">
        {by !== null && end?.modification.user && (
          <>
            <Face name={by} size={20} />{' '}
          </>
        )}
        <TextLink to="/incidents/$incidentId" params={{ incidentId: incident.id }} isStrong>
          {incident.title === title ? (
            <>
              {/* A link that is called `6 hours ago` says nothing to whoever hears only links. */}
              <VisuallyHidden>{`${title}, `}</VisuallyHidden>
              <Moment at={openedAt(incident)} />
            </>
          ) : (
            incident.title
          )}
        </TextLink>
        {incident.title !== title && (
          <>
            {', '}
            <Moment at={openedAt(incident)} />
          </>
        )}
        , {isOver ? t.endedBy(by, duration) : t.stillOpen}
      </Text>
      {words ? (
        <blockquote className="timeline-message">{words.slice(0, 500)}</blockquote>
      ) : (
        isOver && (
          <Text size="sm" c="dimmed">
            {t.nothingSaid}
          </Text>
        )
      )}
    </>
  );
}
