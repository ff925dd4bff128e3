import { Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Code } from '../../parts/code.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** The requests to the tool and its answers, without secrets. */
export function Exchanges({ outboundId, logId }: { outboundId: string; logId: string }) {
  const t = useTexts(texts);
  const record = api.useQuery('get', '/outbound-integration/{id}/logs/{logId}', {
    params: { path: { id: outboundId, logId } },
  });
  return (
    <Loaded query={record}>
      {({ exchanges }) =>
        exchanges.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t.noExchanges}
          </Text>
        ) : (
          <Stack gap="md" mt="xs">
            {exchanges.map(({ method, url, request, status, answer }, place) => (
              <Stack
                // biome-ignore lint/suspicious/noArrayIndexKey: the same request can be made twice
                key={place}
                gap="xs"
              >
                <Text size="sm" fw={600} className="breaks-anywhere">
                  {method} {url}
                </Text>
                {request !== null && <Code label={t.sentOf(place + 1)} text={request} />}
                <Text size="sm">{status === null ? t.noAnswer : t.answered(status)}</Text>
                {answer !== '' && <Code label={t.answerOf(place + 1)} text={answer} />}
              </Stack>
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}
