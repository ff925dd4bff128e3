import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMayAdministerAny } from '../../api/session.tsx';
import { Part } from '../../parts/part.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { type Days, DaysChoice } from '../../parts/replays/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { noiseTexts } from './noise-texts.ts';

/** Begins a noise report and leads to it. */
export function NewNoiseReport() {
  const t = useTexts(noiseTexts);
  const navigate = useNavigate();
  const [days, setDays] = useState<Days>(30);
  const mayAsk = useMayAdministerAny();
  const begin = api.useMutation('post', '/noise-report', {
    onSuccess: ({ id }) => navigate({ to: '/on-call/replays/$id', params: { id } }),
  });
  if (!mayAsk) return null;
  return (
    <Part title={t.ask}>
      <Stack gap="sm">
        <Text size="sm">{t.askHelp}</Text>
        <Group gap="xs">
          <DaysChoice days={days} onChange={setDays} />
          <Button loading={begin.isPending} onClick={() => begin.mutate({ body: { days } })}>
            {t.begin}
          </Button>
        </Group>
        {begin.error && <ProblemNotice error={begin.error} />}
      </Stack>
    </Part>
  );
}
