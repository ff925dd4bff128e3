import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { LoadedPage } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { RehearsalForm } from './rehearsal-form.tsx';
import { RehearsalResult } from './rehearsal-result.tsx';
import { texts } from './texts.ts';
import { callSettingsOf, type Integration, nameOf, phoneNumberOf } from './use-numbers.ts';

export default function RehearsalPage() {
  const { integrationId } = useParams({ from: '/calls/rehearse/$integrationId' });
  const integration = api.useQuery('get', '/inbound-integration/{id}', {
    params: { path: { id: integrationId } },
  });
  return (
    <LoadedPage query={integration}>{(data) => <Shown key={data.id} number={data} />}</LoadedPage>
  );
}

function Shown({ number }: { number: Integration }) {
  const t = useTexts(texts);
  const rehearsal = api.useMutation('post', '/inbound-integration/{id}/call-routing/rehearse');
  return (
    <Page
      title={t.rehearsalTitle(nameOf(number))}
      lead={t.rehearsalLead}
      above={[{ title: t.title, to: '/calls' }]}
    >
      <Stack gap="xl">
        <RehearsalForm
          storedFlow={callSettingsOf(number)?.callFlowConfig}
          phoneNumber={phoneNumberOf(number)}
          teamId={number.teamId}
          run={(body) => rehearsal.mutate({ params: { path: { id: number.id } }, body })}
          isRunning={rehearsal.isPending}
          errors={fieldErrors(rehearsal.error)}
        />
        {rehearsal.error && <ProblemNotice error={rehearsal.error} isQuestion />}
        {rehearsal.data && <RehearsalResult rehearsal={rehearsal.data} />}
      </Stack>
    </Page>
  );
}
