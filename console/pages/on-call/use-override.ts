import { useState } from 'react';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { type Described, useDraft } from '../../parts/draft/index.ts';
import type { TimelineTeam, usePeople } from '../../parts/duty-timeline/index.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import {
  type Draft,
  formOf,
  type Override,
  type OverrideForm,
  overrideOf,
  timeOf,
} from './override-draft.ts';
import { texts } from './texts.ts';
import { refreshTimelines } from './use-timeline.ts';

interface Written {
  teamId: string;
  form: OverrideForm;
  /** That is changed; null for a new one. */
  override: Override | null;
}

/** As it is now: the page behind shows it as it was when the dialog was opened. */
function usePresent(opened: Override | undefined): Override | undefined {
  const present = api.useQuery(
    'get',
    '/on-call-override/{id}',
    { params: { path: { id: opened?.id ?? '' } } },
    { enabled: opened !== undefined },
  );
  return opened && (present.data ?? opened);
}

/** The override being written in the dialog, its team, and the ways to store it. */
export function useOverride(draft: Draft, teams: readonly TimelineTeam[], onClose: () => void) {
  const t = useTexts(texts);
  const { person } = useMe();
  const [now] = useState(() => Date.now());
  const present = usePresent(draft.override);
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
  const mayAdminister = useMayAdminister(teamId);
  const taking = useTakeShift(team, form, onClose);
  const create = api.useMutation('post', '/on-call-override');
  const replace = api.useMutation('put', '/on-call-override/{id}');

  async function save(value: Written, seen: Override | null) {
    const body = overrideOf(value.form, team, value.override ?? undefined);
    if (seen)
      await replace.mutateAsync({ params: { path: { id: seen.id }, header: asSeen(seen) }, body });
    // Members may not write an absence of somebody else, but take what is theirs.
    else if (!mayAdminister && body.userId !== person.id && value.form.kind === 'replace')
      await taking.request(body.userId);
    else await create.mutateAsync({ body });
    await refreshTimelines();
    onClose();
  }

  return {
    written,
    form,
    team,
    mayAdminister,
    taking,
    /** As the API takes it. */
    body: overrideOf(form, team, written.value.override ?? undefined),
    isTimeWrong: form.until !== '' && form.from !== '' && form.until <= form.from,
    isIncomplete: form.userId === null || (form.kind === 'replace' && form.standInIds.length === 0),
    change: (next: OverrideForm) => written.change({ ...written.value, form: next }),
    changeTeam: (other: TimelineTeam) =>
      written.change({
        ...written.value,
        teamId: other.team.id,
        form: formOf({ ...draft, team: other }, now, person.id),
      }),
  };
}

/** The short way to be on call instead of somebody, which members have, too. */
function useTakeShift(team: TimelineTeam, form: OverrideForm, onClose: () => void) {
  const t = useTexts(texts);
  const tell = useTell();
  const take = api.useMutation('post', '/on-call/take-shift');
  const zone = team.team.timeZoneId;
  const request = (userId: string) =>
    take.mutateAsync({
      body: {
        teamId: team.team.id,
        userId,
        start: timeOf(form.from, zone) ?? '',
        end: timeOf(form.until, zone) ?? '',
        tier: form.tier,
      },
    });
  return {
    request,
    error: take.error,
    isPending: take.isPending,
    async takeFrom(userId: string) {
      await request(userId);
      await refreshTimelines();
      tell.done(t.taken);
      onClose();
    },
  };
}

/** Describes changes that others made meanwhile, in the words of the fields. */
export function useDescribe(
  stored: OverrideForm | undefined,
  people: ReturnType<typeof usePeople>,
): (path: string) => Described | null {
  const t = useTexts(texts);
  const names = (ids: readonly string[]) => ids.map((id) => people.nameOf(id)).join(', ');
  if (!stored) return () => null;
  const tier = stored.tier === null ? t.allTiers : t.tier(stored.tier);
  const described: Record<string, Described> = {
    'form.kind': { name: t.kind, now: t.kinds[stored.kind] },
    'form.userId': { name: t.takenOff, now: names(stored.userId ? [stored.userId] : []) },
    'form.standInIds': { name: t.standsIn, now: names(stored.standInIds) },
    'form.from': { name: t.from, now: stored.from.replace('T', ' ') },
    'form.until': { name: t.until, now: stored.until.replace('T', ' ') },
    'form.tier': { name: t.atTier, now: tier },
  };
  return (path) => described[path] ?? null;
}
