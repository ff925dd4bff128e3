import {
  Anchor,
  Button,
  Card,
  Group,
  Modal,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { BackNotice, useIsKept, useKept } from '../../parts/draft/index.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { linkTo } from '../../parts/link-to.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ownZone } from '../../parts/local-time.ts';
import { NewButton } from '../../parts/new-button.tsx';
import { Page } from '../../parts/page.tsx';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useFocusBack } from '../../parts/use-focus-back.ts';
import { ZoneSelect } from '../../parts/zone-select.tsx';
import { texts } from './texts.ts';

const draftName = 'team';

type Team = components['schemas']['Team'];
type Membership = components['schemas']['OnCall']['memberships'][number];

export default function TeamsPage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const mayCreate = useMayAdminister();
  const [filter, setFilter] = useState('');
  const [term] = useDebouncedValue(filter, 250);
  const [isCreating, setCreating] = useState(useIsKept(draftName));
  const teams = api.useInfiniteQuery(
    'get',
    '/team/search/list',
    { params: { query: { Limit: pageSize, DisplayName: term || undefined } } },
    byOffset,
  );
  const listed = teams.data?.pages.flatMap((page) => page.teams) ?? [];
  const asked = listed.slice(-100).map(({ id }) => id);
  const onCall = api.useQuery(
    'get',
    '/on-call',
    { params: { query: { TeamIds: asked } } },
    { enabled: listed.length > 0 },
  );
  const byTeam = Map.groupBy(onCall.data?.memberships ?? [], ({ team }) => team.id);
  return (
    <Page
      title={t.title}
      actions={mayCreate && <NewButton begin={() => setCreating(true)}>{t.create}</NewButton>}
    >
      <TextInput
        aria-label={t.filter}
        placeholder={t.filter}
        leftSection={<Icon name="search" />}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
        maw={420}
      />
      <Loaded query={teams}>
        {() =>
          listed.length === 0 ? (
            <Empty
              title={t.none}
              action={
                mayCreate &&
                term === '' && (
                  <>
                    <NewButton isQuiet begin={() => setCreating(true)}>
                      {t.create}
                    </NewButton>
                    <Anchor size="sm" renderRoot={linkTo({ to: '/come-from' })}>
                      {t.comeFrom}
                    </Anchor>
                  </>
                )
              }
            >
              {term === '' ? t.noneHelp : t.noneFound}
            </Empty>
          ) : (
            <Stack>
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
                {listed.map((team) => (
                  <TeamTile
                    key={team.id}
                    team={team}
                    members={
                      onCall.data && asked.includes(team.id)
                        ? (byTeam.get(team.id) ?? [])
                        : undefined
                    }
                  />
                ))}
              </SimpleGrid>
              {teams.hasNextPage && (
                <Group justify="center">
                  <Button
                    variant="default"
                    loading={teams.isFetchingNextPage}
                    onClick={() => teams.fetchNextPage()}
                  >
                    {shared.more}
                  </Button>
                </Group>
              )}
            </Stack>
          )
        }
      </Loaded>
      {isCreating && <CreateTeam onClose={() => setCreating(false)} />}
    </Page>
  );
}

function TeamTile({ team, members }: { team: Team; members: Membership[] | undefined }) {
  const t = useTexts(texts);
  const onDuty = (members ?? []).filter(({ availabilities }) =>
    availabilities.some(({ tier, isOnline }) => tier === 1 && isOnline),
  );
  return (
    <Card withBorder padding="md" radius="md" component="article">
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h5" className="breaks-anywhere">
            <Anchor
              inherit
              renderRoot={linkTo({ to: '/teams/$teamId', params: { teamId: team.id } })}
            >
              {team.displayName}
            </Anchor>
          </Title>
          <ByCodeBadge isProvisioned={team.isProvisioned} />
        </Group>
        <Text size="sm" className="breaks-anywhere">
          {t.onCallNow}:{' '}
          {onDuty.length > 0 ? (
            <b>{onDuty.map(({ user }) => user.displayName ?? user.email ?? user.id).join(', ')}</b>
          ) : (
            members && (
              <Text span size="sm" className="team-nobody">
                {t.nobody}
              </Text>
            )
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {members && `${t.members}: ${members.length} · `}
          {team.timeZoneId}
        </Text>
        {(team.labels ?? []).length > 0 && (
          <Text size="xs" c="dimmed" className="breaks-anywhere">
            {t.labels}: {team.labels?.join(', ')}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function CreateTeam({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const navigate = useNavigate();
  const form = useKept(draftName, () => ({ displayName: '', timeZoneId: ownZone() }));
  const { displayName } = form.value;
  const create = api.useMutation('post', '/team');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.create}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(
            { body: form.value },
            {
              onSuccess: async ({ id }) => {
                await queryClient.invalidateQueries({ queryKey: ['get', '/team/search/list'] });
                await queryClient.invalidateQueries({ queryKey: ['names', 'Team'] });
                form.settle();
                tell.done(t.created);
                await navigate({ to: '/teams/$teamId', params: { teamId: id } });
              },
            },
          );
        }}
      >
        <Stack>
          <TextInput
            label={t.name}
            required
            maxLength={500}
            value={displayName}
            data-autofocus
            onChange={(event) =>
              form.set({ ...form.value, displayName: event.currentTarget.value })
            }
          />
          <ZoneSelect
            label={t.timeZone}
            description={t.timeZoneHelp}
            value={form.value.timeZoneId}
            onChange={(timeZoneId) => form.set({ ...form.value, timeZoneId })}
          />
          <BackNotice back={form.back} />
          {Boolean(create.error) && <ProblemNotice error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {shared.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
