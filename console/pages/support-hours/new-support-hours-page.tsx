import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ownZone } from '../../parts/local-time.ts';
import { useNames } from '../../parts/names.ts';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Input = components['schemas']['SupportHoursInput'];

export default function NewSupportHoursPage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const { teams } = useMe();
  const names = useNames('Team');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [zone] = useState(ownZone);
  const own = teams.find(({ role }) => role === 'Administrator');
  return (
    <Page title={t.create} above={[{ title: t.title, to: '/on-call/support-hours' }]}>
      <Loaded query={names}>
        {(known) => {
          const teamId = own?.id ?? [...known.keys()][0];
          if (teamId === undefined) return <Empty title={t.none}>{t.noneHelp}</Empty>;
          return (
            <ObjectForm
              schema="SupportHoursInput"
              stored={{ ...newHours(teamId, zone) }}
              saveLabel={shared.create}
              beside={(body) => <AsCodeButton type="tocsin_support_hours" id={null} value={body} />}
              save={async (body) => {
                const { data, error } = await publicApi.POST('/support-hours', {
                  // As checked by the server: the form is made from the same document.
                  body: body as unknown as Input,
                });
                if (error) throw error;
                await queries.invalidateQueries({
                  queryKey: ['get', '/support-hours/search/list'],
                });
                await queries.invalidateQueries({ queryKey: ['names', 'SupportHours'] });
                await navigate({
                  to: '/on-call/support-hours/$hoursId',
                  params: { hoursId: data.id },
                });
              }}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

function newHours(teamId: string, timeZoneId: string): Input {
  const selectedDays: Input['hours'][number]['selectedDays'] = ['mon', 'tue', 'wed', 'thu', 'fri'];
  return {
    displayName: '',
    teamId,
    timeZoneId,
    hours: [{ selectedDays, from: '09:00', until: '18:00' }],
  };
}
