import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { LoadedPage } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Dependencies } from './dependencies.tsx';
import { texts } from './texts.ts';

type Service = components['schemas']['Service'];

export default function ServicePage() {
  const { serviceId } = useParams({ from: '/services/$serviceId' });
  const service = api.useQuery('get', '/service/{id}', { params: { path: { id: serviceId } } });
  return <LoadedPage query={service}>{(data) => <Shown service={data} />}</LoadedPage>;
}

function Shown({ service }: { service: Service }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly(service.isProvisioned);
  const mayChange = useMayAdminister() && !isReadOnly;
  const removal = api.useMutation('delete', '/service/{id}');
  const { id } = service;
  return (
    <Page
      title={service.displayName}
      mark={<ByCodeBadge isProvisioned={service.isProvisioned} />}
      above={[{ title: t.title, to: '/services' }]}
      actions={<AsCodeButton type="tocsin_service" id={id} />}
    >
      <Stack gap="xl" maw={760}>
        <ByCodeNotice isProvisioned={service.isProvisioned} />
        <ObjectForm
          schema="ServiceInput"
          stored={service}
          isReadOnly={!mayChange}
          beside={(body) => <AsCodeButton type="tocsin_service" id={id} value={body} />}
          save={async (body, seen) => {
            const { error } = await publicApi.PUT('/service/{id}', {
              params: { path: { id }, header: asSeen(seen) },
              body: body as components['schemas']['ServiceInput'],
            });
            if (error) throw error;
            await queries.invalidateQueries({ queryKey: ['get', '/service/{id}'] });
            await queries.invalidateQueries({ queryKey: ['get', '/service/search/list'] });
            await queries.invalidateQueries({ queryKey: ['names', 'Service'] });
            await queries.invalidateQueries({ queryKey: ['service-dependencies'] });
          }}
        />
        <Dependencies service={service} />
        {mayChange && (
          <RemoveButton
            t={t}
            mutation={removal}
            onConfirm={async () => {
              await removal.mutateAsync({ params: { path: { id }, header: asSeen(service) } });
              await queries.invalidateQueries({ queryKey: ['get', '/service/search/list'] });
              await queries.invalidateQueries({ queryKey: ['names', 'Service'] });
              await navigate({ to: '/services' });
            }}
          />
        )}
      </Stack>
    </Page>
  );
}
