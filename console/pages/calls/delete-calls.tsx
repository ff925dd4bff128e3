import { Alert, Group, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Call = components['schemas']['CallSession'];

/** For requests of callers to be forgotten: this call, or all of the number. */
export function DeleteCalls({
  call,
  onDeleted,
}: {
  call: Call;
  onDeleted(deletion: components['schemas']['CallerDeletion']): void;
}) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayDelete = useMayAdminister(call.teams[0]?.id);
  const mayDeleteAll = useMayAdminister();
  const one = api.useMutation('delete', '/call-session/{id}');
  const all = api.useMutation('post', '/call-session/delete-caller');
  const { callerNumber } = call;
  if (!mayDelete || call.outcome === 'Ongoing') return null;
  const forgetLists = () =>
    Promise.all(
      ['/call-session/search/list', '/call-session/stats'].map((path) =>
        queries.invalidateQueries({ queryKey: ['get', path] }),
      ),
    );
  return (
    <Group>
      <Confirm
        label={t.remove}
        question={t.removeQuestion}
        mutation={one}
        onConfirm={async () => {
          await one.mutateAsync({ params: { path: { id: call.id }, header: asSeen(call) } });
          await forgetLists();
          await navigate({ to: '/calls' });
        }}
      />
      {mayDeleteAll && callerNumber !== null && (
        <Confirm
          label={t.removeAll}
          question={t.removeAllQuestion(callerNumber)}
          mutation={all}
          onConfirm={async () => {
            onDeleted(await all.mutateAsync({ body: { callerNumber } }));
            await forgetLists();
          }}
        />
      )}
    </Group>
  );
}

/** Tells what was deleted, and what stays. */
export function Deleted({
  deletion: { deletedCount, ongoingCount, incidentIds },
}: {
  deletion: components['schemas']['CallerDeletion'];
}) {
  const t = useTexts(texts);
  return (
    <Alert color="blue" variant="light" role="status">
      <Stack gap="xs">
        <Text>{t.removed(deletedCount)}</Text>
        {ongoingCount > 0 && <Text>{t.stillOngoing(ongoingCount)}</Text>}
        {incidentIds.length > 0 && <Text>{t.incidentsStay}</Text>}
        <List>
          {incidentIds.map((incidentId) => (
            <List.Item key={incidentId}>
              <TextLink to="/incidents/$incidentId" params={{ incidentId }}>
                {incidentId}
              </TextLink>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  );
}
