import { api } from '../../api/client.ts';
import { ObjectListPage } from '../../parts/objects/index.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { useHeldByRule } from './use-held-by-rule.ts';

export default function SuppressionRulesPage() {
  const t = useTexts(texts);
  const held = useHeldByRule();
  const list = api.useInfiniteQuery(
    'get',
    '/suppression-rule/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  return (
    <ObjectListPage
      kind="suppressionRule"
      t={t}
      list={list}
      itemsOf={(page) => page.suppressionRules}
      extras={[{ title: t.holdsNow, cell: ({ id }) => held(id) }]}
    >
      <TextLink to="/" search={{ view: 'held' }}>
        {t.showHeld}
      </TextLink>
    </ObjectListPage>
  );
}
