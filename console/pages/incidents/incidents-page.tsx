import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { SeverityBadge, StatusBadge } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function IncidentsPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: '/' });
  const incidents = api.useQuery('get', '/incident/search/list', {
    params: {
      query: {
        Statuses: search.status,
        Severities: search.severity,
        TeamIds: search.team,
        SearchTerm: search.text,
        Limit: 50,
      },
    },
  });
  return (
    <Page title={t.title}>
      <Loaded query={incidents}>
        {(page) =>
          page.incidents.length === 0 ? (
            <Empty title={t.none}>{t.noneHelp}</Empty>
          ) : (
            <Stack gap="xs">
              {page.incidents.map((incident) => (
                <IncidentRow key={incident.id} incident={incident} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function IncidentRow({ incident }: { incident: components['schemas']['Incident'] }) {
  const [last] = incident.events;
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={4} className="breaks-anywhere">
          <Anchor
            fw={600}
            renderRoot={(props) => (
              <Link to="/incidents/$incidentId" params={{ incidentId: incident.id }} {...props} />
            )}
          >
            {incident.title}
          </Anchor>
          <Text size="sm" c="dimmed">
            {incident.teams.map((team) => team.displayName).join(', ')}
          </Text>
        </Stack>
        <Group gap="xs">
          {last && <SeverityBadge severity={last.severity} />}
          {last && <StatusBadge status={last.status} />}
          <Text size="sm">
            <Moment at={incident.lastUpdatedAt} />
          </Text>
        </Group>
      </Group>
    </Card>
  );
}
