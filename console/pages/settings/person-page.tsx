import { Alert, Badge, Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded, LoadedPage } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Invitation } from './invitation.tsx';
import { useOrganizationMemberships } from './memberships.ts';
import { PersonTeams } from './person-teams.tsx';
import { texts } from './texts.ts';

type User = components['schemas']['User'];
type Role = components['schemas']['OrganizationMembership']['role'];

export default function PersonPage() {
  const { userId } = useParams({ from: '/settings/people/$userId' });
  const user = api.useQuery('get', '/user/{id}', { params: { path: { id: userId } } });
  return <LoadedPage query={user}>{(data) => <Shown user={data} />}</LoadedPage>;
}

function Shown({ user }: { user: User }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const isReadOnly = useIsReadOnly(user.isProvisioned);
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['get', '/user/{id}'] });
    await queries.invalidateQueries({ queryKey: ['get', '/user/search/list'] });
  };
  return (
    <Page
      title={user.displayName ?? user.email}
      above={[{ title: t.people, to: '/settings/people' }]}
      mark={
        <>
          <ByCodeBadge isProvisioned={user.isProvisioned} />
          <Badge variant="default">{`${t.source}: ${t.sources[user.source]}`}</Badge>
          {user.isSuspended && <Badge variant="default">{t.suspended}</Badge>}
        </>
      }
      actions={<AsCodeButton type="tocsin_user" id={user.id} />}
    >
      <Stack gap="xl" maw={760}>
        <ByCodeNotice isProvisioned={user.isProvisioned} />
        <Access user={user} refresh={refresh} />
        <OrganizationRole userId={user.id} />
        <PersonTeams userId={user.id} />
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t.general}
          </Title>
          <ObjectForm
            schema="UserInput"
            stored={user}
            members={['displayName', 'email', 'phoneNumber', 'timeZoneId']}
            isReadOnly={isReadOnly}
            beside={(body) => <AsCodeButton type="tocsin_user" id={user.id} value={body} />}
            save={async (body, seen) => {
              const { error } = await publicApi.PUT('/user/{id}', {
                params: { path: { id: user.id }, header: asSeen(seen) },
                body: body as components['schemas']['UserInput'],
              });
              if (error) throw error;
              await refresh();
            }}
          />
          <Text size="sm" c="dimmed">
            {t.deleteHelp}
          </Text>
        </Stack>
      </Stack>
    </Page>
  );
}

/** The link by which they sign in, and the switch that takes everything away for a while. */
function Access({ user, refresh }: { user: User; refresh: () => Promise<void> }) {
  const t = useTexts(texts);
  const tell = useTell();
  const path = { params: { path: { id: user.id } } };
  const inviting = useMutation({
    mutationFn: async () => {
      const { data, error } = await publicApi.POST('/user/{id}/invitation', path);
      if (error) throw error;
      return data;
    },
  });
  const suspending = api.useMutation('post', '/user/{id}/suspend');
  const resuming = api.useMutation('post', '/user/{id}/resume');
  return (
    <Stack gap="sm">
      {user.isSuspended && (
        <Alert color="gray" title={t.suspended}>
          {t.suspendedHelp}
        </Alert>
      )}
      <Group>
        <Button
          variant="default"
          loading={inviting.isPending}
          onClick={() => inviting.mutate()}
          disabled={user.isSuspended}
        >
          {t.sendLink}
        </Button>
        {user.isSuspended ? (
          <Button
            loading={resuming.isPending}
            onClick={() => resuming.mutateAsync(path).then(refresh, tell.refused)}
          >
            {t.resume}
          </Button>
        ) : (
          <Confirm
            label={t.suspend}
            question={t.suspendQuestion}
            mutation={suspending}
            onConfirm={() => suspending.mutateAsync(path).then(refresh)}
          />
        )}
      </Group>
      {Boolean(inviting.error) && <ProblemNotice error={inviting.error} />}
      {inviting.data && <Invitation invitation={inviting.data} />}
    </Stack>
  );
}

function OrganizationRole({ userId }: { userId: string }) {
  const t = useTexts(texts);
  const tell = useTell();
  const queries = useQueryClient();
  const isOwner = useMe().organizationRole === 'Owner';
  const memberships = useOrganizationMemberships();
  const membership = memberships.data?.get(userId);
  const isReadOnly = useIsReadOnly(membership?.isProvisioned ?? false);
  const changing = useMutation({
    mutationFn: async (role: Role) => {
      const { error } = membership
        ? await publicApi.PUT('/organization-membership/{id}', {
            params: { path: { id: membership.id }, header: asSeen(membership) },
            body: { userId, role },
          })
        : await publicApi.POST('/organization-membership', { body: { userId, role } });
      if (error) throw error;
      await queries.invalidateQueries({
        queryKey: ['get', '/organization-membership/search/list'],
      });
    },
    onSuccess: () => tell.done(),
    onError: (error) => tell.refused(error),
  });
  const byGroups = membership?.grants.map(({ role }) => t.roles[role]).join(', ') ?? '';
  return (
    <Loaded query={memberships} lines={2}>
      {() => (
        <Group align="flex-end">
          <Select
            label={t.organizationRole}
            description={
              membership === undefined
                ? t.notInOrganization
                : byGroups === ''
                  ? undefined
                  : t.fromGroups(byGroups)
            }
            data={(['Member', 'Administrator', 'Owner'] as const).map((value) => ({
              value,
              label: t.roles[value],
            }))}
            value={membership?.role ?? null}
            allowDeselect={false}
            disabled={!isOwner || isReadOnly}
            readOnly={changing.isPending}
            onChange={(role) => role && changing.mutate(role)}
          />
          <ByCodeBadge isProvisioned={membership?.isProvisioned ?? false} />
        </Group>
      )}
    </Loaded>
  );
}
