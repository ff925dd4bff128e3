import { Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Schemas = components['schemas'];

export default function SupportHoursPage() {
  const { hoursId } = useParams({ from: '/on-call/support-hours/$hoursId' });
  const hours = api.useQuery('get', '/support-hours/{id}', { params: { path: { id: hoursId } } });
  return <Loaded query={hours}>{(data) => <Shown hours={data} />}</Loaded>;
}

function Shown({ hours }: { hours: Schemas['SupportHours'] }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly(hours.isProvisioned);
  const mayChange = useMayAdminister(hours.teamId) && !isReadOnly;
  const removal = api.useMutation('delete', '/support-hours/{id}');
  const { id } = hours;
  const invalidate = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [kind, of] }) =>
        String(of).startsWith('/support-hours') || (kind === 'names' && of === 'SupportHours'),
    });
  return (
    <Page
      title={hours.displayName}
      mark={<ByCodeBadge isProvisioned={hours.isProvisioned} />}
      above={[{ title: t.title, to: '/on-call/support-hours' }]}
      actions={<AsCodeButton type="tocsin_support_hours" id={id} />}
    >
      <Stack gap="lg" maw={760}>
        <ByCodeNotice isProvisioned={hours.isProvisioned} />
        <ObjectForm
          schema="SupportHoursInput"
          stored={hours}
          // An owner stays what it is.
          without={['teamId']}
          isReadOnly={!mayChange}
          beside={(body) => <AsCodeButton type="tocsin_support_hours" id={id} value={body} />}
          save={async (body, seen) => {
            const { error } = await publicApi.PUT('/support-hours/{id}', {
              params: { path: { id }, header: asSeen(seen) },
              // As checked by the server: the form is made from the same document.
              body: body as unknown as Schemas['SupportHoursInput'],
            });
            if (error) throw error;
            await invalidate();
          }}
        />
        {mayChange && (
          <Group>
            <Confirm
              label={t.remove}
              question={t.removeQuestion}
              action={t.remove}
              mutation={removal}
              onConfirm={async () => {
                await removal.mutateAsync({ params: { path: { id }, header: asSeen(hours) } });
                await navigate({ to: '/on-call/support-hours' });
                await invalidate();
              }}
            />
          </Group>
        )}
      </Stack>
    </Page>
  );
}
