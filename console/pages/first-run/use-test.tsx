import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { publicApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** Sends the sample of an integration, and answers the id of the incident that it opened; null where it opened none. */
export function useTest(integrationId: string) {
  const t = useTexts(texts);
  const [reason, setReason] = useState<string | null>(null);
  const send = useMutation({
    async mutationFn(before: string | null) {
      // While its incident is open, the same alert would only be repeated there, and tell nobody.
      if (before !== null) await resolve(before);
      const { data, error } = await publicApi.POST('/inbound-integration/{id}/payloads', {
        params: { path: { id: integrationId } },
        body: {},
      });
      if (error) throw error;
      await queryClient.invalidateQueries({ queryKey: ['get', '/incident/search/list'] });
      return data;
    },
  });
  const run = async (before: string | null): Promise<string | null> => {
    setReason(null);
    const sent = await send.mutateAsync(before).catch(() => null);
    if (sent && !sent.incidentId) setReason(t.testNothing(sent.outcome));
    return sent?.incidentId ?? null;
  };
  const problem: ReactNode = (
    <>
      {reason && <Text size="sm">{reason}</Text>}
      {Boolean(send.error) && <ProblemNotice error={send.error} />}
    </>
  );
  return { isPending: send.isPending, problem, first: () => run(null), again: run };
}

async function resolve(incidentId: string): Promise<void> {
  const { error } = await publicApi.PATCH('/incident/{id}', {
    params: { path: { id: incidentId } },
    body: { operations: { appendIntent: { intent: 'Resolved' } } },
  });
  if (error) throw error;
}
