import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { Page } from '../../parts/page.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { PageForm } from './page-form.tsx';
import { texts } from './texts.ts';

const fresh = {
  displayName: '',
  publicTitle: '',
  slug: '',
  historyInDays: 90,
  disablePublicSubscription: false,
  serviceIds: [],
};

export default function NewStatusPagePage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <Page title={t.create} above={[{ title: t.title, to: '/status-pages' }]}>
      <Stack maw={820}>
        <PageForm
          stored={fresh}
          hasPassword={false}
          saveLabel={shared.create}
          beside={(body) => <AsCodeButton type="tocsin_status_page" id={null} value={body} />}
          save={async (body) => {
            const { data, error } = await publicApi.POST('/status-page', { body });
            if (error) throw error;
            await queries.invalidateQueries({ queryKey: ['get', '/status-page/search/list'] });
            await navigate({
              to: '/status-pages/$statusPageId',
              params: { statusPageId: data.id },
            });
          }}
        />
      </Stack>
    </Page>
  );
}
