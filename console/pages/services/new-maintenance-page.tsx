import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { publicApi } from '../../api/client.ts';
import { Page } from '../../parts/page.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { MaintenanceForm } from './maintenance-form.tsx';
import { nextHour } from './maintenance-times.ts';
import { texts } from './texts.ts';

export default function NewMaintenancePage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [stored] = useState(() => ({
    displayName: '',
    serviceIds: [],
    publicDescription: null,
    timeZoneId: null,
    ...nextHour(Date.now()),
  }));
  return (
    <Page
      title={t.newMaintenance}
      above={[
        { title: t.title, to: '/services' },
        { title: t.maintenance, to: '/services/maintenance' },
      ]}
    >
      <MaintenanceForm
        stored={stored}
        saveLabel={shared.create}
        save={async (body) => {
          const { error } = await publicApi.POST('/service-maintenance', { body });
          if (error) throw error;
          await queries.invalidateQueries({
            queryKey: ['get', '/service-maintenance/search/list'],
          });
          await navigate({ to: '/services/maintenance' });
        }}
      />
    </Page>
  );
}
