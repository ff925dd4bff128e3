import { Alert, Button, Card, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { asSeen } from '../../../api/as-seen.ts';
import { api } from '../../../api/client.ts';
import { fieldErrors } from '../../../api/problem.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Team } from '../../../api/save-team.ts';
import { useMayAdminister } from '../../../api/session.tsx';
import { AsCodeButton } from '../../../as-code/as-code.tsx';
import { ByCodeNotice, useIsReadOnly } from '../../../as-code/by-code.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { BackNotice, ConflictNotice, useDraft } from '../../../parts/draft/index.ts';
import { Empty } from '../../../parts/empty.tsx';
import { ErrorsAt, FieldErrors } from '../../../parts/field-errors.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { moved } from '../../../parts/order/index.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { TryButton } from '../../../parts/replays/try-button.tsx';
import { sharedTexts } from '../../../parts/shared-texts.ts';
import { useTell } from '../../../parts/tell.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import { type Member, useMembers } from '../use-members.ts';
import { AllTiers } from './all-tiers.tsx';
import { AsPolicy, FollowsPolicy, useFollowed } from './as-policy.tsx';
import { type Draft, emptySchedule, emptyTier, type Tier } from './draft.ts';
import { Preview } from './preview.tsx';
import { texts } from './texts.ts';
import { TierCard } from './tier-card.tsx';

/** Who is told first, and who when nobody answers, with the resulting timeline beside it. */
export default function TiersEditor({ team }: { team: Team }) {
  // The list: for one, no tiers at all would be an error.
  const stored = api.useQuery(
    'get',
    '/team-escalations/search/list',
    { params: { query: { TeamId: team.id, Limit: 1 } } },
    // A text that is being written is not replaced when somebody else saves meanwhile.
    { refetchOnWindowFocus: false },
  );
  const members = useMembers(team.id);
  return (
    <Loaded query={stored}>
      {({ teamEscalations: [escalations] }) => (
        <Loaded query={members}>
          {(list) => (
            <Editor
              team={team}
              members={list}
              isStored={escalations !== undefined}
              isProvisioned={escalations?.isProvisioned ?? false}
              stored={{
                teamId: team.id,
                escalationTiers: escalations?.escalationTiers ?? [],
                tierSettings: escalations?.tierSettings ?? null,
              }}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface EditorProps {
  team: Team;
  members: readonly Member[];
  isStored: boolean;
  isProvisioned: boolean;
  stored: Draft;
}

function Editor({ team, members, isStored, isProvisioned, stored }: EditorProps) {
  const t = useTexts(texts);
  const isReadOnly = useIsReadOnly(isProvisioned);
  const mayAdminister = useMayAdminister(team.id) && !isReadOnly;
  const writing = useTiers(team.id, stored, isStored);
  const followed = useFollowed(team.id);
  const { value: draft, change: setDraft } = writing;
  const tiers = draft.escalationTiers;
  const setTiers = (escalationTiers: Tier[]) => setDraft({ ...draft, escalationTiers });
  if (tiers.length === 0 && !mayAdminister) return <Empty title={t.none}>{t.noneHelp}</Empty>;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Stack gap="lg" data-list>
          <ByCodeNotice isProvisioned={isProvisioned && !team.isProvisioned} />
          {followed && <FollowsPolicy policy={followed} />}
          {!mayAdminister && !isReadOnly && (
            <Text size="sm" c="dimmed">
              {t.readOnly}
            </Text>
          )}
          {tiers.length === 0 && (
            <FirstTier members={members} onStart={(tier) => setTiers([tier])} />
          )}
          <FieldErrors errors={fieldErrors(writing.error)}>
            {tiers.map((tier, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a tier
              <ErrorsAt key={place} path={`escalationTiers.${place}`}>
                <TierCard
                  place={place}
                  count={tiers.length}
                  tier={tier}
                  members={members}
                  isDisabled={!mayAdminister}
                  onChange={(next) => setTiers(tiers.with(place, next))}
                  onMove={(to) => setTiers(moved(tiers, place, to))}
                  onRemove={() => setTiers(tiers.toSpliced(place, 1))}
                />
              </ErrorsAt>
            ))}
          </FieldErrors>
          {mayAdminister && (
            <Group>
              <Button
                variant="default"
                leftSection={<Icon name="plus" />}
                onClick={() => setTiers([...tiers, emptyTier()])}
              >
                {t.addTier}
              </Button>
            </Group>
          )}
          {tiers.length > 0 && (
            <FieldErrors errors={fieldErrors(writing.error)}>
              <ErrorsAt path="tierSettings">
                <AllTiers
                  settings={draft.tierSettings ?? null}
                  isDisabled={!mayAdminister}
                  onChange={(tierSettings) => setDraft({ ...draft, tierSettings })}
                />
              </ErrorsAt>
            </FieldErrors>
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Stack className="tier-beside" gap="sm">
          <Preview draft={draft} zone={team.timeZoneId ?? 'UTC'} isDirty={writing.isChanged} />
          <BackNotice back={writing.back} />
          {Boolean(writing.error) && <ProblemNotice error={writing.error} />}
          {writing.conflict && (
            <ConflictNotice conflict={writing.conflict} discard={writing.discard} />
          )}
          {writing.isChanged && (
            <Alert color="blue" variant="light" p="xs" role="status">
              {t.unsaved}
            </Alert>
          )}
          {mayAdminister && (
            <TiersActions isResting={followed !== null} {...{ team, isStored, stored, writing }} />
          )}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

type Writing = ReturnType<typeof useTiers>;

/** The draft of the tiers, and how it is stored: all tiers at once. */
function useTiers(teamId: string, stored: Draft, isStored: boolean) {
  const t = useTexts(texts);
  const create = api.useMutation('post', '/team-escalations');
  const replace = api.useMutation('put', '/team-escalations/{id}');
  return useDraft<Draft>({
    stored,
    async save(body, seen) {
      if (isStored)
        await replace.mutateAsync({ params: { path: { id: teamId }, header: asSeen(seen) }, body });
      else await create.mutateAsync({ body });
      await refreshTiers();
    },
    name: 'tiers',
    saved: t.saved,
  });
}

function FirstTier({
  members,
  onStart,
}: {
  members: readonly Member[];
  onStart: (tier: Tier) => void;
}) {
  const t = useTexts(texts);
  return (
    <Card withBorder padding="xl" radius="md">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          {t.none}
        </Title>
        <Text c="dimmed">{members.length === 0 ? t.noMembers : t.noneHelp}</Text>
        {members.length > 0 && (
          <Group justify="center">
            <Button onClick={() => onStart(firstTier(members, true))}>{t.startRotation}</Button>
            <Button variant="default" onClick={() => onStart(firstTier(members, false))}>
              {t.startAll}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

interface TiersActionsProps extends Pick<EditorProps, 'team' | 'isStored' | 'stored'> {
  /** The team follows a policy instead. */
  isResting: boolean;
  writing: Writing;
}

function TiersActions({
  team,
  isStored,
  stored,
  isResting,
  writing: { value, isChanged, isSaving, discard, submit },
}: TiersActionsProps) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const remove = api.useMutation('delete', '/team-escalations/{id}');
  const mayConvert = isStored && !isChanged && stored.escalationTiers.length > 0 && !isResting;
  return (
    <Group justify="flex-end">
      {isStored && !isChanged && (
        <Confirm
          label={t.deleteAll}
          question={t.deleteAllQuestion}
          mutation={remove}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { path: { id: team.id }, header: asSeen(stored) } });
            await refreshTiers();
            tell.done(t.deletedAll);
          }}
        />
      )}
      {mayConvert && <AsPolicy team={team} />}
      <AsCodeButton type="tocsin_team_escalations" id={isStored ? team.id : null} value={value} />
      {isChanged && (
        <TryButton entityType="TeamEscalations" id={team.id} isStored={isStored} body={value} />
      )}
      <Button variant="default" disabled={!isChanged} onClick={discard}>
        {t.reset}
      </Button>
      <Button disabled={!isChanged} loading={isSaving} onClick={() => void submit()}>
        {shared.save}
      </Button>
    </Group>
  );
}

function firstTier(members: readonly Member[], inTurns: boolean): Tier {
  const all = members.map(({ id }) => ({ teamMembershipId: id }));
  const schedule = emptySchedule();
  return {
    ...emptyTier(),
    schedules: [
      inTurns && all.length > 1
        ? {
            ...schedule,
            rotations: all.map((member) => ({ members: [member] })),
            rotationSettings: {
              repeats: 'weekly',
              startsOnDayOfWeek: 'mon',
              startsOnTime: '09:00',
            },
          }
        : { ...schedule, rotations: [{ members: all }] },
    ],
  };
}

async function refreshTiers(): Promise<void> {
  await Promise.all(
    [
      ['get', '/team-escalations/search/list'],
      ['get', '/on-call'],
      ['get', '/on-call/timeline'],
      ['post', '/on-call/timeline/preview'],
      ['get', '/coverage'],
      ['get', '/team/{id}'],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
