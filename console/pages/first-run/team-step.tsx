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
import { texts } from './texts.ts';

/** One of the teams there are, or a new one. */
export function TeamStep({ onDone }: { onDone(teamId: string): void }) {
  const t = useTexts(texts);
  const { person } = useMe();
  const teams = useNames('Team');
  const { value: name, set: setName } = useKept('team', '');
  const make = useMutation({
    mutationFn: () => makeTeam(name.trim(), person.id),
    onSuccess: async (teamId) => {
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
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t.teamName}
            placeholder={t.teamExample}
            maxLength={500}
            flex={1}
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
