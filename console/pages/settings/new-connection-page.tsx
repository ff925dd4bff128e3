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

const empty = {
  displayName: '',
  issuer: '',
  clientId: '',
  clientSecret: null,
  domains: null,
  groupsClaim: null,
  justInTimeProvisioning: false,
  isEnabled: true,
};

export default function NewConnectionPage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Page title={t.newConnection} above={[{ title: t.signIn, to: '/settings/sign-in' }]}>
      <Stack maw={760}>
        <ObjectForm
          schema="OidcConnectionInput"
          stored={empty}
          // Required it can be once somebody has signed in by it.
          without={['isRequired', 'breakGlassUserIds']}
          saveLabel={shared.create}
          beside={(body) => <AsCodeButton type="tocsin_oidc_connection" id={null} value={body} />}
          save={async (body) => {
            const { data, error } = await publicApi.POST('/oidc-connection', {
              body: body as components['schemas']['OidcConnectionInput'],
            });
            if (error) throw error;
            await queries.invalidateQueries({ queryKey: ['get', '/oidc-connection/search/list'] });
            await navigate({
              to: '/settings/sign-in/$connectionId',
              params: { connectionId: data.id },
              ignoreBlocker: true,
            });
          }}
        />
      </Stack>
    </Page>
  );
}
