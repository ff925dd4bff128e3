import { Button, Divider, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { useMe } from '../../api/session.tsx';
import { useKept } from '../../parts/draft/index.ts';
import { useNames } from '../../parts/names.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { makeTeam } from './make-team.ts';
import { nameOrganization, unnamed } from './name-organization.ts';
import { texts } from './texts.ts';

/** One of the teams there are, or a new one. */
export function TeamStep({ onDone }: { onDone(teamId: string): void }) {
  const t = useTexts(texts);
  const { person, organization, organizationRole } = useMe();
  const isUnnamed = organization.displayName === unnamed && organizationRole === 'Owner';
  const teams = useNames('Team');
  const { value: name, set: setName, settle: settleName } = useKept('team', '');
  const {
    value: organizationName,
    set: setOrganizationName,
    settle: settleOrganization,
  } = useKept('organization', '');
  const make = useMutation({
    async mutationFn() {
      const given = organizationName.trim();
      if (isUnnamed && given !== '') await nameOrganization(organization.id, given);
      return makeTeam(name.trim(), person.id);
    },
    onSuccess: async (teamId) => {
      settleName('');
      settleOrganization('');
      await queryClient.invalidateQueries();
      onDone(teamId);
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== '') make.mutate();
  }
  return (
    <Stack gap="sm" maw={480}>
      <Text size="sm">{t.teamHelp}</Text>
      <form onSubmit={submit}>
        {isUnnamed && (
          <TextInput
            label={t.organizationName}
            description={t.organizationHelp}
            placeholder="Example"
            maxLength={255}
            mb="sm"
            value={organizationName}
            onChange={({ currentTarget }) => setOrganizationName(currentTarget.value)}
          />
        )}
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t.teamName}
            placeholder={t.teamExample}
            maxLength={500}
            flex="1 1 200px"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={make.isPending}>
            {t.makeTeam}
          </Button>
        </Group>
      </form>
      {Boolean(make.error) && <ProblemNotice error={make.error} />}
      {(teams.data?.size ?? 0) > 0 && (
        <>
          <Divider label={t.or} />
          <Select
            label={t.chooseTeam}
            searchable
            data={[...(teams.data ?? [])].map(([value, label]) => ({ value, label }))}
            onChange={(id) => id !== null && onDone(id)}
          />
        </>
      )}
    </Stack>
  );
}
