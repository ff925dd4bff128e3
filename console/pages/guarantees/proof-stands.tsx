import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useSay } from '../../parts/announce.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type ProofRun = components['schemas']['ProofRunMembers'];

const tones: Record<ProofRun['state'], string> = {
  Waiting: 'none',
  Running: 'Minor',
  Done: 'none',
  Stopped: 'Warning',
  Cancelled: 'Warning',
};

export function ProofBadge({ state }: Pick<ProofRun, 'state'>) {
  const t = useTexts(texts);
  return (
    <span className="badge" data-tone={tones[state]}>
      {t.proofStates[state]}
    </span>
  );
}

/** Tells what a proof waits for, or why it has not come to its end; shows nothing once it is done. */
export function ProofStands({ proof }: { proof: ProofRun }) {
  const t = useTexts(texts);
  const { id, state, reason, reasonSentence, ahead, aheadStartedBy } = proof;
  useSay(t.proofStates[state]);
  if (state === 'Done') return null;
  if (state === 'Stopped')
    return (
      <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={t.proofStopped}>
        {reason !== null && <Said text={reason} sentence={reasonSentence} />}
      </Alert>
    );
  if (state === 'Cancelled')
    return (
      <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={t.proofCancelled} />
    );
  const waitsFor = ahead > 0 ? t.waitsFor(ahead, aheadStartedBy) : t.beginsSoon;
  return (
    <Alert color="gray" variant="light" icon={<Loader size="xs" />} title={t.proofStates[state]}>
      <Stack gap={6} align="flex-start">
        <Text size="sm">{state === 'Waiting' ? waitsFor : t.runsOn}</Text>
        <CancelProof id={id} />
      </Stack>
    </Alert>
  );
}

function CancelProof({ id }: Pick<ProofRun, 'id'>) {
  const t = useTexts(texts);
  const cancelling = api.useMutation('post', '/proof/{id}/cancel', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['get', '/proof/{id}'] }),
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={cancelling.isPending || cancelling.isSuccess}
        onClick={() => cancelling.mutate({ params: { path: { id } } })}
      >
        {t.cancelProof}
      </Button>
      {cancelling.error && <ProblemNotice error={cancelling.error} />}
    </>
  );
}
