import { Badge } from '@mantine/core';
import { api } from '../../api/client.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { useNames } from '../../parts/names.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function OutboundPage() {
  const t = useTexts(texts);
  const teams = useNames('Team');
  const types = api.useQuery('get', '/outbound-integration/types', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const list = api.useInfiniteQuery(
    'get',
    '/outbound-integration/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  const toolOf = (type: string) =>
    types.data?.items.find(({ id }) => id === type)?.displayName ?? type;
  return (
    <ListPage
      t={t}
      create={{ to: '/outbound/new' }}
      list={list}
      itemsOf={(page) => page.outboundIntegrations}
      columns={[
        {
          title: t.name,
          cell: ({ id, displayName }) => (
            <TextLink isStrong to="/outbound/$outboundId" params={{ outboundId: id }}>
              {displayName}
            </TextLink>
          ),
        },
        { title: t.tool, cell: ({ type }) => toolOf(type) },
        {
          title: t.team,
          isExtra: true,
          cell: ({ teamId }) => teams.data?.get(teamId) ?? '',
        },
        {
          title: t.state,
          cell: ({ isPaused }) => (
            <Badge color={isPaused ? 'orange' : 'teal'} variant="light">
              {isPaused ? t.paused : t.active}
            </Badge>
          ),
        },
      ]}
    />
  );
}
