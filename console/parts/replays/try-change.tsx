import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Loaded } from '../loaded.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import { TextLink } from '../text-link.tsx';
import { useTexts } from '../texts.tsx';
import { type Days, DaysChoice } from './days-choice.tsx';
import { ReplayView, useReplay } from './replay-view.tsx';
import { texts } from './texts.ts';

export interface TriedChange {
  entityType: string;
  /** Null: it is not there yet. */
  id: string | null;
  /** What shares the id of another object: whether it is there. */
  isStored?: boolean;
  /** What the form would send. */
  body: object;
}

const dayMilliseconds = 86_400_000;

/** What a form would have done to the alerts of the last days. */
export default function TryChange({ change }: { change: TriedChange }) {
  const t = useTexts(texts);
  const [days, setDays] = useState<Days>(7);
  const begin = api.useMutation('post', '/replay');
  const replay = useReplay(begin.data?.id ?? null);
  const isTimed = 'start' in change.body && timed.includes(change.entityType);
  return (
    <Stack gap="md">
      <Text size="sm">
        {t.tryHelp} {isTimed && t.tryAlways} {t.nothingSaved}
      </Text>
      <Group gap="xs">
        <DaysChoice days={days} onChange={setDays} />
        <Button
          loading={begin.isPending || replay.data?.state === 'Running'}
          onClick={() =>
            begin.mutate({ body: bodyOf(change, Date.now() - days * dayMilliseconds) })
          }
        >
          {t.run}
        </Button>
      </Group>
      {begin.error && <ProblemNotice error={begin.error} />}
      {begin.data && (
        <Loaded query={replay} lines={4}>
          {(found) => (
            <>
              <ReplayView replay={found} />
              <TextLink to="/on-call/replays/$id" params={{ id: found.id }}>
                {t.toPage}
              </TextLink>
            </>
          )}
        </Loaded>
      )}
    </Stack>
  );
}

/** What holds for a time only would do nothing to what came in before it. */
const timed: readonly string[] = ['Silence', 'InboundIntegrationMaintenanceWindow'];

function bodyOf({ entityType, id, isStored = id !== null, body }: TriedChange, from: number) {
  const since = new Date(from).toISOString();
  const { start } = body as { start?: unknown };
  const isLater = timed.includes(entityType) && typeof start === 'string' && start > since;
  const wire: Record<string, unknown> = isLater ? { ...body, start: since } : { ...body };
  const action = isStored ? ('replace' as const) : ('create' as const);
  return { changes: [{ action, entityType, id: id ?? 'new:form', wire }], from: since };
}
