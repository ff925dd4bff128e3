import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Loaded } from '../loaded.tsx';
import { formatMoment } from '../moment.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import { TextLink } from '../text-link.tsx';
import { useLanguage, useTexts } from '../texts.tsx';
import { type Aim, keptAim } from './aim.ts';
import { type Days, DaysChoice } from './days-choice.tsx';
import { ReplayView, useReplay } from './replay-view.tsx';
import { texts } from './texts.ts';
import { isGoing } from './types.ts';

export interface TriedChange {
  entityType: string;
  /** Null: it is not there yet. */
  id: string | null;
  /** For an object that shares the id of another one: whether it is stored already. */
  isStored?: boolean;
  /** The body that the form would send. */
  body: object;
}

const dayMilliseconds = 86_400_000;

/** Shows how a form would have changed the alerts of the last days. */
export default function TryChange({ change }: { change: TriedChange }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const [days, setDays] = useState<Days>(7);
  const [aim] = useState(keptAim);
  const [isAimed, setIsAimed] = useState(aim !== null);
  const [asItWas, setAsItWas] = useState(false);
  const begin = api.useMutation('post', '/replay');
  const replay = useReplay(begin.data?.id ?? null);
  const isTimed = 'start' in change.body && timed.includes(change.entityType);
  return (
    <Stack gap="md">
      <Text size="sm">
        {t.tryHelp} {isTimed && t.tryAlways} {t.nothingSaved}
      </Text>
      {aim && (
        <Checkbox
          label={t.aimedAt(aim.title, formatMoment(new Date(aim.openedAt), language))}
          description={t.aimHelp}
          checked={isAimed}
          onChange={(event) => setIsAimed(event.currentTarget.checked)}
        />
      )}
      <Group gap="xs">
        {!(aim && isAimed) && <DaysChoice days={days} onChange={setDays} />}
        <Button
          loading={begin.isPending || isGoing(replay.data)}
          onClick={() => {
            const body =
              aim && isAimed
                ? aimedBody(change, aim)
                : bodyOf(change, Date.now() - days * dayMilliseconds);
            begin.mutate({ body: { ...body, asItWas } });
          }}
        >
          {t.run}
        </Button>
      </Group>
      <Checkbox
        size="sm"
        label={t.asItWas}
        description={t.asItWasHelp}
        checked={asItWas}
        onChange={({ currentTarget }) => setAsItWas(currentTarget.checked)}
      />
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

/** Limits the replay to one integration, from a minute before the incident opened, for a day. */
function aimedBody(change: TriedChange, { openedAt, integrationId }: Aim) {
  const from = Date.parse(openedAt) - 60_000;
  return {
    ...bodyOf(change, from),
    until: new Date(Math.min(from + dayMilliseconds, Date.now())).toISOString(),
    integrationIds: integrationId === null ? null : [integrationId],
  };
}

/** Kinds that hold for a time only: their start is moved back, as they would not affect what came in before it. */
const timed: readonly string[] = ['Silence', 'InboundIntegrationMaintenanceWindow'];

function bodyOf({ entityType, id, isStored = id !== null, body }: TriedChange, from: number) {
  const since = new Date(from).toISOString();
  const { start } = body as { start?: unknown };
  const isLater = timed.includes(entityType) && typeof start === 'string' && start > since;
  const wire: Record<string, unknown> = isLater ? { ...body, start: since } : { ...body };
  const action = isStored ? ('replace' as const) : ('create' as const);
  return { changes: [{ action, entityType, id: id ?? 'new:form', wire }], from: since };
}
