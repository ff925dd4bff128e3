import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeNotice } from '../../as-code/by-code.tsx';
import { DraftNotices } from '../../parts/draft/index.ts';
import {
  type TimelineTeam,
  type TimelineUser,
  usePeople,
} from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { useFocusBack } from '../../parts/use-focus-back.ts';
import { type Draft, overridesBehind } from './override-draft.ts';
import { OverrideFields } from './override-fields.tsx';
import { OverrideRows } from './override-list.tsx';
import { texts } from './texts.ts';
import { useDescribe, useOverride } from './use-override.ts';

type People = ReturnType<typeof usePeople>;
type Writing = ReturnType<typeof useOverride>;

export interface OverrideDialogProps {
  draft: Draft;
  /** For a draft that came from no team's timeline. */
  teams: readonly TimelineTeam[];
  users: readonly TimelineUser[];
  onClose: () => void;
}

/** Puts somebody else on call for a time: the shift is chosen already, a person and one button are left. */
export default function OverrideDialog({ draft, teams, users, onClose }: OverrideDialogProps) {
  useFocusBack();
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const people = usePeople(users);
  const [isChecked, setChecked] = useState(false);
  const writing = useOverride(draft, teams, onClose);
  const { written, form, team, mayAdminister, taking, isTimeWrong, isIncomplete } = writing;
  const choices = useMembers(team, people);
  const describe = useDescribe(written.conflict?.stored.form, people);
  const title = useTitle(draft, team, people);
  const { bar, override } = draft;
  const problems = {
    until: isTimeWrong ? t.beforeStart : undefined,
    person: isIncomplete ? t.choosePerson : undefined,
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="breaks-anywhere">{title}</span>}
      size="lg"
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (!isTimeWrong && !isIncomplete) void written.submit();
        }}
      >
        <Stack>
          <OverridesBehind draft={draft} team={team} people={people} onRemoved={onClose} />
          {bar === null && !override && teams.length > 1 && draft.start === null && (
            <TeamChoice teams={teams} team={team} onChange={writing.changeTeam} />
          )}
          <TakeShift writing={writing} choices={choices} />
          <OverrideFields
            form={form}
            onChange={writing.change}
            team={team}
            choices={choices}
            onlySelf={!mayAdminister}
            problems={isChecked ? problems : {}}
          />
          {!mayAdminister && (
            <Text size="xs" c="dimmed">
              {t.selfOnly}
            </Text>
          )}
          {taking.error && written.error === null && <ProblemNotice error={taking.error} />}
          <DraftNotices draft={written} describe={describe} />
          <ByCodeNotice isProvisioned={override?.isProvisioned ?? false} />
          <Group justify="flex-end">
            <AsCodeButton
              type="tocsin_on_call_override"
              id={override?.id ?? null}
              value={writing.body}
            />
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" loading={written.isSaving}>
              {shared.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface Choice {
  value: string;
  label: string;
}

function useMembers({ team }: TimelineTeam, people: People): Choice[] {
  const { person } = useMe();
  const members = api.useQuery('get', '/on-call', { params: { query: { TeamIds: [team.id] } } });
  return (members.data?.memberships ?? []).map(({ user }) => ({
    value: user.id,
    label:
      user.id === person.id ? people.nameOf(user.id) : (user.displayName ?? user.email ?? user.id),
  }));
}

function useTitle({ bar, override }: Draft, { team }: TimelineTeam, people: People): string {
  const t = useTexts(texts);
  if (override) return t.editTitle;
  if (bar === null) return t.overrideTitle(team.displayName);
  return bar.userId === null ? t.gapTitle : t.shiftTitle(people.nameOf(bar.userId));
}

function OverridesBehind({
  draft: { bar },
  team,
  people,
  onRemoved,
}: {
  draft: Draft;
  team: TimelineTeam;
  people: People;
  onRemoved: () => void;
}) {
  const t = useTexts(texts);
  const behind = bar ? overridesBehind(team, bar) : [];
  if (behind.length === 0) return null;
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t.madeBy}
      </Text>
      <OverrideRows overrides={behind} team={team} people={people} onRemoved={onRemoved} />
    </Stack>
  );
}

function TeamChoice({
  teams,
  team,
  onChange,
}: {
  teams: readonly TimelineTeam[];
  team: TimelineTeam;
  onChange: (team: TimelineTeam) => void;
}) {
  const t = useTexts(texts);
  return (
    <Select
      label={t.teams}
      data={teams.map(({ team: one }) => ({ value: one.id, label: one.displayName }))}
      value={team.team.id}
      allowDeselect={false}
      onChange={(id) => {
        const other = teams.find(({ team: one }) => one.id === id);
        if (other) onChange(other);
      }}
    />
  );
}

/** For members of the team, while the shift is somebody else's. */
function TakeShift({ writing, choices }: { writing: Writing; choices: readonly Choice[] }) {
  const t = useTexts(texts);
  const { person } = useMe();
  const { form, taking, written, isTimeWrong } = writing;
  const { userId } = form;
  const isMember = choices.some(({ value }) => value === person.id);
  if (!isMember || form.kind !== 'replace' || userId === null || userId === person.id) return null;
  return (
    <Group>
      <Button
        variant="light"
        data-autofocus
        leftSection={<Icon name="person" />}
        loading={taking.isPending && !written.isSaving}
        disabled={isTimeWrong}
        onClick={() => taking.takeFrom(userId).catch(() => undefined)}
      >
        {t.takeShift}
      </Button>
    </Group>
  );
}
