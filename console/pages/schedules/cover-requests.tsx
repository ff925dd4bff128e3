import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import {
  AskForCover,
  CoverActions,
  type CoverDraft,
  type CoverRequest,
  CoverTimes,
  CoverWhat,
  coverTexts,
} from '../../parts/cover/index.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';

type Schedule = components['schemas']['OnCallSchedule'];

const states = ['open', 'accepted', 'declined', 'expired', 'withdrawn'] as const;

interface CoverRequestsProps {
  schedule: Schedule;
  onAsk: (draft: CoverDraft) => void;
}

/** Who asks whom to take shifts of a schedule, and the answers. */
export function CoverRequests({ schedule, onAsk }: CoverRequestsProps) {
  const t = useTexts(coverTexts);
  const { language } = useLanguage();
  const { person } = useMe();
  const [state, setState] = useState<CoverRequest['state']>('open');
  const zone = schedule.timeZoneId ?? 'UTC';
  const list = api.useInfiniteQuery(
    'get',
    '/cover-request/search/list',
    { params: { query: { ScheduleId: schedule.id, State: state, Limit: pageSize } } },
    byOffset,
  );
  const isCandidate = schedule.layers.some(({ groups }) =>
    groups.some(({ userIds }) => userIds.some((id) => id.toLowerCase() === person.id)),
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <Stack gap={2}>
          <Title order={2} size="h4">
            {t.title}
          </Title>
          <Text size="xs" c="dimmed">
            {t.help}
          </Text>
        </Stack>
        <Group gap="xs" align="flex-end">
          <Select
            label={t.state}
            size="xs"
            data={states.map((value) => ({ value, label: t.states[value] }))}
            value={state}
            allowDeselect={false}
            onChange={(chosen) => setState(states.find((one) => one === chosen) ?? state)}
          />
          <Button
            variant="default"
            size="xs"
            onClick={() => onAsk({ userId: person.id, start: null, end: null })}
          >
            {t.ask}
          </Button>
        </Group>
      </Group>
      <PagedTable
        list={list}
        itemsOf={(page) => page.coverRequests}
        empty={
          <Text size="sm" c="dimmed">
            {t.none}
          </Text>
        }
        label={t.title}
        columns={[
          { title: t.what, cell: (request) => <CoverWhat request={request} /> },
          { title: t.when, cell: (request) => <CoverTimes request={request} zone={zone} /> },
          {
            title: t.actions,
            isPlain: true,
            cell: (request) => (
              <CoverActions
                request={request}
                isCandidate={isCandidate}
                teamId={schedule.teamId}
                name={shortMoment(Date.parse(request.start), language, zone)}
              />
            ),
          },
        ]}
      />
    </Stack>
  );
}

export interface AskForScheduleProps {
  schedule: Schedule;
  draft: CoverDraft;
  onChange: (draft: CoverDraft) => void;
  onClose: () => void;
}

/** Asks for cover of a shift of the schedule. */
export function AskForSchedule({ schedule, draft, onChange, onClose }: AskForScheduleProps) {
  const mayAdminister = useMayAdminister(schedule.teamId);
  return (
    <AskForCover
      draft={{ ...draft, scheduleId: schedule.id }}
      onChange={onChange}
      zone={schedule.timeZoneId ?? 'UTC'}
      onlySelf={!mayAdminister}
      onClose={onClose}
    />
  );
}
