import { Stack, Table, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { SeverityBadge, StatusBadge } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { ActionBar } from './action-bar.tsx';
import { texts } from './texts.ts';

export default function IncidentPage() {
  const t = useTexts(texts);
  const { incidentId } = useParams({ from: '/incidents/$incidentId' });
  const incident = api.useQuery('get', '/incident/search/{id}', {
    params: { path: { id: incidentId } },
  });
  return (
    <Loaded query={incident}>
      {(loaded) => {
        const { title, events, attributes } = loaded;
        return (
          <Page
            title={title}
            above={[{ title: t.incidents, to: '/' }]}
            mark={
              events[0] && (
                <>
                  <SeverityBadge severity={events[0].severity} />
                  <StatusBadge status={events[0].status} />
                </>
              )
            }
          >
            <Table aria-label={t.attributes}>
              <Table.Tbody>
                {attributes.map(({ name, value }) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row">{name}</Table.Th>
                    <Table.Td className="breaks-anywhere">{value}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Stack gap="xs">
              {events.map((event) => (
                <Text key={event.modification.timestamp} size="sm">
                  <Moment at={event.modification.timestamp} absolute /> {event.modification.intent}{' '}
                  {event.message}
                </Text>
              ))}
            </Stack>
            <ActionBar incident={loaded} />
          </Page>
        );
      }}
    </Loaded>
  );
}
