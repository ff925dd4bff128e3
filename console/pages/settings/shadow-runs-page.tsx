import { choiceIn } from '../../../openapi/texts/choices.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { useNameColumn } from '../../parts/objects/index.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { stateOf } from '../../parts/shadow-runs/state-of.ts';
import { texts } from '../../parts/shadow-runs/texts.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function ShadowRunsPage() {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const list = api.useInfiniteQuery(
    'get',
    '/shadow-run/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  const teams = useNames('Team');
  const name = useNameColumn('shadowRun');
  const mayCreate = useMayAdminister();
  return (
    <ListPage
      t={t}
      frame={SettingsFrame}
      create={mayCreate && { to: '/settings/shadow-runs/new' }}
      list={list}
      itemsOf={(page) => page.shadowRuns.map((run) => ({ ...run, teamId: null }))}
      columns={[
        name,
        { title: t.product, cell: ({ product }) => choiceIn(language, product) },
        { title: t.state, cell: (run) => stateOf(run, t) },
        { title: t.until, isExtra: true, cell: ({ until }) => <Moment at={until} /> },
        {
          title: t.teams,
          isExtra: true,
          cell: ({ teamIds }) => teamIds.map((id) => teams.data?.get(id) ?? '…').join(', '),
        },
      ]}
    />
  );
}
