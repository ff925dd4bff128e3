import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { publicApi } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { dateOf, instantOf, ownZone } from '../../parts/local-time.ts';
import { useNames } from '../../parts/names.ts';
import { Page } from '../../parts/page.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { ScheduleForm, type ScheduleInput } from './schedule-form.tsx';
import { texts } from './texts.ts';

export default function NewSchedulePage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const { teams } = useMe();
  const names = useNames('Team');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [zone] = useState(ownZone);
  const own = teams.find(({ role }) => role === 'Administrator');
  return (
    <Page title={t.create} above={[{ title: t.title, to: '/on-call/schedules' }]}>
      <Loaded query={names}>
        {(known) => {
          const teamId = own?.id ?? [...known.keys()][0];
          if (teamId === undefined) return <Empty title={t.none}>{t.noneHelp}</Empty>;
          return (
            <ScheduleForm
              id={null}
              stored={newSchedule(teamId, zone)}
              saveLabel={shared.create}
              save={async (body) => {
                const { data, error } = await publicApi.POST('/on-call-schedule', { body });
                if (error) throw error;
                await queries.invalidateQueries({
                  queryKey: ['get', '/on-call-schedule/search/list'],
                });
                await navigate({
                  to: '/on-call/schedules/$scheduleId',
                  params: { scheduleId: data.id },
                });
              }}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

/** One layer whose people change each week, in the morning. */
function newSchedule(teamId: string, zone: string): ScheduleInput {
  const from = new Date(instantOf(`${dateOf(Date.now(), zone)}T09:00`, zone)).toISOString();
  return {
    displayName: '',
    teamId,
    timeZoneId: zone,
    layers: [{ turns: { every: 1, unit: 'weeks', from }, groups: [{ userIds: [] }] }],
  };
}
