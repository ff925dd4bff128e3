import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { LoadedPage } from '../../parts/loaded.tsx';
import { KindForm, ObjectPage } from '../../parts/objects/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function SupportHoursPage() {
  const t = useTexts(texts);
  const { id } = useParams({ from: '/on-call/support-hours/$id' });
  const hours = api.useQuery('get', '/support-hours/{id}', { params: { path: { id } } });
  return (
    <LoadedPage query={hours}>
      {(object) => (
        <ObjectPage kind="supportHours" t={t} object={object}>
          {(form) => <KindForm kind="supportHours" {...form} />}
        </ObjectPage>
      )}
    </LoadedPage>
  );
}
