import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { LoadedPage } from '../../parts/loaded.tsx';
import { ObjectPage } from '../../parts/objects/index.ts';
import { texts } from '../../parts/policies/texts.ts';
import { PolicyMark } from '../../parts/policies/use-policy-columns.tsx';
import { UsedBy } from '../../parts/policies/used-by.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { PolicyForm } from './policy-form.tsx';

export default function PolicyPage() {
  const t = useTexts(texts);
  const { id } = useParams({ from: '/on-call/policies/$id' });
  const policy = api.useQuery('get', '/escalation-policy/{id}', { params: { path: { id } } });
  return (
    <LoadedPage query={policy}>
      {(object) => (
        <ObjectPage
          kind="policy"
          t={t}
          object={object}
          isWide
          mark={<PolicyMark policy={object} />}
        >
          {(form) => (
            <>
              <UsedBy policy={object} />
              <PolicyForm {...form} />
            </>
          )}
        </ObjectPage>
      )}
    </LoadedPage>
  );
}
