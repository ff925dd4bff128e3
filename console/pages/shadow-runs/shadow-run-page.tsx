import { Alert, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { LoadedPage } from '../../parts/loaded.tsx';
import { formatMoment } from '../../parts/moment.tsx';
import { KindForm, ObjectPage } from '../../parts/objects/index.ts';
import { Said } from '../../parts/said/index.ts';
import { texts } from '../../parts/shadow-runs/texts.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { Report } from './report.tsx';

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
                <LogState run={object} />
              </Alert>
              {!form.isReadOnly && <Report id={id} product={object.product} />}
              <KindForm kind="shadowRun" {...form} stored={object} />
            </>
          )}
        </ObjectPage>
      )}
    </LoadedPage>
  );
}

/** How far the log of the other product is read, and why no further. */
function LogState({ run }: { run: components['schemas']['ShadowRun'] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { readUntil, failingSince, problem, problemSentence } = run;
  const moment = (at: string) => formatMoment(new Date(at), language);
  return (
    <Text size="sm">
      {readUntil === null ? t.unread : t.readUntil(moment(readUntil))}{' '}
      {failingSince !== null && problem !== null && (
        <>
          {t.notRead(moment(failingSince))} <Said text={problem} sentence={problemSentence} />
        </>
      )}
    </Text>
  );
}
