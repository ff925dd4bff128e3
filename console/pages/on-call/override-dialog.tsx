import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeNotice } from '../../as-code/by-code.tsx';
import {
  type TimelineTeam,
  type TimelineUser,
  usePeople,
} from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { type Draft, formOf, overrideOf, overridesBehind, timeOf } from './override-draft.ts';
import { OverrideFields } from './override-fields.tsx';
import { OverrideRows } from './override-list.tsx';
import { texts } from './texts.ts';
import { refreshTimelines } from './use-timeline.ts';

export type { Draft } from './override-draft.ts';

export interface OverrideDialogProps {
  draft: Draft;
  /** For a draft that came from no team's timeline. */
  teams: readonly TimelineTeam[];
  users: readonly TimelineUser[];
  onClose: () => void;
}

/** Puts somebody else on call for a time: the shift is chosen already, a person and one button are left. */
export function OverrideDialog({ draft, teams, users, onClose }: OverrideDialogProps) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const people = usePeople(users);
  const { person } = useMe();
  const [team, setTeam] = useState(draft.team);
  const [form, setForm] = useState(() => formOf(draft, Date.now(), person.id));
  const [isChecked, setChecked] = useState(false);
  const teamId = team.team.id;
  const mayAdminister = useMayAdminister(teamId);
  const members = api.useQuery('get', '/on-call', { params: { query: { TeamIds: [teamId] } } });
  const choices = (members.data?.memberships ?? []).map(({ user }) => ({
    value: user.id,
    label:
      user.id === person.id ? people.nameOf(user.id) : (user.displayName ?? user.email ?? user.id),
  }));
  const isMember = choices.some(({ value }) => value === person.id);

  const saved = async (message: string) => {
    await refreshTimelines();
    tell.done(message);
    onClose();
  };
  const create = api.useMutation('post', '/on-call-override');
  const replace = api.useMutation('put', '/on-call-override/{id}');
  const take = api.useMutation('post', '/on-call/take-shift');
  const pending = create.isPending || replace.isPending || take.isPending;
  const error = create.error ?? replace.error ?? take.error;

  const zone = team.team.timeZoneId;
  const takes = (userId: string) =>
    take.mutate(
      {
        body: {
          teamId,
          userId,
          start: timeOf(form.from, zone) ?? '',
          end: timeOf(form.until, zone) ?? '',
          tier: form.tier,
        },
      },
      { onSuccess: () => saved(t.taken) },
    );
  const isTimeWrong = form.until !== '' && form.from !== '' && form.until <= form.from;
  const isIncomplete =
    form.userId === null || (form.kind === 'replace' && form.standInIds.length === 0);
  const save = () => {
    setChecked(true);
    if (isTimeWrong || isIncomplete) return;
    const isOwn = form.userId === person.id;
    const body = overrideOf(form, team, draft.override);
    if (draft.override)
      replace.mutate(
        {
          params: { path: { id: draft.override.id }, header: asSeen(draft.override) },
          body,
        },
        { onSuccess: () => saved(t.overrideMade) },
      );
    // Members may not write an absence of somebody else, but take what is theirs.
    else if (!mayAdminister && !isOwn && form.kind === 'replace' && form.userId) takes(form.userId);
    else create.mutate({ body }, { onSuccess: () => saved(t.overrideMade) });
  };

  const { bar, override } = draft;
  const behind = bar ? overridesBehind(team, bar) : [];
  const title = override
    ? t.editTitle
    : bar === null
      ? t.overrideTitle(team.team.displayName)
      : bar.userId === null
        ? t.gapTitle
        : t.shiftTitle(people.nameOf(bar.userId));
  const mayTake =
    isMember && form.kind === 'replace' && form.userId !== null && form.userId !== person.id;
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
          save();
        }}
      >
        <Stack>
          {behind.length > 0 && (
            <Stack gap={6}>
              <Text size="sm" fw={600}>
                {t.madeBy}
              </Text>
              <OverrideRows overrides={behind} team={team} people={people} onRemoved={onClose} />
            </Stack>
          )}
          {bar === null && !override && teams.length > 1 && draft.start === null && (
            <Select
              label={t.teams}
              data={teams.map(({ team: one }) => ({ value: one.id, label: one.displayName }))}
              value={teamId}
              allowDeselect={false}
              onChange={(id) => {
                const other = teams.find(({ team: one }) => one.id === id);
                if (!other) return;
                setTeam(other);
                setForm(formOf({ ...draft, team: other }, Date.now(), person.id));
              }}
            />
          )}
          {mayTake && (
            <Group>
              <Button
                variant="light"
                data-autofocus
                leftSection={<Icon name="person" />}
                loading={take.isPending}
                disabled={isTimeWrong}
                onClick={() => form.userId && takes(form.userId)}
              >
                {t.takeShift}
              </Button>
            </Group>
          )}
          <OverrideFields
            form={form}
            onChange={setForm}
            team={team}
            choices={choices}
            onlySelf={!mayAdminister}
            problems={
              isChecked
                ? {
                    until: isTimeWrong ? t.beforeStart : undefined,
                    person: isIncomplete ? t.choosePerson : undefined,
                  }
                : {}
            }
          />
          {!mayAdminister && (
            <Text size="xs" c="dimmed">
              {t.selfOnly}
            </Text>
          )}
          {Boolean(error) && <ProblemNotice error={error} />}
          <ByCodeNotice isProvisioned={override?.isProvisioned ?? false} />
          <Group justify="flex-end">
            <AsCodeButton
              type="tocsin_on_call_override"
              id={override?.id ?? null}
              value={overrideOf(form, team, override)}
            />
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" loading={pending && !take.isPending}>
              {shared.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
