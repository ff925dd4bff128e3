import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { NewButton } from '../../parts/new-button.tsx';
import { useNameColumn } from '../../parts/objects/index.ts';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { stateOf } from '../../parts/shadow-runs/state-of.ts';
import { texts } from '../../parts/shadow-runs/texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function ShadowRunsPage() {
  const t = useTexts(texts);
  const list = api.useInfiniteQuery(
    'get',
    '/shadow-run/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  const teams = useNames('Team');
  const name = useNameColumn('shadowRun');
  const mayCreate = useMayAdminister();
  const create = (isQuiet: boolean) =>
    mayCreate && (
      <NewButton
        isQuiet={isQuiet}
        renderRoot={(root) => <Link to="/settings/shadow-runs/new" {...root} />}
      >
        {t.create}
      </NewButton>
    );
  return (
    <SettingsFrame title={t.title} lead={t.lead} actions={create(false)}>
      <PagedTable
        list={list}
        itemsOf={(page) => page.shadowRuns.map((run) => ({ ...run, teamId: null }))}
        empty={
          <Empty title={t.none} action={create(true)}>
            {t.noneHelp}
          </Empty>
        }
        label={t.title}
        columns={[
          name,
          { title: t.product, cell: ({ product }) => product },
          { title: t.state, cell: (run) => stateOf(run, t) },
          { title: t.until, isExtra: true, cell: ({ until }) => <Moment at={until} /> },
          {
            title: t.teams,
            isExtra: true,
            cell: ({ teamIds }) => teamIds.map((id) => teams.data?.get(id) ?? '…').join(', '),
          },
        ]}
      />
    </SettingsFrame>
  );
}
