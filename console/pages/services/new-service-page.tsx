import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function NewServicePage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <Page title={t.create} above={[{ title: t.title, to: '/services' }]}>
      <Stack maw={760}>
        <ObjectForm
          schema="ServiceInput"
          stored={{ displayName: '', publicTitle: '', integrations: [] }}
          saveLabel={shared.create}
          beside={(body) => <AsCodeButton type="tocsin_service" id={null} value={body} />}
          save={async (body) => {
            const { data, error } = await publicApi.POST('/service', {
              body: body as components['schemas']['ServiceInput'],
            });
            if (error) throw error;
            await queries.invalidateQueries({ queryKey: ['get', '/service/search/list'] });
            await queries.invalidateQueries({ queryKey: ['names', 'Service'] });
            await navigate({ to: '/services/$serviceId', params: { serviceId: data.id } });
          }}
        />
      </Stack>
    </Page>
  );
}
