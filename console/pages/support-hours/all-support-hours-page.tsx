import { api } from '../../api/client.ts';
import { ObjectListPage } from '../../parts/objects/index.ts';
import { objectsTexts } from '../../parts/objects/texts.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function AllSupportHoursPage() {
  const t = useTexts(texts);
  const list = api.useInfiniteQuery(
    'get',
    '/support-hours/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  const { zone } = useTexts(objectsTexts);
  return (
    <ObjectListPage
      kind="supportHours"
      t={t}
      list={list}
      itemsOf={(page) => page.supportHours}
      extras={[{ title: zone, isExtra: true, cell: ({ timeZoneId }) => timeZoneId }]}
    />
  );
}
