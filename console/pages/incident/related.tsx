import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { cleanText } from '../../parts/clean-text.ts';
import { formatDuration } from '../../parts/duration.ts';
import {
  actorOf,
  type Incident,
  type Intent,
  openedAt,
  severityOf,
  statusOf,
  writtenIn,
} from '../../parts/incident-actions/incident.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

/** What happened last time, and what helped then. */
export default function Related({ incidentId }: { incidentId: string }) {
  const t = useTexts(texts);
  const related = api.useQuery(
    'get',
    '/incident/search/{id}/related',
    { params: { path: { id: incidentId }, query: { Limit: 5 } } },
    { staleTime: 5 * 60_000 },
  );
  return (
    <Section title={t.related}>
      <Loaded query={related} lines={3}>
        {({ incidents }) =>
          incidents.length === 0 ? (
            <Text c="dimmed">{t.relatedNone}</Text>
          ) : (
            <ul className="told">
              {incidents.map((incident) => (
                <Earlier key={incident.id} incident={incident} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

const spoken: readonly Intent[] = ['Commented', 'Resolved', 'Investigated'];

function Earlier({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const end = incident.events.find(({ modification }) => modification.intent === 'Resolved');
  // What somebody wrote then is what helps now.
  const words = incident.events
    .filter(({ modification }) => spoken.includes(modification.intent))
    .map(writtenIn)
    .find(Boolean);
  const duration = end
    ? formatDuration(
        Date.parse(end.modification.timestamp) - Date.parse(openedAt(incident)),
        language,
      )
    : '';
  return (
    <li>
      <div className="timeline-head">
        <Anchor
          size="sm"
          fw={600}
          className="breaks-anywhere"
          renderRoot={(props) => (
            <Link to="/incidents/$incidentId" params={{ incidentId: incident.id }} {...props} />
          )}
        >
          {cleanText(incident.title)}
        </Anchor>
        <SeverityBadge severity={severityOf(incident)} />
      </div>
      <Text size="sm" c="dimmed">
        <Moment at={openedAt(incident)} />,{' '}
        {statusOf(incident) === 'Open' || !end ? t.stillOpen : t.endedBy(actorOf(end), duration)}
      </Text>
      {words && <blockquote className="timeline-message">{words.slice(0, 500)}</blockquote>}
    </li>
  );
}
