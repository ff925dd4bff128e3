import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { LoadedPage } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { WindowTimes } from '../../parts/window-times.tsx';
import { MaintenanceForm } from './maintenance-form.tsx';
import { toMoment } from './maintenance-times.ts';
import { texts } from './texts.ts';

type Maintenance = components['schemas']['ServiceMaintenance'];

export default function MaintenancePage() {
  const { maintenanceId } = useParams({ from: '/services/maintenance/$maintenanceId' });
  const maintenance = api.useQuery('get', '/service-maintenance/{id}', {
    params: { path: { id: maintenanceId } },
  });
  return <LoadedPage query={maintenance}>{(data) => <Shown maintenance={data} />}</LoadedPage>;
}

function Shown({ maintenance }: { maintenance: Maintenance }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, isProvisioned } = maintenance;
  const isReadOnly = useIsReadOnly(isProvisioned);
  const mayChange = useMayAdminister() && !isReadOnly;
  const removal = api.useMutation('delete', '/service-maintenance/{id}');
  const ending = api.useMutation('put', '/service-maintenance/{id}');
  const listChanged = () =>
    queries.invalidateQueries({ queryKey: ['get', '/service-maintenance/search/list'] });
  const changed = async () => {
    await queries.invalidateQueries({ queryKey: ['get', '/service-maintenance/{id}'] });
    await listChanged();
  };
  return (
    <Page
      title={maintenance.displayName}
      mark={<ByCodeBadge isProvisioned={isProvisioned} />}
      actions={
        mayChange &&
        maintenance.isActive &&
        !maintenance.recurrences?.length && (
          <Confirm
            label={t.endNow}
            question={t.endNowQuestion}
            mutation={ending}
            onConfirm={async () => {
              await ending.mutateAsync({
                params: { path: { id }, header: asSeen(maintenance) },
                body: { ...inputOf(maintenance), end: toMoment(Date.now()) },
              });
              await changed();
            }}
          />
        )
      }
      above={[
        { title: t.title, to: '/services' },
        { title: t.maintenance, to: '/services/maintenance' },
      ]}
    >
      <Stack gap="xl">
        <ByCodeNotice isProvisioned={isProvisioned} />
        <WindowTimes times={maintenance} zone={maintenance.timeZoneId} />
        <MaintenanceForm
          stored={maintenance}
          isReadOnly={!mayChange}
          save={async (body, seen) => {
            const { error } = await publicApi.PUT('/service-maintenance/{id}', {
              params: { path: { id }, header: asSeen(seen) },
              body,
            });
            if (error) throw error;
            await changed();
          }}
        />
        {mayChange && (
          <RemoveButton
            t={{ remove: t.remove, removeQuestion: t.removeMaintenanceQuestion }}
            mutation={removal}
            onConfirm={async () => {
              await removal.mutateAsync({
                params: { path: { id }, header: asSeen(maintenance) },
              });
              await listChanged();
              await navigate({ to: '/services/maintenance' });
            }}
          />
        )}
      </Stack>
    </Page>
  );
}

function inputOf({
  displayName,
  serviceIds,
  timeZoneId,
  publicDescription,
  start,
  end,
}: Maintenance): components['schemas']['ServiceMaintenanceInput'] {
  return { displayName, serviceIds, timeZoneId, publicDescription, start, end };
}
