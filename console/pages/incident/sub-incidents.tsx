import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { Moment } from '../../parts/moment.tsx';
import { SeverityBadge, StatusBadge } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Attributes } from './attributes.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';
import { Timeline } from './timeline.tsx';

const shownMax = 100;

/** The problems of a group, each with its own history; nothing where it is none. */
export function SubIncidents({ incident: { subIncidents } }: { incident: Incident }) {
  const t = useTexts(texts);
  if (subIncidents.length === 0) return null;
  return (
    <Section title={t.subIncidents(subIncidents.length)}>
      <ul className="told">
        {subIncidents.slice(0, shownMax).map((sub) => (
          <SubIncident key={sub.id} sub={sub} />
        ))}
      </ul>
      {subIncidents.length > shownMax && (
        <Text size="sm" c="dimmed" mt="xs">
          {t.subIncidentsMore(subIncidents.length - shownMax)}
        </Text>
      )}
    </Section>
  );
}

function SubIncident({ sub }: { sub: Incident['subIncidents'][number] }) {
  const [isOpen, setIsOpen] = useState(false);
  const [latest] = sub.events;
  return (
    <li>
      <details className="line-folded" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <span className="line-name breaks-anywhere">{sub.title}</span>
          <span className="line-marks">
            {latest && <SeverityBadge severity={latest.severity} />}
            {latest && <StatusBadge status={latest.status} />}
            <Text span c="dimmed" size="sm">
              <Moment at={sub.lastUpdatedAt} />
            </Text>
          </span>
        </summary>
        {isOpen && (
          <>
            <Attributes incidentId={null} attributes={sub.attributes} />
            <Timeline events={sub.events} />
          </>
        )}
      </details>
    </li>
  );
}
