import { Text } from '@mantine/core';
import { cleanText } from '../../parts/clean-text.ts';
import { type Incident, statusOf } from '../../parts/incident-actions/incident.ts';
import { Moment } from '../../parts/moment.tsx';
import { StatusBadge } from '../../parts/severity-badge.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useParts } from './loading.ts';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

/** The incidents that are merged into this one; nothing where there are none. */
export function Parts({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const { data } = useParts(incident.id);
  if (!data || data.incidents.length === 0) return null;
  const { incidents, hasMore } = data;
  return (
    <Section title={t.parts(incidents.length, hasMore)}>
      <ul className="plain-list">
        {incidents.map((one) => (
          <li key={one.id}>
            <StatusBadge status={statusOf(one)} />{' '}
            <TextLink to="/incidents/$incidentId" params={{ incidentId: one.id }} isStrong>
              {cleanText(one.title)}
            </TextLink>{' '}
            {one.mergedInto && (
              <Text span size="sm" c="dimmed">
                <Moment at={one.mergedInto.since} />
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
