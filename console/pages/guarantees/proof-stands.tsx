import { Alert, Loader } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { Icon } from '../../parts/icon.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type ProofRun = components['schemas']['ProofRunMembers'];

const tones: Record<ProofRun['state'], string> = {
  Waiting: 'none',
  Running: 'Minor',
  Done: 'none',
  Stopped: 'Warning',
};

export function ProofBadge({ state }: Pick<ProofRun, 'state'>) {
  const t = useTexts(texts);
  return (
    <span className="badge" data-tone={tones[state]}>
      {t.proofStates[state]}
    </span>
  );
}

/** What a proof waits for, or why it has not come to its end; nothing of one that is done. */
export function ProofStands({ proof }: { proof: ProofRun }) {
  const t = useTexts(texts);
  const { state, reason, reasonSentence, ahead, aheadStartedBy } = proof;
  if (state === 'Done') return null;
  if (state === 'Stopped')
    return (
      <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={t.proofStopped}>
        {reason !== null && <Said text={reason} sentence={reasonSentence} />}
      </Alert>
    );
  return (
    <Alert color="gray" variant="light" icon={<Loader size="xs" />} title={t.proofStates[state]}>
      {state === 'Waiting' ? t.waitsFor(ahead, aheadStartedBy) : t.runsOn}
    </Alert>
  );
}
