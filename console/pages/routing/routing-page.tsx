import { Button, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api, publicApi } from '../../api/client.ts';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Icon } from '../../parts/icon.tsx';
import { linkTo } from '../../parts/link-to.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectForm } from '../../parts/object-form.tsx';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function RoutingPage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const teams = useNames('Team');
  const [isCreating, { open, close }] = useDisclosure(false);
  const list = useRoutings();
  return (
    <ListPage
      t={t}
      create={open}
      further={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="play" />}
            renderRoot={linkTo({ to: '/on-call/simulation' })}
          >
            {t.simulate}
          </Button>
          <Button variant="default" renderRoot={linkTo({ to: '/routing/suppression' })}>
            {t.suppression}
          </Button>
        </>
      }
      list={list}
      itemsOf={(page) => page.routings}
      columns={[
        {
          title: t.name,
          cell: ({ id, displayName, isProvisioned }) => (
            <Group gap="xs">
              <TextLink isStrong to="/routing/$routingId" params={{ routingId: id }}>
                {displayName}
              </TextLink>
              <ByCodeBadge isProvisioned={isProvisioned} />
            </Group>
          ),
        },
        { title: t.team, cell: ({ teamId }) => teams.data?.get(teamId) ?? '' },
        { title: t.rules, cell: ({ rules }) => rules?.length ?? 0 },
      ]}
    >
      <Modal
        opened={isCreating}
        onClose={close}
        title={t.create}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <NewRouting />
      </Modal>
    </ListPage>
  );
}

function useRoutings() {
  return api.useInfiniteQuery(
    'get',
    '/routing/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
}

function NewRouting() {
  const shared = useTexts(sharedTexts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <ObjectForm
      schema="RoutingInput"
      stored={{ displayName: '', rules: [] }}
      members={['displayName', 'teamId']}
      saveLabel={shared.create}
      save={async (body) => {
        const { data, error } = await publicApi.POST('/routing', {
          body: body as components['schemas']['RoutingInput'],
        });
        if (error) throw error;
        await queries.invalidateQueries({ queryKey: ['get', '/routing/search/list'] });
        await navigate({ to: '/routing/$routingId', params: { routingId: data.id } });
      }}
    />
  );
}
