import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { Moment } from '../moment.tsx';
import { Said } from '../said/index.ts';
import { useTell } from '../tell.tsx';
import { useTexts } from '../texts.tsx';
import { texts } from './call-back-texts.ts';

type Call = components['schemas']['CallSession'];

/** Whether the caller is being called back now. */
export function isCalledBack({ callBacks }: Call): boolean {
  return callBacks.at(-1)?.outcome === 'Ongoing';
}

/** Rings whoever presses it, and then the caller; and what came of it before. */
export function CallBack({ call }: { call: Call }) {
  const t = useTexts(texts);
  const tell = useTell();
  const cache = useQueryClient();
  const { mutate, isPending } = api.useMutation('post', '/call-session/{id}/call-back', {
    onSuccess: () => tell.done(t.ringing),
    onError: tell.refused,
    onSettled: () => cache.invalidateQueries(),
  });
  const { callerNumber, callBacks, outcome } = call;
  const isPossible = callerNumber !== null && outcome !== 'Ongoing' && outcome !== 'Blocklisted';
  if (!isPossible && callBacks.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t.title}>
      {isPossible && (
        <Group gap="sm">
          <Button
            loading={isPending}
            disabled={isCalledBack(call)}
            onClick={() => mutate({ params: { path: { id: call.id } } })}
          >
            {t.callBack(callerNumber)}
          </Button>
          <Text size="sm" c="dimmed">
            {t.how(call.calledNumber)}
          </Text>
        </Group>
      )}
      {callBacks.map(({ startedAt, outcome: became, endReason, endReasonSentence, by }) => (
        <Text key={startedAt} size="sm" role="status" className="breaks-anywhere">
          <Moment at={startedAt} />{' '}
          {endReason === null ? (
            t.ongoing(by?.displayName ?? by?.email ?? '')
          ) : (
            <Said text={endReason} sentence={endReasonSentence} />
          )}
          {became === 'Ongoing' ? '' : ` (${t.outcomes[became]})`}
        </Text>
      ))}
    </Stack>
  );
}
