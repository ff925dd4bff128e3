import { Button, Chip, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Part } from '../../parts/part.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Example } from './example.tsx';
import { useFaultWords } from './fault-words.ts';
import { faultsToTry, inSpiteOf, keysOf } from './in-spite.ts';
import { Mendings } from './mendings.tsx';
import { ProofStands } from './proof-stands.tsx';
import { Standing } from './standing.tsx';
import { texts } from './texts.ts';
import { useProof } from './use-proof.ts';

type Guarantee = components['schemas']['Guarantee'];

/** Faults to switch on and off: whether it would hold in spite of them. */
export function WhatIf({ guarantee }: { guarantee: Guarantee }) {
  const t = useTexts(texts);
  const faultWords = useFaultWords();
  const mayAdminister = useMayAdminister();
  const { proof, isPending, error, ask, reset } = useProof();
  const named = new Map(
    (guarantee.evenIf ?? []).map((one, place) => [keysOf(guarantee)[place], one]),
  );
  const faults = [...new Map([...faultsToTry(guarantee), ...named])];
  const [chosen, setChosen] = useState(keysOf(guarantee));
  if (!mayAdminister) return null;
  const result = proof?.results[0];
  const prove = () => {
    const some = faults.flatMap(([key, fault]) => (key && chosen.includes(key) ? [fault] : []));
    ask({ guarantees: [inSpiteOf(guarantee, some)] });
  };
  return (
    <Stack gap="md">
      <Part title={t.whatIf} note={t.whatIfHelp}>
        <Stack gap="sm">
          <Chip.Group
            multiple
            value={chosen}
            onChange={(keys) => {
              setChosen(keys);
              reset();
            }}
          >
            <Group gap="xs" role="group" aria-label={t.whatIf}>
              {faults.map(([key = '', fault]) => (
                <Chip key={key} value={key} radius="sm" variant="outline">
                  {faultWords(fault)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Group>
            <Button onClick={prove} loading={isPending} variant="default">
              {t.tryIt}
            </Button>
          </Group>
          {error && <ProblemNotice error={error} />}
          {proof && <ProofStands proof={proof} />}
          {result && proof && (
            <Standing
              result={result}
              checkedAt={proof.from}
              stateSince={null}
              isBeingChecked={false}
            />
          )}
        </Stack>
      </Part>
      {result?.counterExample && (
        <>
          <Example example={result.counterExample} told={guarantee.told} />
          <Mendings mendings={result.counterExample.mendings} />
        </>
      )}
    </Stack>
  );
}
