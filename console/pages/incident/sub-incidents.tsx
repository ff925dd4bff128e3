import { Accordion, Group, Text } from '@mantine/core';
import { cleanText } from '../../parts/clean-text.ts';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { Moment } from '../../parts/moment.tsx';
import { SeverityBadge, StatusBadge } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Attributes } from './attributes.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';
import { Timeline } from './timeline.tsx';

const shownMax = 100;

/** The problems of a group, each with its own history. */
export default function SubIncidents({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const { subIncidents } = incident;
  return (
    <Section title={t.subIncidents(subIncidents.length)}>
      <Accordion variant="separated">
        {subIncidents.slice(0, shownMax).map((sub) => {
          const [latest] = sub.events;
          return (
            <Accordion.Item key={sub.id} value={sub.id}>
              <Accordion.Control>
                <Group gap="xs">
                  <Text size="sm" fw={600} className="breaks-anywhere">
                    {cleanText(sub.title)}
                  </Text>
                  {latest && <SeverityBadge severity={latest.severity} />}
                  {latest && <StatusBadge status={latest.status} />}
                  <Text span size="sm" c="dimmed">
                    <Moment at={sub.lastUpdatedAt} />
                  </Text>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <Attributes incidentId={null} attributes={sub.attributes} />
                <Timeline events={sub.events} />
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
    </Section>
  );
}
