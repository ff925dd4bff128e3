import { api } from '../../api/client.ts';
import { ObjectListPage } from '../../parts/objects/index.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { texts } from '../../parts/policies/texts.ts';
import { usePolicyColumns } from '../../parts/policies/use-policy-columns.tsx';
import { useTexts } from '../../parts/texts.tsx';

export default function PoliciesPage() {
  const t = useTexts(texts);
  const columns = usePolicyColumns();
  const list = api.useInfiniteQuery(
    'get',
    '/escalation-policy/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  return (
    <ObjectListPage
      kind="policy"
      t={t}
      list={list}
      itemsOf={(page) => page.escalationPolicies}
      markOf={columns.markOf}
      extras={columns.columns}
    />
  );
}
