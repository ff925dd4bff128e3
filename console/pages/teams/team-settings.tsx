import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { inputOf, refreshTeam, saveTeam, type Team, type TeamInput } from '../../api/save-team.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DraftNotices, useDraft } from '../../parts/draft/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { CalendarFields, GeneralFields, WeeklyReportFields } from './team-fields.tsx';
import { texts } from './texts.ts';

/** All that a team has but its people, tiers and maintenance. */
export function TeamSettings({ team }: { team: Team }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const isReadOnly = useIsReadOnly(team.isProvisioned);
  const mayAdminister = useMayAdminister(team.id) && !isReadOnly;
  const draft = useDraft<TeamInput>({
    stored: inputOf(team),
    save: (body, seen) => saveTeam(team.id, body, seen),
    name: 'team',
  });
  const form = draft.value;
  const fields = {
    form,
    onChange: (changes: Partial<TeamInput>) => draft.change({ ...form, ...changes }),
    isDisabled: !mayAdminister,
  };
  return (
    <Stack gap="lg" maw={760}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void draft.submit();
        }}
      >
        <Stack gap="lg">
          <GeneralFields {...fields} team={team} errors={fieldErrors(draft.error)} />
          <WeeklyReportFields {...fields} />
          <CalendarFields {...fields} />
          <DraftNotices draft={draft} />
          {mayAdminister ? (
            <Group>
              <Button type="submit" loading={draft.isSaving} disabled={!draft.isChanged}>
                {shared.save}
              </Button>
              <AsCodeButton type="tocsin_team" id={team.id} value={{ ...team, ...form }} />
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              {t.readOnly}
            </Text>
          )}
        </Stack>
      </form>
      {mayAdminister && <DeleteTeam team={team} />}
    </Stack>
  );
}

function DeleteTeam({ team }: { team: Team }) {
  const t = useTexts(texts);
  const tell = useTell();
  const navigate = useNavigate();
  const remove = api.useMutation('delete', '/team/{id}');
  const [typed, setTyped] = useState('');
  return (
    <Fieldset legend={t.danger}>
      <Group justify="space-between">
        <Text size="sm">{t.dangerHelp}</Text>
        <Confirm
          label={t.deleteTeam}
          question={t.deleteQuestion(team.displayName)}
          mutation={remove}
          isReady={typed === team.displayName}
          onConfirm={async () => {
            await remove.mutateAsync({
              params: { path: { id: team.id }, header: asSeen(team) },
            });
            tell.done(t.deleted);
            await navigate({ to: '/teams' });
            await refreshTeam();
          }}
        >
          <TextInput
            label={t.typeName}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Confirm>
      </Group>
    </Fieldset>
  );
}
