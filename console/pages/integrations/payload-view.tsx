import { Button, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { linkTo } from '../../parts/link-to.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Said } from '../../parts/said/index.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { BodyView } from './body-view.tsx';
import { invalidatePayloads } from './invalidate.ts';
import { ReplayButton } from './replay-button.tsx';
import { texts } from './texts.ts';
import { TraceView } from './trace-view.tsx';
import { usePayload } from './use-payload.ts';

/** One payload: what was sent, what the mapping did with it, what was decided then. */
export function PayloadView(props: { integrationId: string; payloadId: string }) {
  const { integrationId, payloadId } = props;
  const t = useTexts(texts);
  const queries = useQueryClient();
  const payload = usePayload(integrationId, payloadId);
  return (
    <Loaded query={payload}>
      {({ data, trace, decisions, incidentId }) => (
        <Stack gap="md">
          <Group gap="xs">
            {incidentId && (
              <TextLink to="/incidents/$incidentId" params={{ incidentId }}>
                {t.incident}
              </TextLink>
            )}
            <Button
              size="xs"
              variant="default"
              renderRoot={linkTo({
                to: '/integrations/$integrationId',
                params: { integrationId },
                search: { tab: 'mapping', payload: payloadId },
              })}
            >
              {t.inPlayground}
            </Button>
            <ReplayButton
              integrationId={integrationId}
              payloadId={payloadId}
              onDone={() => invalidatePayloads(queries)}
            />
          </Group>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Stack gap="md">
              {decisions.length > 0 && (
                <Stack gap="xs">
                  <Title order={2} size="h5">
                    {t.decisions}
                  </Title>
                  <List size="sm">
                    {decisions.map(({ step, result, resultSentence }) => (
                      <List.Item key={`${step} ${result}`} className="breaks-anywhere">
                        <Said text={result} sentence={resultSentence} />{' '}
                        <Text span size="xs" c="dimmed">
                          ({step})
                        </Text>
                      </List.Item>
                    ))}
                  </List>
                </Stack>
              )}
              <Stack gap="xs">
                <Title order={2} size="h5">
                  {t.attributesHeading}
                </Title>
                <TraceView trace={trace} />
              </Stack>
            </Stack>
            <BodyView data={data} />
          </SimpleGrid>
        </Stack>
      )}
    </Loaded>
  );
}
