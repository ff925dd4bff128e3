import { Paper, Stack, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import {
  CoverActions,
  type CoverRequest,
  CoverTimes,
  CoverWhat,
  coverTexts,
} from '../../parts/cover/index.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { ownZone } from '../../parts/local-time.ts';
import { ObjectTable } from '../../parts/object-table.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useOpenCover } from './use-open-cover.ts';

/** Open requests of the person, and those that they may answer; nothing where there are none. */
export default function OwnCover() {
  const t = useTexts(coverTexts);
  const { language } = useLanguage();
  const { person, teams } = useMe();
  const zone = ownZone();
  const open = useOpenCover();
  const schedules = api.useQuery('get', '/on-call-schedule/search/list', {
    params: { query: { Limit: 100 } },
  });
  const ofSchedule = (id: string | null | undefined) =>
    schedules.data?.onCallSchedules.find((one) => one.id === id?.toLowerCase());
  const isCandidate = ({ scheduleId, teamId }: CoverRequest) =>
    scheduleId
      ? ofSchedule(scheduleId)?.layers.some(({ groups }) =>
          groups.some(({ userIds }) => userIds.some((id) => id.toLowerCase() === person.id)),
        ) === true
      : teams.some(({ id }) => id === teamId?.toLowerCase());
  const concerns = (request: CoverRequest) =>
    request.userId.toLowerCase() === person.id ||
    (request.askedUserIds
      ? request.askedUserIds.some((id) => id.toLowerCase() === person.id)
      : isCandidate(request));
  const own = (open.data?.coverRequests ?? []).filter(concerns);
  if (own.length === 0) return null;
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t.own}
        </Title>
        <ObjectTable
          label={t.own}
          items={own}
          keyOf={({ id }) => id}
          columns={[
            { title: t.what, cell: (request) => <CoverWhat request={request} /> },
            { title: t.when, cell: (request) => <CoverTimes request={request} zone={zone} /> },
            {
              title: t.actions,
              isPlain: true,
              cell: (request) => (
                <CoverActions
                  request={request}
                  isCandidate={isCandidate(request)}
                  teamId={ofSchedule(request.scheduleId)?.teamId ?? request.teamId ?? ''}
                  name={shortMoment(Date.parse(request.start), language, zone)}
                />
              ),
            },
          ]}
        />
      </Stack>
    </Paper>
  );
}
