import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { ByCodeBadge, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useTeamMemberships } from './memberships.ts';
import { texts } from './texts.ts';

type Membership = components['schemas']['TeamMembership'];
const changed = ['get', '/team-membership/search/list'];

/** The teams that somebody is in, with their role in each. */
export function PersonTeams({ userId }: { userId: string }) {
  const t = useTexts(texts);
  const teams = useNames('Team');
  const memberships = useTeamMemberships(userId);
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.teams}
      </Title>
      <Loaded query={memberships} lines={2}>
        {(list) => (
          <>
            {list.length === 0 && <Text size="sm">{t.noTeams}</Text>}
            {list.map((membership) => (
              <TeamRole
                key={membership.id}
                membership={membership}
                team={teams.data?.get(membership.teamId) ?? membership.teamId}
              />
            ))}
            <AddToTeam userId={userId} present={list.map(({ teamId }) => teamId)} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function TeamRole({ membership, team }: { membership: Membership; team: string }) {
  const t = useTexts(texts);
  const tell = useTell();
  const queries = useQueryClient();
  const isReadOnly = useIsReadOnly(membership.isProvisioned);
  const path = { path: { id: membership.id } };
  const changing = useMutation({
    mutationFn: async (role: Membership['role']) => {
      const { userId, teamId } = membership;
      const { error } = await publicApi.PUT('/team-membership/{id}', {
        params: { ...path, header: asSeen(membership) },
        body: { userId, teamId, role },
      });
      if (error) throw error;
      await queries.invalidateQueries({ queryKey: changed });
    },
    onSuccess: () => tell.done(),
    onError: (error) => tell.refused(error),
  });
  const removing = api.useMutation('delete', '/team-membership/{id}');
  return (
    <Group align="flex-end">
      <Select
        label={t.roleIn(team)}
        data={(['Member', 'Administrator'] as const).map((value) => ({
          value,
          label: t.roles[value],
        }))}
        value={membership.role}
        allowDeselect={false}
        disabled={isReadOnly}
        readOnly={changing.isPending}
        onChange={(role) => role && changing.mutate(role)}
      />
      <ByCodeBadge isProvisioned={membership.isProvisioned} />
      {!isReadOnly && (
        <Confirm
          label={t.leaveTeam(team)}
          question={t.leaveTeamQuestion}
          mutation={removing}
          onConfirm={() =>
            removing
              .mutateAsync({ params: { ...path, header: asSeen(membership) } })
              .then(() => queries.invalidateQueries({ queryKey: changed }))
          }
        />
      )}
    </Group>
  );
}

function AddToTeam({ userId, present }: { userId: string; present: readonly string[] }) {
  const t = useTexts(texts);
  const tell = useTell();
  const queries = useQueryClient();
  const teams = useNames('Team');
  const [teamId, setTeamId] = useState<string | null>(null);
  const adding = useMutation({
    mutationFn: async (id: string) => {
      const { error } = await publicApi.POST('/team-membership', {
        body: { userId, teamId: id, role: 'Member' },
      });
      if (error) throw error;
      setTeamId(null);
      await queries.invalidateQueries({ queryKey: changed });
    },
    onSuccess: () => tell.done(),
    onError: (error) => tell.refused(error),
  });
  const others = [...(teams.data ?? [])].filter(([id]) => !present.includes(id));
  if (others.length === 0) return null;
  return (
    <Group align="flex-end">
      <Select
        label={t.addToTeam}
        searchable
        data={others.map(([value, label]) => ({ value, label }))}
        value={teamId}
        onChange={setTeamId}
      />
      <Button
        variant="default"
        disabled={teamId === null}
        loading={adding.isPending}
        onClick={() => teamId && adding.mutate(teamId)}
      >
        {t.add}
      </Button>
    </Group>
  );
}
