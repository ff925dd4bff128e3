import { Alert, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { LoadedPage } from '../../parts/loaded.tsx';
import { formatMoment } from '../../parts/moment.tsx';
import { KindForm, ObjectPage } from '../../parts/objects/index.ts';
import { texts } from '../../parts/shadow-runs/texts.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';

export default function ShadowRunPage() {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { id } = useParams({ from: '/settings/shadow-runs/$id' });
  const run = api.useQuery('get', '/shadow-run/{id}', { params: { path: { id } } });
  return (
    <LoadedPage query={run}>
      {(object) => (
        <ObjectPage kind="shadowRun" t={t} object={{ ...object, teamId: null }}>
          {(form) => (
            <>
              <Alert color={object.isSilent ? 'orange' : 'gray'}>
                <Text size="sm">
                  {object.isSilent
                    ? t.silent(formatMoment(new Date(object.until), language))
                    : t.audible}
                </Text>
              </Alert>
              <KindForm kind="shadowRun" {...form} stored={object} />
            </>
          )}
        </ObjectPage>
      )}
    </LoadedPage>
  );
}
