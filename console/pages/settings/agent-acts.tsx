import { Stack, Text, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { agentTexts } from './agent-texts.ts';

const shownMax = 20;

/** The latest actions with a key, by the audit log. */
export function AgentActs({ keyId }: { keyId: string }) {
  const t = useTexts(agentTexts);
  const acts = api.useQuery(
    'get',
    '/auditlog/list',
    { params: { query: { ActorId: keyId, Limit: shownMax } } },
    // Each reading leaves an entry: looking away and back is none.
    { refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.acts}
      </Title>
      <Loaded query={acts} lines={3}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <Empty title={t.noActs}>{t.noActsHelp}</Empty>
          ) : (
            <>
              <ObjectTable
                label={t.acts}
                items={items}
                keyOf={({ id }) => id}
                columns={[
                  { title: t.what, cell: ({ action }) => t.did.get(action) ?? action },
                  {
                    title: t.object,
                    cell: ({ entityType, entityId, entityDisplayName }) =>
                      entityType === 'Incident' ? (
                        <TextLink to="/incidents/$incidentId" params={{ incidentId: entityId }}>
                          {(entityDisplayName ?? entityId).slice(0, 200)}
                        </TextLink>
                      ) : (
                        (entityDisplayName ?? entityType).slice(0, 200)
                      ),
                  },
                  {
                    title: t.when,
                    cell: ({ modification }) => <Moment at={modification.timestamp} />,
                  },
                  {
                    title: t.through,
                    isExtra: true,
                    cell: ({ tool, client }) =>
                      [tool ?? t.byApi, client].filter((one) => one !== null).join(' · '),
                  },
                ]}
              />
              <Text size="sm" c="dimmed">
                {t.actsHelp}
              </Text>
              {nextCursor !== null && (
                <TextLink to="/audit-log" search={{ actor: keyId }}>
                  {t.allActs}
                </TextLink>
              )}
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}
