import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeNotice } from '../../as-code/by-code.tsx';
import { type Described, DraftNotices, useDraft } from '../../parts/draft/index.ts';
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
import {
  type Draft,
  formOf,
  type Override,
  type OverrideForm,
  overrideOf,
  overridesBehind,
  timeOf,
} from './override-draft.ts';
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

interface Written {
  teamId: string;
  form: OverrideForm;
  /** That is changed; null for a new one. */
  override: Override | null;
}

/** As it is now: the page behind shows it as it was when the dialog was opened. */
function useOverride(opened: Override | undefined): Override | undefined {
  const present = api.useQuery(
    'get',
    '/on-call-override/{id}',
    { params: { path: { id: opened?.id ?? '' } } },
    { enabled: opened !== undefined },
  );
  return opened && (present.data ?? opened);
}

/** Puts somebody else on call for a time: the shift is chosen already, a person and one button are left. */
export function OverrideDialog({ draft, teams, users, onClose }: OverrideDialogProps) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const people = usePeople(users);
  const { person } = useMe();
  const [now] = useState(() => Date.now());
  const [isChecked, setChecked] = useState(false);
  const present = useOverride(draft.override);
  const written = useDraft<Written>({
    stored: {
      teamId: draft.team.team.id,
      form: formOf({ ...draft, override: present }, now, person.id),
      override: present ?? null,
    },
    save: (value, seen) => save(value, seen.override),
    name: `override ${present?.id ?? ''}`,
    saved: t.overrideMade,
  });
  const { form, teamId } = written.value;
  const team = teams.find((one) => one.team.id === teamId) ?? draft.team;
  const zone = team.team.timeZoneId;
  const mayAdminister = useMayAdminister(teamId);
  const members = api.useQuery('get', '/on-call', { params: { query: { TeamIds: [teamId] } } });
  const choices = (members.data?.memberships ?? []).map(({ user }) => ({
    value: user.id,
    label:
      user.id === person.id ? people.nameOf(user.id) : (user.displayName ?? user.email ?? user.id),
  }));
  const isMember = choices.some(({ value }) => value === person.id);
  const create = api.useMutation('post', '/on-call-override');
  const replace = api.useMutation('put', '/on-call-override/{id}');
  const take = api.useMutation('post', '/on-call/take-shift');

  const taking = (userId: string) =>
    take.mutateAsync({
      body: {
        teamId,
        userId,
        start: timeOf(form.from, zone) ?? '',
        end: timeOf(form.until, zone) ?? '',
        tier: form.tier,
      },
    });
  async function takes(userId: string) {
    await taking(userId);
    await refreshTimelines();
    tell.done(t.taken);
    onClose();
  }
  const isTimeWrong = form.until !== '' && form.from !== '' && form.until <= form.from;
  const isIncomplete =
    form.userId === null || (form.kind === 'replace' && form.standInIds.length === 0);
  async function save(value: Written, seen: Override | null) {
    const body = overrideOf(value.form, team, value.override ?? undefined);
    if (seen)
      await replace.mutateAsync({ params: { path: { id: seen.id }, header: asSeen(seen) }, body });
    // Members may not write an absence of somebody else, but take what is theirs.
    else if (!mayAdminister && body.userId !== person.id && value.form.kind === 'replace')
      await taking(body.userId);
    else await create.mutateAsync({ body });
    await refreshTimelines();
    onClose();
  }
  function submit() {
    setChecked(true);
    if (!isTimeWrong && !isIncomplete) void written.submit();
  }
  const change = (next: OverrideForm) => written.change({ ...written.value, form: next });
  const names = (ids: readonly string[]) => ids.map((id) => people.nameOf(id)).join(', ');
  const tierOf = ({ tier }: OverrideForm) => (tier === null ? t.allTiers : t.tier(tier));
  /** What others changed, in the words of the fields. */
  function describe(path: string): Described | null {
    const stored = written.conflict?.stored.form;
    if (!stored) return null;
    const described: Record<string, Described> = {
      'form.kind': { name: t.kind, now: t.kinds[stored.kind] },
      'form.userId': { name: t.takenOff, now: names(stored.userId ? [stored.userId] : []) },
      'form.standInIds': { name: t.standsIn, now: names(stored.standInIds) },
      'form.from': { name: t.from, now: stored.from.replace('T', ' ') },
      'form.until': { name: t.until, now: stored.until.replace('T', ' ') },
      'form.tier': { name: t.atTier, now: tierOf(stored) },
    };
    return described[path] ?? null;
  }

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
          submit();
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
                written.change({
                  ...written.value,
                  teamId: other.team.id,
                  form: formOf({ ...draft, team: other }, now, person.id),
                });
              }}
            />
          )}
          {mayTake && (
            <Group>
              <Button
                variant="light"
                data-autofocus
                leftSection={<Icon name="person" />}
                loading={take.isPending && !written.isSaving}
                disabled={isTimeWrong}
                onClick={() => form.userId && takes(form.userId).catch(() => undefined)}
              >
                {t.takeShift}
              </Button>
            </Group>
          )}
          <OverrideFields
            form={form}
            onChange={change}
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
          {take.error && written.error === null && <ProblemNotice error={take.error} />}
          <DraftNotices draft={written} describe={describe} />
          <ByCodeNotice isProvisioned={override?.isProvisioned ?? false} />
          <Group justify="flex-end">
            <AsCodeButton
              type="tocsin_on_call_override"
              id={override?.id ?? null}
              value={overrideOf(form, team, written.value.override ?? undefined)}
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
