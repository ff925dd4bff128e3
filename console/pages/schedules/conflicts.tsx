import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { type CoverDraft, coverTexts } from '../../parts/cover/index.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { conflictTexts } from './conflict-texts.ts';

type Schemas = components['schemas'];
type Conflict = Schemas['OnCallConflict'];

const aheadMilliseconds = 42 * 86_400_000;
const hourMilliseconds = 3_600_000;

interface ConflictsProps {
  schedule: Schemas['OnCallSchedule'];
  onAsk: (draft: CoverDraft) => void;
}

/** Who is on call while on leave in the coming weeks, and who could stand in; nothing where nobody is. */
export function Conflicts({ schedule, onAsk }: ConflictsProps) {
  const t = useTexts(conflictTexts);
  // By whole hours, so that a page that draws again asks for the same.
  const [start] = useState(() => Math.floor(Date.now() / hourMilliseconds) * hourMilliseconds);
  const found = api.useQuery('get', '/on-call-schedule/{id}/conflicts', {
    params: {
      path: { id: schedule.id },
      query: {
        Start: new Date(start).toISOString(),
        End: new Date(start + aheadMilliseconds).toISOString(),
      },
    },
  });
  const conflicts = found.data?.conflicts ?? [];
  if (conflicts.length === 0) return null;
  return (
    <Paper withBorder p="md" className="breaks-anywhere">
      <Title order={2} size="h4">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t.help}
      </Text>
      <Stack gap="sm">
        {conflicts.map((conflict) => (
          <Shown
            key={`${conflict.user.id} ${conflict.start}`}
            conflict={conflict}
            schedule={schedule}
            onAsk={onAsk}
          />
        ))}
      </Stack>
    </Paper>
  );
}

const shownMax = 3;

interface ShownProps {
  conflict: Conflict;
  schedule: Schemas['OnCallSchedule'];
  onAsk: (draft: CoverDraft) => void;
}

function Shown({ conflict, schedule, onAsk }: ShownProps) {
  const cover = useTexts(coverTexts);
  const { person } = useMe();
  const mayAdminister = useMayAdminister(schedule.teamId);
  const zone = schedule.timeZoneId ?? 'UTC';
  const t = useTexts(conflictTexts);
  const { language } = useLanguage();
  const { user, start, end, candidates } = conflict;
  const mayAsk = mayAdminister || user.id === person.id;
  const moment = (at: string) => shortMoment(Date.parse(at), language, zone);
  return (
    <div>
      <Text fw={600}>{t.conflict(nameOf(user), moment(start), moment(end))}</Text>
      {candidates.length === 0 && <Text size="sm">{t.nobody}</Text>}
      {candidates.slice(0, shownMax).map((one) => (
        <Group key={one.user.id} gap="sm">
          <Text size="sm">
            {t.candidate(nameOf(one.user), Math.round(one.dutyMinutes / 60), [
              ...(one.isOnLeave ? [t.onLeave] : []),
              ...(one.isReachable ? [] : [t.unreachable]),
              ...(one.keepsRest ? [] : [t.tired]),
            ])}
          </Text>
          {mayAsk && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${cover.askCandidate}: ${nameOf(one.user)}`}
              onClick={() => onAsk({ userId: user.id, start, end, askedUserIds: [one.user.id] })}
            >
              {cover.askCandidate}
            </Button>
          )}
        </Group>
      ))}
    </div>
  );
}

function nameOf({ id, displayName, email }: Conflict['user']): string {
  return displayName ?? email ?? id;
}
