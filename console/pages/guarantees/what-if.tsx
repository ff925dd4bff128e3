import { Button, Chip, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Part } from '../../parts/part.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Example } from './example.tsx';
import { useFaultWords } from './fault-words.ts';
import { faultsToTry, inSpiteOf, keysOf } from './in-spite.ts';
import { Mendings } from './mendings.tsx';
import { Standing } from './standing.tsx';
import { texts } from './texts.ts';

type Guarantee = components['schemas']['Guarantee'];

/** Faults to switch on and off: whether it would hold in spite of them. Nothing is stored. */
export function WhatIf({ guarantee }: { guarantee: Guarantee }) {
  const t = useTexts(texts);
  const faultWords = useFaultWords();
  const mayAdminister = useMayAdminister();
  const proof = api.useMutation('post', '/proof');
  const named = new Map(
    (guarantee.evenIf ?? []).map((one, place) => [keysOf(guarantee)[place], one]),
  );
  const faults = [...new Map([...faultsToTry(guarantee), ...named])];
  const [chosen, setChosen] = useState(keysOf(guarantee));
  if (!mayAdminister) return null;
  const result = proof.data?.results[0];
  const prove = () => {
    const some = faults.flatMap(([key, fault]) => (key && chosen.includes(key) ? [fault] : []));
    proof.mutate({ body: { guarantees: [inSpiteOf(guarantee, some)] } });
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
              proof.reset();
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
            <Button onClick={prove} loading={proof.isPending} variant="default">
              {t.tryIt}
            </Button>
          </Group>
          {proof.error && <ProblemNotice error={proof.error} />}
          {result && proof.data && (
            <Standing
              result={result}
              checkedAt={proof.data.from}
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
